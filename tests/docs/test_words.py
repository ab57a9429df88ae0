"""Things have the names that the field gives them: private words stay out of names and texts.

A word is looked for as part of a name in the code, of a file or of an address; in texts only the phrases that
an outsider would not understand. Ordinary English stays: “try again”.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask

ROOT = Path(__file__).parents[2]
# Parts of names, and the standard word: docs/architecture.md has the whole list.
# fmt: off
PRIVATE = {
    "again": "retry, or what happens again", "told": "entered, event", "telling": "report",
    "tally": "score, statistics", "tallies": "statistics", "outing": "appearance", "outings": "appearances",
    "night": "matchday, fixture", "nights": "matchdays", "bin": "trash", "binned": "trashed",
    "family": "game", "families": "games", "stamp": "author, timestamp", "book": "match state",
    "stranger": "outsider, placeholder", "remembered": "cached", "remembering": "cached", "mend": "correct",
    "mending": "correcting", "mended": "corrected", "unchanged": "not modified", "squeezed": "compressed",
    "squeezing": "compression", "heard": "scored, reached", "ticket": "idempotency key",
    "overtaken": "conflict", "judge": "validate", "judged": "validated", "judgement": "validation",
    "skeleton": "name key", "whereabouts": "identity", "misshapen": "form errors", "proven": "checked",
    "intake": "import", "checkup": "integrity",
}
# fmt: on
IN_TEXTS = re.compile(
    r"\b(?:outings?|tall(?:y|ies)|squeez\w+|idempotency tickets?|whereabouts|misshapen|unchanged page"
    r"|[Mm]end(?:s|ed|ing)?\b(?! one)|[Jj]udge(?:s|d|ment)?|[Ss]trangers?|the bin|score book’s"
    r"|(?:its|the card’s|each) family|four families)\b"
    r"|\b[Tt]old of\b|\b(?:was|were|been|be) told(?! (?:that|to|so|whose|at once|of))"
)
# Words that players no longer read: each has been replaced by a plainer one.
# fmt: off
FORMER = (
    "Tell only my own hand", "Tell it", "Flat on the table", "On the television", "Every player alone",
    "The rule decides", "Draw for the lead", "Call the match off", "Take the whole round out", "Taken out of",
    "Put it in the record", "What happens is pegged back", "Check it deeper", "Tiles asleep",
    "it does not score", "took the block", "chipped out for", "tap the tiles instead<", "type pips instead",
    "empty this one", "at the ends:", "Keep this PIN", "Keep this name", "A PIN at the bar",
    "Forget it on this", "Leagues of this club", "every time", "A block level on",
    "Points of the round’s end", "to 1 games",
    '"ABCD"[', "Have all of it", "What is kept of people<", "Put mine in its place", "Make them one",
    "Tap the tiles instead", "hat whoever opens it", "Let mine go", "still stands here", "This one stays",
    "Throw it away", "Put it there", "Put it in the table", "Take it along", "Bring it in", "need not be)",
    "there need be none", "put off", " is no whole number", "is no day;", "Stale since", "form has lost",
)
# fmt: on
TEXTS = ("scorekeeper", "templates", "static", "docs/operating.md", "docs/api.md", "docs/architecture.md")


def tracked(*paths: str) -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--", *paths], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.splitlines()]


@cache
def words_of(name: str) -> set[str]:
    """The words of a name: ``_is_told`` and ``IsTold`` have two."""
    return set(re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower().split("_"))


def names(code: str) -> Iterator[str]:
    """The names that the code itself defines; tests' names are sentences, and libraries' are not ours."""
    borrowed, stored = set[str](), set[str]()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                if not name.startswith("test_"):
                    yield name
            case ast.Name(id=name, ctx=ast.Store()):
                stored.add(name)
            case ast.arg(arg=name):
                yield name
            case ast.ImportFrom() if not (node.module or "").startswith(("scorekeeper", "tests")):
                borrowed.update(alias.asname or alias.name for alias in node.names)
    yield from stored - borrowed


TEXTS_AND_COMMENTS = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'|#[^\n]*")
DECLARED = (
    re.compile(r"\b(?:function\*?|class|const|let|var) +([\w$]+)"),
    re.compile(r"\b(?:const|let|var) *[\[{]([^\]}=]*)[\]}] *="),  # unpacked from an object or a list
    re.compile(r"\bfunction\*? *[\w$]* *\(([^)]*)\)"),
    re.compile(r"\(([^()]*)\) *=>"),
    re.compile(r"\b([\w$]+) *=>"),
)
NO_NAME = re.compile(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|`[^`]*`", re.DOTALL)  # comments and texts


def script_names(script: str) -> set[str]:
    """The names that a script defines, and the keys of the objects it passes to functions."""
    code = NO_NAME.sub("", script)
    said = [found[1] for pattern in DECLARED for found in pattern.finditer(code)]
    return {name for text in said for name in re.findall(r"[\w$]+", text)}


def private_names(code: str) -> list[str]:
    """Only where a name of any kind is private the code is parsed: it may be a library's."""
    written = re.findall(r"\b(?!test_)[A-Za-z_]\w*", TEXTS_AND_COMMENTS.sub("", code))
    if not any(words_of(name) & PRIVATE.keys() for name in {*written}):
        return []
    return sorted({name for name in {*names(code)} if words_of(name) & PRIVATE.keys()})


def private_texts(text: str) -> list[str]:
    """The private phrases in a text, the glossary's own column apart."""
    bare = re.sub(r"## Words\n.*?\n## ", "", text, flags=re.DOTALL)
    return [found[0] for found in IN_TEXTS.finditer(bare)]


def test_nothing_in_the_code_has_a_private_name() -> None:
    found = {
        str(path.relative_to(ROOT)): private
        for path in tracked("scorekeeper", "tests", "bench", "tools", "training", "pocket")
        if path.suffix == ".py" and path.is_file()
        if (private := private_names(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_nothing_in_a_script_has_a_private_name() -> None:
    found = {
        str(path.relative_to(ROOT)): private
        for path in tracked("static", "pocket", "eslint.config.js")
        if path.suffix == ".js" and path.is_file()
        if (private := {name for name in script_names(path.read_text()) if words_of(name) & PRIVATE.keys()})
    }
    assert found == {}


def test_no_file_has_a_private_name() -> None:
    assert [str(path) for path in tracked() if words_of(path.stem) & PRIVATE.keys()] == []


def test_no_address_has_a_private_name(app: Flask) -> None:
    parts = {part for rule in app.url_map.iter_rules() for part in re.split(r"\W+", rule.rule)}
    assert parts & PRIVATE.keys() == set()


def test_no_text_speaks_the_private_language() -> None:
    found = {
        str(path.relative_to(ROOT)): private
        for path in tracked(*TEXTS)
        if path.suffix in {".py", ".html", ".js", ".css", ".md"} and path.is_file()
        if (private := private_texts(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_players_read_plain_words() -> None:
    found = {
        str(path.relative_to(ROOT)): [words for words in FORMER if words in text]
        for path in tracked("templates", "static", "scorekeeper", "pocket/shell")
        if path.suffix in {".html", ".js", ".py"} and path.is_file()
        if any(words in (text := path.read_text(encoding="utf-8")) for words in FORMER)
    }
    assert found == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("def ask_again(): pass", ["ask_again"]),
        ("class MatchBook: pass", ["MatchBook"]),
        ("outings = [night for night in season]", ["night", "outings"]),
        ("def sign(stamp): pass", ["stamp"]),
        ("def test_who_comes_second_is_told_both(): pass", []),
        ("from prometheus_client.parser import families\nfamilies = families", []),
        ("against = bookings", []),
    ],
)
def test_a_private_name_is_found(code: str, found: list[str]) -> None:
    assert private_names(code) == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("function askAgain(form) {}", {"askAgain", "form"}),
        ("const { told, heard: kept } = answer;", {"told", "heard", "kept"}),
        ("export const send = (entry, again = false) => entry;", {"send", "entry", "again", "false"}),
        ('say("Try again"); // told so', set()),
    ],
)
def test_the_names_in_a_script_are_found(script: str, found: set[str]) -> None:
    assert script_names(script) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("what was told of the fixture", ["told of"]),
        ("Every round is judged again.", ["judged"]),
        ("The phone is told to come back; try again.", []),
        ("A club in the bin.", ["the bin"]),
    ],
)
def test_a_private_phrase_is_found(text: str, found: list[str]) -> None:
    assert private_texts(text) == found
