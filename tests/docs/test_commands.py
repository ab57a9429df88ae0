"""What the documents say is true: paths, commands, answers, and a test for each claim."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.cli.score_cases import answer
from tests.grid import grid
from tests.ops.test_doctor import PLANTED, SPOILED

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def typed(program: str) -> Iterator[tuple[str, list[str]]]:
    """Document and arguments of each line in a ``sh`` block that runs ``program``."""
    for document in DOCUMENTS:
        for block in SHELL_BLOCK.findall(document.read_text()):
            for line in block.splitlines():
                words = line.removeprefix("$ ").split("#")[0].split()
                while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
                    words.pop(0)
                if words and Path(words[0]).name == program:
                    yield str(document.relative_to(ROOT)), words[1:]


def commands(group: click.Group = main, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command and group, by the words after ``scorekeeper``."""
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            words = f"{above} {name}".strip()
            yield words, command
            if isinstance(command, click.Group):
                yield from commands(command, words)


def fault_in(arguments: list[str]) -> str | None:
    """What is wrong with ``scorekeeper`` and these arguments, if anything is."""
    known = dict(commands())
    fitting = [words for words in known if arguments[: len(words.split())] == words.split()]
    params = known[max(fitting, key=len)].params if fitting else main.params
    options = {option for param in params for option in (*param.opts, *param.secondary_opts)}
    strange = {word.split("=")[0] for word in arguments if word.startswith("-")} - options - {"-h", "--help"}
    if not fitting and not all(word.startswith("-") for word in arguments):
        return "no such command"
    return f"no such option: {', '.join(sorted(strange))}" if strange else None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("serve --port 9000 --host=127.0.0.1", None),
        ("--version", None),
        ("serve --prot 9000", "no such option: --prot"),
        ("sevre", "no such command"),
    ],
)
def test_a_mistake_in_a_documented_command_is_found(line: str, fault: str | None) -> None:
    assert fault_in(line.split()) == fault


def test_every_command_in_the_documents_exists() -> None:
    faults = [(document, words, fault_in(words)) for document, words in typed("scorekeeper")]
    assert not [found for found in faults if found[2]]


def test_every_command_in_the_readme_answers() -> None:
    lines = [words for document, words in typed("scorekeeper") if document == "README.md"]
    assert lines
    for words in lines:
        answer = CliRunner().invoke(main, words)
        assert answer.exit_code == 0, f"scorekeeper {' '.join(words)}: {answer.output}"


def test_every_link_in_the_documents_leads_somewhere() -> None:
    links = [(document, link) for document in DOCUMENTS for link in LINK.findall(document.read_text())]
    assert len(links) > 20
    for document, address in links:
        file = address.split("#")[0]
        assert "://" in file or (document.parent / file).exists(), f"{document.name}: {address}"


def test_every_make_target_in_the_documents_exists() -> None:
    targets = list(typed("make"))
    assert targets
    for document, arguments in targets:
        dry = subprocess.run(["make", "-n", *arguments], cwd=ROOT, capture_output=True, text=True)
        assert dry.returncode == 0, f"{document}: make {' '.join(arguments)}: {dry.stderr}"


@pytest.mark.parametrize("words", [words for words, _ in commands()])
def test_every_command_and_option_explains_itself(words: str) -> None:
    command = dict(commands())[words]
    assert command.help
    silent = [param.name for param in command.params if isinstance(param, click.Option) and not param.help]
    assert not silent, f"scorekeeper {words} has options without a word of help: {silent}"
    result = CliRunner().invoke(main, [*words.split(), "--help"])
    assert result.exit_code == 0, result.output


def test_make_alone_lists_its_targets() -> None:
    listed = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert re.findall(r"^  make (\S+) +\S", listed, re.MULTILINE) == phony[1].split()


def test_the_documents_start_the_app() -> None:
    assert DOCUMENTS, "there is at least the README"
    assert any(arguments == ["run"] for _, arguments in typed("make"))


@pytest.mark.parametrize("page", ["README.md", "docs/operating.md"])
def test_what_is_to_be_tapped_is_called_so_on_a_page(page: str) -> None:
    code = re.compile("```.*?```", re.DOTALL)
    taps = re.findall(
        r"(?<![*\w])\*([^*|]+)\*(?!\*)", code.sub("", (ROOT / page).read_text(encoding="utf-8"))
    )
    pages = " ".join(
        word for template in (ROOT / "templates").rglob("*.html") for word in template.read_text().split()
    )
    assert taps
    assert [tap for tap in taps if " ".join(tap.split()) not in pages] == []


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
EVENT = re.compile(r"\"((?:page|server|match|outbox|round):[a-z-]+)\"")
# Events of the page: dispatched or listened to.
SCRIPTS = "\n".join(file.read_text() for file in sorted((ROOT / "static").rglob("*.js")))


def test_every_path_that_is_named_exists() -> None:
    """A file may be named without the folders above it."""
    paths = re.findall(
        r"`([\w/.]+\.(?:py|js|sql|json)|(?:scorekeeper|static|templates|tests)/[\w/]+)`", ARCHITECTURE
    )
    rooms = [ROOT / room for room in ("scorekeeper", "static", "tests")]
    assert len(paths) > 50
    there = [
        path for path in paths if (ROOT / path).exists() or any([*room.glob(f"**/{path}")] for room in rooms)
    ]
    assert there == paths


def test_fifteen_things_and_more_can_be_found_by_their_path() -> None:
    (table,) = re.findall(r"## Where is \.\.\.\?\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 15
    assert all("`" in row.split("|")[2] for row in rows)


def test_the_events_of_the_page_are_those_of_the_scripts() -> None:
    (table,) = re.findall(r"## Events of the page\n(.*?)\n## ", ARCHITECTURE, re.DOTALL)
    described = set(re.findall(r"^\| `([a-z:-]+)`", table, re.MULTILINE))
    assert described == set(EVENT.findall(SCRIPTS))


def test_what_can_be_read_has_the_addresses_that_are_described(app: Flask) -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    described = set(re.findall(r"^\| (GET) \| `?([^`|]*?)`? \|", page, re.MULTILINE))
    prefix = "/api/v1/clubs/{club}"
    rules = {
        (method, re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule).removeprefix(prefix) or "(nothing more)")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/clubs/")
        for method in (rule.methods or set()) & {"GET"}
    }
    assert described == rules


def test_every_example_of_the_case_format_is_answered_as_printed() -> None:
    page = (ROOT / "docs" / "score-json.md").read_text()
    examples = re.findall(r"```json\n(.*)\n(.*)\n```", page)
    assert len(examples) >= 15
    with grid() as case:
        for asked, printed in examples:
            with case(asked):
                assert answer(json.loads(asked)) == json.loads(printed)


PAGE = (ROOT / "docs" / "security.md").read_text()
OPERATING = (ROOT / "docs" / "operating.md").read_text()
# How many items of level 1 each chapter of ASVS 5.0 has; OWASP's own list counts 70.
LEVEL_1 = {1: 8, 2: 4, 3: 8, 4: 2, 5: 4, 6: 13, 7: 6, 8: 4, 9: 4, 10: 5, 11: 3, 12: 3, 13: 1, 14: 2, 15: 3}


def items(first_column: str) -> set[tuple[int, ...]]:
    """The items a row names, with ranges such as “6.2.1 to 6.2.8” expanded."""
    found = set()
    for first, last in re.findall(r"(\d+\.\d+\.\d+)(?: to (\d+\.\d+\.\d+))?", first_column):
        *section, start = map(int, first.split("."))
        end = int(last.split(".")[-1]) if last else start
        found |= {(*section, number) for number in range(start, end + 1)}
    return found


def named_tests(file: Path) -> set[str]:
    """The tests of a module that can fail: those that assert, raise, or call something that does."""
    found = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef)]
    return {
        node.name
        for node in found
        if node.name.startswith("test_")
        and any(isinstance(part, ast.Assert | ast.With | ast.Call) for part in ast.walk(node))
    }


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE + OPERATING)
    assert len(named) > 120
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or (name and name not in named_tests(ROOT / path))
    ]
    assert missing == []


def test_every_item_of_level_1_has_a_row() -> None:
    (table,) = re.findall(r"## ASVS 5\.0, level 1\n(.*?)\n## ", PAGE, re.DOTALL)
    listed = set().union(*(items(row.split("|")[1]) for row in table.splitlines() if row.startswith("|")))
    counted = {chapter: len([item for item in listed if item[0] == chapter]) for chapter in LEVEL_1}
    assert counted == LEVEL_1
    assert sum(LEVEL_1.values()) == 70


def test_every_damage_that_doctor_finds_is_listed() -> None:
    (said,) = re.findall(r"## Is everything well\?\n(.*?)\n## ", OPERATING, re.DOTALL)
    listed = set(
        re.split(r" *[;:.] *", re.sub(r"\s+", " ", said).replace(" - **", ".").replace(", and", "."))
    )
    assert {*PLANTED, *SPOILED} - listed == set()
