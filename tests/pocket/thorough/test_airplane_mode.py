"""A night in airplane mode from the first tap, handed over the day after to a club that has played on.

The same night is played on a server, too; then the two servers show the same tables.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from scorekeeper.app import create_app
from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import migrate, open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.timestamps import club_day_of, timestamp
from tests.browser.evening import end_round, expect_totals, go, score, sit_down, undo, verdict
from tests.browser.evenings.test_league import result, seat_everybody, sign, tap
from tests.pocket.phone import SNAPSHOT_KEPT, START, Phone, phone_with
from tests.serving import ServerProcess
from tests.web.cast import open_pub
from tests.web.secretary import draw_up, enter, league

pytestmark = pytest.mark.usefixtures("built")

TABLES = ("?ratings=shown", "?game=block", "?game=draw", "?game=fives")


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers with the same club, whose league has a match tonight."""
    (first := tmp_path / "first").mkdir()
    migrate(first / "scorekeeper.db")
    pub = open_pub(create_app({"DATABASE": first / "scorekeeper.db"}), "The Crown")
    winter = league(pub, name="Winter", kind_0_count="2", kind_1_count="1")
    for team, players in (("Crown", "Ann\nBob"), ("Lion", "Cy\nDee")):
        enter(pub, winter, team, players)
    draw_up(pub, winter, first=club_day_of(timestamp(datetime.now(UTC))).isoformat())
    shutil.copytree(first, tmp_path / "second")
    both = tuple(ServerProcess(tmp_path / name / "scorekeeper.db").start() for name in ("first", "second"))
    yield both[0], both[1]
    for server in both:
        server.stop()


def home(server: ServerProcess) -> str:
    """The club's page, for its manager."""
    with closing(open_store(server.database)) as db:
        (club,) = clubs(db)
    return server.url + join_path(club.id, link_secret(secret_key(server.database), club.id, "manage", 1))


def until_the_middle(app: Page) -> None:
    """A match of Draw, and the first round of a match by points."""
    sit_down(app, "Draw to 100", "Ann", "Bob")
    end_round(app, "Ann", {"Bob": 60})
    end_round(app, None, {"Ann": 9, "Bob": 21})
    undo(app)
    end_round(app, "Ann", {"Bob": 48})
    expect(verdict(app)).to_have_text("Ann won 108–0")
    sit_down(app, "Straight dominoes to 250", "Bob", "Cy", target=30)
    score(app, "Cy", 15)
    score(app, "Bob", 10)


def from_the_middle(app: Page) -> None:
    """The rest of it, a match of Block in pairs, and the boards of the league's card."""
    expect_totals(app, 10, 15)
    end_round(app, "Bob", {"Cy": 23})
    expect(verdict(app)).to_have_text("Bob won 35–15")
    sit_down(app, "English pub Block", "Ann", "Bob", "Cy", "Eve", pairs=True, target=1)
    end_round(app, None, {"Ann": 9, "Bob": 4, "Cy": 8, "Eve": 12})
    expect(verdict(app)).to_be_visible()
    go(app, "Tonight")
    tap(app, "Crown")
    seat_everybody(app)
    for board, winner in ((1, "Crown"), (2, "Lion"), (3, "Lion")):
        result(app, board, winner)
    tap(app, "Save the card", "button")
    expect(app.locator(".fixture-score .legs")).to_have_text("1–2")


def both_sign(club: Page) -> None:
    """At the club, for nothing that a phone brings signs for anybody."""
    go(club, "Tonight")
    tap(club, "Crown")
    for team in ("Crown", "Lion"):
        sign(club, team)


def the_day_after(club: Page) -> None:
    """What the club plays on its server."""
    sit_down(club, "English pub Block", "Cy", "Ann", target=1)
    end_round(club, "Cy", {"Ann": 7})
    expect(verdict(club)).to_be_visible()


def tables(club: Page, address: str) -> dict[str, str]:
    """The words of every table of the club and of its league."""
    club.goto(address)
    base = re.sub(r"join/.*|\?.*", "", club.url)
    found = {}
    for path in (*(f"table{game}" for game in TABLES), "players"):
        club.goto(base + path)
        found[path] = club.locator("main").inner_text()
    club.goto(f"{base}leagues/")
    tap(club, "Winter")
    found["league"] = club.locator("main").inner_text()
    return found


def test_a_night_in_airplane_mode_comes_home_as_if_played_on_the_server(
    driver: Playwright,
    new_phone: Callable[[], Phone],
    servers: tuple[ServerProcess, ServerProcess],
    tmp_path: Path,
) -> None:
    club, twin = servers
    profile = tmp_path / "phone"
    with phone_with(driver, profile) as phone:
        phone.shell.goto(home(club))
        go(phone.shell, "Club")
        phone.shell.get_by_role("link", name="An evening without this server").tap()
        phone.shell.get_by_role("link", name="Copy it to this browser").tap()
        phone.wait_for_the_app()
        phone.app.get_by_role("button", name="Copy to this phone").tap()
        expect(phone.app.get_by_role("heading", level=1)).to_have_text("The Crown", timeout=START)
        phone.shell.wait_for_function(SNAPSHOT_KEPT, timeout=START)
        club.kill()
        phone.cut()
        until_the_middle(phone.app)
        match = phone.shell.url
        phone.kill()
    with phone_with(driver, profile) as phone:
        phone.cut()
        phone.open(match)
        from_the_middle(phone.app)
        phone.cut(off=False)
        club.start()
        phone.shell.goto(home(club))
        the_day_after(phone.shell)
        phone.open(match)
        go(phone.app, "Club")
        phone.app.get_by_role("link", name="Bring this phone and the club up to date").tap()
        phone.app.get_by_role("button", name="Bring both up to date").tap()
        expect(phone.app.get_by_text("Everything on this phone is with the club.")).to_be_visible(
            timeout=START
        )
        phone.shell.goto(home(club))
        both_sign(phone.shell)
        handed_over = tables(phone.shell, home(club))

    twin_phone = new_phone().shell
    twin_phone.goto(home(twin))
    until_the_middle(twin_phone)
    from_the_middle(twin_phone)
    twin_phone.goto(home(twin))
    the_day_after(twin_phone)
    both_sign(twin_phone)
    played_there = tables(twin_phone, home(twin))
    assert all("Bob" in words or "Crown" in words for words in played_there.values())
    assert handed_over == played_there
