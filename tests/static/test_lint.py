"""`make lint` knows the oldest browsers: what one of them lacks is refused in every script."""

import json
import re
from pathlib import Path
from subprocess import run

import pytest

from scorekeeper.web import pwa
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


AS_READ = """
const { readFileSync } = require("fs");
const read = (text) => require("espree").parse(text, { ecmaVersion: 2022, sourceType: "module" });
const place = ["start", "end", "raw"];
const bare = (name, value) => (place.includes(name) ? undefined : value);
const said = (text) => JSON.stringify(read(text), bare);
const [travels, written] = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(String(said(travels) === said(written)));
"""


@pytest.mark.parametrize("name", sorted(name for name in pwa.names() if name.endswith(".js")))
def test_a_bundle_says_what_its_scripts_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    travels = pwa.bundle(name).text
    monkeypatch.setattr(pwa, "_tight", lambda line: line)
    monkeypatch.setattr(pwa, "_BREAK", re.compile("(?!)"))
    written = pwa.bundle.__wrapped__(name).text
    assert len(travels) < len(written)
    node = [with_eslint(), "-e", AS_READ]
    read = run(
        node, cwd=ROOT, input=json.dumps([travels, written]), capture_output=True, text=True, check=True
    )
    assert read.stdout == "true"


def faulty_lines(*lines: str) -> set[int]:
    """The lines of a script in ``static`` that eslint finds fault with."""
    eslint = [with_eslint(), "node_modules/eslint/bin/eslint.js", "--format=json", "--stdin"]
    found = run(
        [*eslint, "--stdin-filename=static/page/new.js"],
        cwd=ROOT,
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    return {message["line"] for message in json.loads(found.stdout)[0]["messages"]}


def with_eslint() -> str:
    """Where Node is; without eslint beside it the test is skipped."""
    if not (ROOT / "node_modules/eslint").exists():
        skip("eslint is not installed; make lint installs it")
    return program("node", "nodejs")
