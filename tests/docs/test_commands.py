"""What the documents tell people to type exists, and every command explains itself."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main

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
