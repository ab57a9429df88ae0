"""Fixtures for all tests: real servers, started once per module or once per test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import settings

from tests.compiled_templates import CompiledOnce
from tests.serving import ServerProcess

settings.register_profile("scorekeeper", deadline=None)  # a busy machine is slow, not wrong
settings.load_profile("scorekeeper")

Flask.jinja_options = {"bytecode_cache": CompiledOnce()}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pocket", action="store_true", help="run tests/browser against the app inside the phone"
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A fresh server for one test that stops, kills or otherwise upsets it."""
    process = ServerProcess(tmp_path / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all the tests of a module; leave it running."""
    process = ServerProcess(tmp_path_factory.mktemp("served") / "scorekeeper.db")
    try:
        yield process.start()
    finally:
        process.kill()
