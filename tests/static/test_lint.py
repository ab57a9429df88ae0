"""`make lint` knows the oldest browsers: what one of them lacks is refused in every script."""

import json
from pathlib import Path
from subprocess import run

from tests.programs import program, skip

ROOT = Path(__file__).parents[2]
TOO_NEW = (
    "export const signal = AbortSignal.timeout(1);",
    "export const parses = URL.canParse('a');",
    "export const groups = Object.groupBy([1], (each) => each);",
    "export const first = Promise.any([]);",
    "export const last = (list) => list.findLast(Boolean);",
    "export const end = (list) => list.at(-1);",
    "export const copy = structuredClone({});",
    "export const behind = /(?<=a)b/;",
)


def test_a_script_with_something_newer_than_the_oldest_browser_is_refused() -> None:
    assert faulty_lines(*TOO_NEW) == set(range(1, len(TOO_NEW) + 1))
    assert faulty_lines("export const same = [1].includes(1);", "export let one; one ??= 1;") == {2}


def faulty_lines(*lines: str) -> set[int]:
    """The lines of a script in ``static`` that eslint finds fault with."""
    eslint = [program("node", "nodejs"), "node_modules/eslint/bin/eslint.js", "--format=json", "--stdin"]
    if not (ROOT / eslint[1]).exists():
        skip("eslint is not installed; make lint installs it")
    found = run(
        [*eslint, "--stdin-filename=static/page/new.js"],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    return {message["line"] for message in json.loads(found.stdout)[0]["messages"]}
