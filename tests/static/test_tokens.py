"""Sizes are tokens: font sizes, radii, gaps, paddings, margins, heights and repeated widths.

Shares of the screen (vh, vw, %) are exempt: the display on the wall is made of them, and a board's totals
grow with the phone up to a token.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.config import asset_folder

STYLES = asset_folder("static") / "css"
SIZED = re.compile(
    r"(?<![\w-])(?P<property>font|font-size|border-radius|(?:row-|column-)?gap|(?:padding|margin)[a-z-]*|min-height)"
    r"\s*:\s*(?P<value>[^;{}]+)"
)
WIDE = re.compile(
    r"(?<![\w-])(?:max-width|min-width|width|outline|grid-template-columns)\s*:\s*(?P<value>[^;{}]+)"
)
LITERAL = re.compile(r"(?<![\w.-])-?\d*\.?\d+(?:rem|px|pt|mm)\b")
# Allowed literals, and why.
ELSEWHERE = {"tokens.css": "the tokens themselves"}
EXCEPTIONS = {
    # Units of a drawing's own coordinates, which scale with it.
    ("club.css", "font: 17px var(--sans)"),
    ("league.css", "font-size: 15px"),
    ("lists.css", "font: 800 13px var(--sans)"),
    ("match.css", "font-size: 14px"),
    ("plays.css", "font-size: .8px"),
    ("round.css", "font-size: 12px"),
    # A printed bracket.
    ("league.css", "gap: 3mm"),
    ("league.css", "font-size: 9pt"),
    ("league.css", "padding: 1.5mm"),
    ("league.css", "font-size: 9pt"),
    # The thumb's place and what is above it: parts that lie on the same pixels whatever happens.
    ("match.css", "font-size: 1rem"),
    ("match.css", "font-size: .6875rem"),
    ("match.css", "min-height: 1.25rem"),
    ("match.css", "font: 750 .8125rem/1 var(--sans)"),
    ("match.css", "border-radius: .55rem"),
    ("match.css", "min-height: 3.25rem"),
    ("match.css", "padding: 3px"),
    ("plays.css", "gap: .375rem"),
    ("plays.css", "gap: 1px"),
    ("plays.css", "margin: 0 -5px"),
    ("plays.css", "column-gap: 1.0625rem"),
    ("plays.css", "gap: .375rem"),
    # The keypad takes the height that the rest of the page (27rem) leaves.
    ("round.css", "min-height: clamp(var(--target-least), (100vh - 27rem) / 4, 4.5rem)"),
    ("round.css", "min-height: clamp(var(--target-least), (100dvh - 27rem) / 4, 4.5rem)"),
}


def literals(folder: Path) -> Iterator[tuple[str, str]]:
    """Each declaration with a literal size, and its stylesheet."""
    for path in sorted(folder.rglob("*.css")):
        name = path.relative_to(folder).as_posix()
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for found in SIZED.finditer(text):
            if name not in ELSEWHERE and LITERAL.search(found["value"]):
                yield name, f"{found['property']}: {found['value'].strip()}"


def test_sizes_are_tokens() -> None:
    assert sorted(set(literals(STYLES)) - EXCEPTIONS) == []


def test_a_width_with_a_token_is_not_a_literal() -> None:
    tokens = (STYLES / "tokens.css").read_text(encoding="utf-8")
    named = set(re.findall(r"--width-[\w-]+: ([^;]+);", tokens))
    assert named
    found = {
        (path.relative_to(STYLES).as_posix(), declared[0])
        for path in STYLES.rglob("*.css")
        if path.relative_to(STYLES).as_posix() not in ELSEWHERE
        for declared in WIDE.finditer(re.sub(r"@media[^{]*", "", path.read_text(encoding="utf-8")))
        if named & set(re.findall(r"(?<![\w.-])\d*\.?\d+(?:rem|px)\b", declared["value"]))
    }
    assert found == set()


def test_no_exception_outlives_its_reason() -> None:
    assert set(literals(STYLES)) >= EXCEPTIONS


@pytest.mark.parametrize(
    "planted",
    [
        *("font-size: .95rem", "font: 700 1.6rem/1.1 var(--sign)", "border-radius: 12px", "gap: .4rem"),
        *(
            "column-gap: 6px",
            "padding: 0 .6rem",
            "margin: 0 -.75rem",
            "margin-top: 3mm",
            "min-height: 2.9rem",
        ),
    ],
)
def test_a_literal_size_is_found(tmp_path: Path, planted: str) -> None:
    style = f"/* gap: 1rem */ @media (max-width: 22.5rem) {{ .a {{ color: red; {planted}; }} }}"
    (tmp_path / "planted.css").write_text(style, encoding="utf-8")
    assert list(literals(tmp_path)) == [("planted.css", planted)]


@pytest.mark.parametrize(
    "fine", ["padding: var(--space-2) 0", "font-size: min(20vw, var(--text-board))", "width: 3px"]
)
def test_a_token_or_a_share_of_the_screen_is_fine(tmp_path: Path, fine: str) -> None:
    (tmp_path / "planted.css").write_text(f".a {{ {fine}; }}", encoding="utf-8")
    assert list(literals(tmp_path)) == []


def test_every_token_that_is_used_exists_and_every_one_that_exists_is_used() -> None:
    sheets = [path.read_text(encoding="utf-8") for path in STYLES.rglob("*.css")]
    known = re.compile(r"--(?:space|radius|text|target|width)-[\w-]+|--(?:head|foot)\b")
    tokens = set(known.findall((STYLES / "tokens.css").read_text(encoding="utf-8")))
    assert {use for sheet in sheets for use in re.findall(rf"var\(({known.pattern})\)", sheet)} == tokens


def test_a_change_somewhere_restyles_what_it_concerns() -> None:
    """Where a whole page asks for its contents, by ``:has()``, all of it is styled anew when they change."""
    style = "".join(path.read_text(encoding="utf-8") for path in STYLES.glob("*.css"))
    assert re.findall(r"(?:html|body|:root|\.match|\.playing)[^\s,{]*:has\([^{]*", style) == []
