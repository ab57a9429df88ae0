"""Mutation testing of scorekeeper/rules: change one thing at a time, and a test of tests/rules should fail.

    git clone . ../scorekeeper-mutants && cd ../scorekeeper-mutants  # it writes into the project
    make install
    .venv/bin/pip install --group test --editable . mutmut==3.8.1
    sed -i s/max_examples=400/max_examples=60/ tests/rules/rounds/test_properties.py
    .venv/bin/python tools/mutants.py [module ...]

mutmut makes the changed functions, all of a module in one file. They are run from one session of pytest whose
tests are collected, in a fork for each function, against the tests that reach it; the rules' caches are
cleared before each. Half an hour on one core. Values outside functions (presets, options) are not changed. On
2026-11-23 tests/rules alone noticed 7,365 of 7,530 changes; most of the others are the same by another way.
"""

from __future__ import annotations

import ast
import functools
import gc
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import hypothesis
import pytest
from mutmut.mutation import trampoline
from mutmut.mutation.file_mutation import mutate_file_contents

RULES = Path("scorekeeper/rules")
SECONDS = 3  # of CPU time, after which a test is assumed to run for ever
SIMPLE = (["classmethod"], ["staticmethod"])


def plain(code: str) -> str:
    """The code with properties and cached functions as plain ones, since mutmut skips decorated functions."""
    lines = code.splitlines()
    owners = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Module | ast.ClassDef)]
    functions = [event for owner in owners for event in owner.body if isinstance(event, ast.FunctionDef)]
    for function in sorted(functions, key=lambda event: -event.lineno):
        names = [ast.unparse(decorator) for decorator in function.decorator_list]
        if names and names not in SIMPLE:
            wrapped = f"plain_{function.name}"
            for name in reversed(names):
                wrapped = f"{name}({wrapped})"
            lines.insert(function.end_lineno or 0, f"{' ' * function.col_offset}{function.name} = {wrapped}")
            first = function.lineno - 1
            lines[first] = lines[first].replace(f"def {function.name}(", f"def plain_{function.name}(", 1)
            del lines[function.decorator_list[0].lineno - 1 : first]
    return "\n".join(lines) + "\n"


def make_mutants() -> dict[str, list[str]]:
    """Change every module on the disk; returns the names of all mutants by function."""
    Path("setup.cfg").write_text("[mutmut]\nsource_paths=scorekeeper\n", encoding="utf-8")
    made: dict[str, list[str]] = {}
    for path in sorted(RULES.rglob("*.py")):
        changed = mutate_file_contents(str(path), plain(path.read_text(encoding="utf-8")))
        path.write_text(changed.code, encoding="utf-8")
        for name in changed.mutant_names:
            whole = f"{'.'.join(path.with_suffix('').parts)}.{name}"
            made.setdefault(whole.partition("__mutmut_")[0], []).append(whole)
    return made


class Measure:
    """A plugin that runs the collected tests against every mutant instead of once."""

    def __init__(self, mutants: dict[str, list[str]], modules: list[str]) -> None:
        self.mutants = {
            key: names for key, names in mutants.items() if key.split(".")[-2] in modules or not modules
        }
        self.hit: set[str] = set()
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        trampoline.record_trampoline_hit = lambda name, **_: self.hit.add(name)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which tests reach which functions, then measure function by function."""
        self.cached = [
            found
            for found in gc.get_objects()
            if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith("scorekeeper")
        ]
        reached: dict[str, list[tuple[float, pytest.Item]]] = defaultdict(list)
        for item in session.items:
            self.hit.clear()
            began = time.process_time()
            if not self.passes(item, "stats"):
                raise SystemExit(f"{item.nodeid} fails without any change")
            for key in self.hit & self.mutants.keys():
                reached[key].append((time.process_time() - began, item))
        for key, names in self.mutants.items():
            tests = [item for _, item in sorted(reached[key], key=lambda event: event[0])]
            while names:
                names = names[self.measure(names, tests) :]
        return True

    def passes(self, item: pytest.Item, mutant: str) -> bool:
        """Run one test with this mutant in place; whether it passes."""
        for cached in self.cached:
            cached.cache_clear()
        trampoline.set_mutant_under_test(mutant)
        try:
            item._initrequest()
            item.session._setupstate.setup(item)
            item.runtest()
        except (
            Exception,
            pytest.fail.Exception,
        ):  # where pytest.raises saw no exception, it raises the second
            return False
        finally:
            item.session._setupstate.teardown_exact(None)
        return True

    def measure(self, names: list[str], tests: list[pytest.Item]) -> int:
        """Measure these mutants in a fork, which ends early at one that never stops; how many are done."""
        reader, writer = os.pipe()
        if not os.fork():
            for name in names:
                os.write(writer, b"?")
                killer = next((item for item in tests if not self.in_time(item, name)), None)
                os.write(writer, b"k" if killer else b"s")
                tests.sort(key=lambda item, first=killer: item is not first)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as entered:
            verdicts = entered.read().replace("?k", "k").replace("?s", "s")
        os.wait()
        for name, verdict in zip(names, verdicts, strict=False):
            self.counts[name.split(".")[-2]]["survived" if verdict == "s" else "killed"] += 1
            if verdict == "s":
                print(f"survived: {name}", flush=True)
        return len(verdicts)

    def in_time(self, item: pytest.Item, mutant: str) -> bool:
        """The same, killed by a signal if the test runs for ever."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        return self.passes(item, mutant)


if __name__ == "__main__":
    hypothesis.settings.register_profile(
        "mutants", phases=list(hypothesis.Phase)[:3], deadline=None, database=None, derandomize=True
    )
    hypothesis.settings.load_profile("mutants")
    sys.path.insert(0, str(Path.cwd()))
    measured = Measure(make_mutants(), sys.argv[1:])
    pytest.main(
        ["-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-W", "ignore", "tests/rules"], [measured]
    )
    for module, count in sorted(measured.counts.items()):
        print(f"{module}: {count['killed']} of {count.total()}")
