"""A module is a subject: at most 400 lines; no function over 50, and most far below."""

import ast
from pathlib import Path
from statistics import median

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
MODULES = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
LINES = {path: len(text.splitlines()) for path, text in MODULES.items() if text}


def test_no_module_is_too_long() -> None:
    assert {str(path.relative_to(PACKAGE)): lines for path, lines in LINES.items() if lines > 400} == {}


def test_no_function_is_too_long() -> None:
    functions = {
        f"{path.relative_to(PACKAGE)} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, text in MODULES.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: lines for name, lines in functions.items() if lines > 50} == {}
    assert median(functions.values()) <= 6
