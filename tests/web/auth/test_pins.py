"""A PIN to type at the bar: it lets a phone score, and cannot be guessed."""

import hashlib
import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from scorekeeper.store.clubs import access
from scorekeeper.store.clubs.access import COST, Client, closed_for, take_try
from scorekeeper.store.engine.connection import writing
from tests.web.cast import Phone, Pub, record, sit_down

PIN = "204060"
EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


@pytest.fixture
def guarded(crown: Pub) -> Pub:
    assert crown.manager.post(f"{crown.home}pin/settings", act="set", pin=PIN).status_code == 303
    return crown


def attempt(phone: Phone, pub: Pub, pin: str) -> int:
    return phone.post(f"{pub.home}pin", pin=pin).status_code


def fail(pub: Pub, *clients: Client) -> None:
    """A wrong PIN from each of these, counted as the page counts it, without the slow hash."""
    with pub.db() as db, writing(db):
        for client in clients:
            take_try(db, pub.id, client, int(time.time()))


def failures(pub: Pub) -> dict[str, int]:
    """The failures counted for this club, by address; "" is the whole club."""
    with pub.db() as db:
        return dict(
            db.execute("SELECT client, failures FROM pin_attempts WHERE club = ?", [pub.id]).fetchall()
        )


def test_the_pin_lets_a_phone_score_and_nothing_more_until_there_is_a_new_one(guarded: Pub) -> None:
    phone = Phone(guarded.app)
    assert attempt(phone, guarded, PIN) == 303
    match = sit_down(guarded, "draw_100", "Ann", "Bob")
    assert record(guarded, match, 0, {1: 10}, phone=phone).status_code == 303
    assert phone.ask(f"{guarded.home}pin/settings").status_code == 403
    guarded.manager.post(f"{guarded.home}pin/settings", act="set", pin="999999")
    assert record(guarded, match, 0, {1: 10}, phone=phone).status_code == 403
    assert attempt(phone, guarded, PIN) == 403


def test_a_pin_has_six_digits_at_least(crown: Pub) -> None:
    for pin in ("", "12345", "12345a", "١٢٣٤٥٦", "1234567890123"):
        assert crown.manager.post(f"{crown.home}pin/settings", act="set", pin=pin).status_code == 422
    assert Phone(crown.app).ask(f"{crown.home}pin").status_code == 404


def test_after_five_wrong_pins_even_the_right_one_has_to_wait_on_this_phone_alone(guarded: Pub) -> None:
    scorer, guessing = guarded.phone("score"), Phone(guarded.app)
    match = sit_down(guarded, "draw_100", "Ann", "Bob", phone=scorer)
    with time_machine.travel(EVENING, tick=False):
        assert [attempt(guessing, guarded, "000000") for _ in range(6)] == [403] * 5 + [429]
        assert attempt(Phone(guarded.app), guarded, PIN) == 303, "a phone beside it"
        assert attempt(guessing, guarded, PIN) == 429, "the other's right PIN is not this one's"
        assert record(guarded, match, 0, {1: 10}, phone=scorer).status_code == 303, "it is in already"
    with time_machine.travel(EVENING + timedelta(seconds=31), tick=False):
        assert attempt(guessing, guarded, "000000") == 403
        assert attempt(guessing, guarded, PIN) == 429
    with time_machine.travel(EVENING + timedelta(seconds=31 + 61), tick=False):
        assert attempt(guessing, guarded, PIN) == 303


def test_new_cookies_do_not_help_guessing(guarded: Pub) -> None:
    with time_machine.travel(EVENING, tick=False):
        assert [attempt(Phone(guarded.app), guarded, "000000") for _ in range(2)] == [403] * 2
        (address,) = [client for client, count in failures(guarded).items() if client and count == 2]
        fail(guarded, *((f"phone {n}", address) for n in range(17)))
        assert [attempt(Phone(guarded.app), guarded, "000000") for _ in range(2)] == [403, 429]
        away = Phone(guarded.app)
        away.client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
        assert attempt(away, guarded, PIN) == 303, "another address"


def test_guessing_from_many_addresses_locks_newcomers_out_for_half_a_minute(guarded: Pub) -> None:
    with time_machine.travel(EVENING, tick=False):
        fail(guarded, *((f"phone {n}", f"address {n}") for n in range(99)))
        assert attempt(Phone(guarded.app), guarded, "000000") == 403
        assert attempt(Phone(guarded.app), guarded, PIN) == 429
    with time_machine.travel(EVENING + timedelta(seconds=31), tick=False):
        assert attempt(Phone(guarded.app), guarded, "000000") == 403
        assert attempt(Phone(guarded.app), guarded, PIN) == 429
        assert guarded.manager.post(f"{guarded.home}pin/settings", act="unlock").status_code == 303
        assert attempt(Phone(guarded.app), guarded, PIN) == 303


def test_failures_fade(guarded: Pub) -> None:
    client = ("phone", "address")
    with guarded.db() as db:
        for hour in range(10):
            with time_machine.travel(EVENING + timedelta(hours=hour), tick=False):
                for _ in range(4):
                    assert closed_for(db, guarded.id, client, int(time.time())) == 0
                    fail(guarded, client)


def test_what_is_older_than_a_day_is_not_kept_and_no_address_ever(guarded: Pub) -> None:
    for moment in (EVENING, EVENING + timedelta(days=3)):
        with time_machine.travel(moment, tick=False):
            attempt(Phone(guarded.app), guarded, "000000")
        assert list(failures(guarded).values()) == [1] * 3
        assert "127.0.0.1" not in str(failures(guarded))


def test_the_pin_itself_stands_nowhere(guarded: Pub) -> None:
    with guarded.db() as db:
        (row,) = db.execute("SELECT * FROM pins WHERE club = ?", [guarded.id]).fetchall()
        ((salt, kept),) = db.execute("SELECT salt, hash FROM pins WHERE club = ?", [guarded.id]).fetchall()
        changes = db.execute("SELECT old, new FROM audit_log WHERE club = ?", [guarded.id]).fetchall()
    assert PIN not in str(row)
    assert PIN not in str(changes)
    assert len(salt) == 32, "16 bytes"
    n = access.COST  # next to nothing in these tests
    assert kept == hashlib.scrypt(PIN.encode(), salt=bytes.fromhex(salt), n=n, r=8, p=5, dklen=32).hex()
    assert COST == 2**14
