"""A club on its server and two phones with a pocket: anything on any, synced, cut and killed.

The acts and the check are those of tests/services/transfer; here they go by taps through real browsers.
"""

import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Playwright, expect
from sqlite_utils import Database

from scorekeeper.config import secret_key
from scorekeeper.services.clubs.administration import join_path, link_secret
from scorekeeper.store import open_store
from tests.browser.evening import end_round, sit_down, undo
from tests.pocket.conftest import installed_from
from tests.pocket.copying import copy_by_link
from tests.pocket.phone import PATIENCE, START, Phone, copied, phone_with
from tests.services.match import Match, start
from tests.services.transfer.handover import file_of
from tests.services.transfer.test_random_sync import NAMES, Evening
from tests.serving import ServerProcess

pytestmark = [pytest.mark.usefixtures("built"), pytest.mark.long]

ACTS = 16  # in a run
TRIES = 12  # of bringing a phone up to date, with everything that is asked
# What a sync has led to: the page that follows on it, or words about what is in the way.
ENDED = """() => document.readyState == 'complete' && (!('before' in document.documentElement.dataset)
  || !document.querySelector('#hand-over > button').disabled)"""
ALL = "Everything on this phone is with the club."


class Place:
    """A phone of the evening, switched off and on again."""

    def __init__(self, driver: Playwright, profile: Path, pocket: str) -> None:
        self.driver, self.profile, self.pocket = driver, profile, pocket
        self.on = ExitStack()
        self.switch_on()

    def switch_on(self) -> None:
        self.phone = self.on.enter_context(phone_with(self.driver, self.profile))

    def off_and_on(self) -> None:
        self.on.close()
        self.switch_on()
        self.phone.open(self.pocket)

    def go(self, path: str) -> None:
        self.phone.app.goto(f"{self.pocket}app{path}")

    def stored(self) -> Database:
        """What is on its disk."""
        path = self.profile.with_suffix(f".{time.monotonic_ns()}.db")
        path.write_bytes(self.phone.read())
        return open_store(path)


@dataclass
class InBrowsers(Evening):
    """The same evening; what is asked of a phone's database is read off its disk, and all else tapped."""

    server: ServerProcess = field(kw_only=True)
    places: tuple[Place, ...] = field(kw_only=True)

    def read(self) -> None:
        """Read the phones anew."""
        for db in self.phones:
            db.close()
        self.phones[:] = [place.stored() for place in self.places]

    def place(self, at: Database) -> Place:
        return self.places[self.phones.index(at)]

    def act(self, at: Database) -> None:
        super().act(at)
        self.read()

    def record(self, at: Database, match: Match) -> None:
        if at is self.db:
            super().record(at, match)
            return
        place, names = self.place(at), match.state(at).sides
        out = self.chance.randrange(2)
        place.go(f"/c/{match.club}/matches/{match.id}")
        end_round(place.phone.app, names[out], {names[1 - out]: self.chance.randint(1, 9)})
        self.entered |= self.new(place, match, at)

    def undo(self, at: Database, match: Match) -> None:
        if at is self.db:
            super().undo(at, match)
            return
        place = self.place(at)
        place.go(f"/c/{match.club}/matches/{match.id}")
        undo(place.phone.app)
        self.new(place, match, at)

    def new(self, place: Place, match: Match, before: Database) -> set[str]:
        """The keys of what has been entered on this phone since, once it is there."""
        known = {event.key for event in match.state(before).events}
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            with closing(place.stored()) as now:
                if found := {event.key for event in match.state(now).events} - known:
                    return found
            time.sleep(0.1)
        raise AssertionError("Nothing was entered.")

    def sit_down(self, at: Database) -> None:
        if at is self.db:
            super().sit_down(at)
            return
        place = self.place(at)
        place.go(f"/c/{self.club.club}/")
        sit_down(place.phone.app, "English pub Block", *self.chance.sample(NAMES, 2), target=30)

    def pass_on(self, phone: Database, other: Database) -> None:
        place = self.place(other)
        file = place.profile.with_suffix(".txt")
        file.write_text("".join(file_of(phone, self.club.club, most=10**9)))
        place.go(f"/c/{self.club.club}/take-in")
        place.phone.app.locator("#file").set_input_files(file)
        place.phone.app.get_by_role("button", name="Import").tap()
        expect(place.phone.app.get_by_role("heading", name=re.compile("Imported|Who is"))).to_be_visible()
        self.read()

    def scan(self, phone: Database) -> None:
        super().scan(phone)
        self.read()

    def sync(self, phone: Database, *, to_the_end: bool = False) -> None:
        place, at = self.place(phone), self.phones.index(phone)
        how = "" if to_the_end else self.chance.choice(("", "", "network", "phone", "server"))
        place.go(f"/c/{self.club.club}/hand-over")
        for _ in range(TRIES):
            if self.up_to_date(place, how) or how:
                self.read()
                return
            self.read()
            self.decide(place, self.phones[at])
        raise AssertionError(place.phone.app.locator("main").inner_text())

    def up_to_date(self, place: Place, how: str) -> bool:
        """Tap the button, and cut it short as is said; whether both are up to date and nothing is asked."""
        app = place.phone.app
        app.evaluate("document.documentElement.dataset.before = ''")
        app.get_by_role("button", name="Bring both up to date").tap()
        if how:
            time.sleep(self.chance.random())
            self.cut(place, how)
            return False
        return self.answered(place)

    def cut(self, place: Place, how: str) -> None:
        if how == "network":
            place.phone.cut()
            time.sleep(self.chance.random())
            place.phone.cut(off=False)
        elif how == "phone":
            place.phone.kill()
            place.off_and_on()
        else:
            self.server.kill()
            self.server.start()

    def answered(self, place: Place) -> bool:
        """Wait for what it has led to, and say who is who where somebody asks."""
        phone, deadline = place.phone, time.monotonic() + START / 1000
        while time.monotonic() < deadline:
            if "/take-in" in phone.shell.url:
                self.introduce(phone)
                return False
            with suppress(PlaywrightError):  # a page that is just being left
                if phone.app.evaluate(ENDED):
                    decided = phone.app.locator("button[name^=choice-]").count() == 0
                    return decided and phone.app.get_by_text(ALL).is_visible()
            time.sleep(0.1)
        raise AssertionError("Nothing came of it.")

    def introduce(self, phone: Phone) -> None:
        """On the club's page: everybody of the same name is the same."""
        expect(phone.shell.get_by_role("heading", name="Who is who?")).to_be_visible()
        for same in phone.shell.locator("input[value=same]").all():
            same.check()
        phone.shell.get_by_role("button", name="Import").tap()
        phone.shell.get_by_role("link", name="Back to the app on this phone").tap()
        phone.wait_for_the_app()
        phone.app.wait_for_url("**/hand-over")  # it has gone on by itself

    def decide(self, place: Place, phone: Database) -> None:
        """Choose for the first of those that are asked about."""
        asked = place.phone.app.locator("button[name^=choice-]")
        if not asked.count():
            return
        choices: dict[str, str] = {}
        id = str(asked.first.get_attribute("name")).removeprefix("choice-")
        self.choose(phone, id, choices)
        app = place.phone.app
        app.evaluate("document.documentElement.dataset.before = ''")
        app.locator(f"button[name='choice-{id}'][value={choices[id]}]").tap()
        self.answered(place)
        self.read()


@pytest.fixture(scope="module")
def club_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("club") / "club.db") as process:
        yield process


@pytest.fixture(scope="module")
def with_pocket(
    driver: Playwright, club_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    return installed_from(driver, f"{club_server.url}/pocket/", tmp_path_factory)


@pytest.mark.parametrize("seed", range(10))
def test_three_equal_records(
    driver: Playwright, club_server: ServerProcess, with_pocket: Path, tmp_path: Path, seed: int
) -> None:
    with closing(open_store(club_server.database)) as db, ExitStack() as on:
        club = start(db, "block", "Ann", "Bob", target=30)
        secret = link_secret(secret_key(club_server.database), club.club, "score", 1)
        places = tuple(
            Place(driver, copied(with_pocket, tmp_path / name), f"{club_server.url}/pocket/")
            for name in ("a", "b")
        )
        for place in places:
            on.callback(lambda place=place: place.on.close())
            copy_by_link(place.phone, club_server.url + join_path(club.club, secret))
            place.off_and_on()  # a browser writes its cookies half a minute later, or when it is closed
        phones = [place.stored() for place in places]
        evening = InBrowsers(random.Random(seed), club, db, phones, server=club_server, places=places)
        evening.play(ACTS)
        evening.check()
