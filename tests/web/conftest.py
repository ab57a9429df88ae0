"""The app over a real file, and the tests' clubs. Every test has clubs of its own, sealed off from others."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from tests.databases import make_database
from tests.quick_pins import pytest_runtest_protocol
from tests.web.cast import Pub, open_pub, sit_down
from tests.web.secretary import cards_of, draw_up, three_teams

__all__ = ["pytest_runtest_protocol"]


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app as it is served on a pub's own network, over plain http."""
    return app_over(tmp_path_factory.mktemp("pub"))


@pytest.fixture
def crown(app: Flask) -> Pub:
    """The Crown, with its manager's phone."""
    return open_pub(app, "The Crown")


@pytest.fixture
def anchor(app: Flask) -> Pub:
    """The Anchor, which knows nothing of the Crown."""
    return open_pub(app, "The Anchor")


@pytest.fixture
def match(crown: Pub) -> str:
    """The usual match at the Crown, which has just begun: Ann against Bob, Draw to 100."""
    return sit_down(crown, "draw_100", "Ann", "Bob")


@pytest.fixture
def fives(crown: Pub) -> str:
    """A match that has just begun in which points are scored in play: Ann against Bob, Fives to 250."""
    return sit_down(crown, "fives_250", "Ann", "Bob")


@pytest.fixture
def at(crown: Pub) -> str:
    """The address of a league of three teams, Crown, Lion and Railway, which has no fixtures yet."""
    return three_teams(crown)


@pytest.fixture
def empty_app(tmp_path: Path) -> Flask:
    """An app that has just been started for the first time."""
    return app_over(tmp_path)


@pytest.fixture
def card(crown: Pub, at: str) -> str:
    """The address of a card of three tables, best of three each: Crown at home to Lion, or the reverse."""
    draw_up(crown, at, twice="no")
    return cards_of(crown, at, "Crown", "Lion")[0]


def app_over(folder: Path, **config: object) -> Flask:
    database = make_database(folder / "scorekeeper.db")
    return create_app({"DATABASE": database, **config})
