"""What the match's page shows while something waits: added up at once, marked, and never counted twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from playwright.sync_api import Browser, Page, expect

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.count_data import table_data
from tests.browser.count.cases import Playing
from tests.browser.count.counting import Counting
from tests.browser.evening import expect_totals
from tests.browser.offline.faulty_way import FaultyWay
from tests.browser.offline.test_outbox import nothing_waits, state, waiting
from tests.browser.phone import Complaints
from tests.browser.table import expect_counted, fill_hand, form_at_hand, save, sit_down
from tests.serving import ServerProcess

NewPhone = Callable[[], Page]
OFFLINE = "net::ERR_"


def tap(phone: Page, side: int, points: int) -> None:
    phone.locator(f".keys form:nth-child({side + 1}) button[value='{points}']").click()


def boxes(phone: Page) -> object:
    """Where the board and the last change lie, and the thumb's place, which hangs from the foot."""
    return phone.evaluate("""() => {
      const from = document.querySelector(".board").getBoundingClientRect().top;
      const boxes = (nodes, top) => [...document.querySelectorAll(nodes)].map((node) => {
        const {left, top: y, width, height} = node.getBoundingClientRect();
        return [left, y - top, width, height].map(Math.round);
      });
      return [boxes(".board, .board *, .last, .last button", from), boxes(".thumb, .thumb *", 0)];
    }""")


def test_a_play_counts_without_signal_and_nothing_moves_when_the_answer_comes(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down(phone, pub, "fives_250")
    tap(phone, 0, 15)
    expect_totals(phone, 15, 0)
    phone.context.set_offline(True)
    tap(phone, 1, 20)
    expect_counted(phone, 15, 20)
    assert listed(phone) == ["1 +15 15 +20 20"]
    expect(phone.locator(".round-line.waits")).to_have_count(1)
    expect(phone.locator(".last .words")).to_have_text("Bob scores 20. Not confirmed yet.")
    before = boxes(phone)
    phone.context.set_offline(False)
    expect_totals(phone, 15, 20)
    assert len(state(pub, match).events) == 2
    assert boxes(phone) == before
    assert listed(phone) == ["1 +15 15 +20 20"]
    expect(phone.locator(".round-line.waits")).to_have_count(0)
    nothing_waits(phone)


def test_an_entry_whose_answer_was_lost_is_not_counted_twice(phone: Page, way: FaultyWay) -> None:
    match = sit_down(phone, way, "fives_250")
    seen = []
    phone.expose_function("seen", lambda total: seen.append(total))
    phone.evaluate("""() => {
      const look = () => seen(document.querySelector("[data-total='0']").textContent);
      new MutationObserver(look).observe(document.getElementById("state"), {subtree: true, childList: true});
    }""")
    way.fates = ["cut after the commit"] * 20  # a browser tries the first again by itself
    tap(phone, 0, 15)
    expect_counted(phone, 15, 0)
    way.fates = []
    expect_totals(phone, 15, 0)
    assert "30" not in seen
    assert len(state(way, match).events) == 1


def test_a_match_that_is_won_without_signal_takes_nothing_more(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down(phone, pub, "fives_250")
    phone.context.set_offline(True)
    for _ in range(8):
        tap(phone, 0, 35)
    expect_counted(phone, 280, 0)
    expect(phone.locator(".last .words")).to_contain_text("Ann wins 280 – 0")
    tap(phone, 1, 5)
    expect(phone.locator("[data-refusal]")).to_have_text(
        "This match is over; nothing more can be entered in it."
    )
    assert waiting(phone) == 8
    phone.context.set_offline(False)
    expect(phone.locator(".slip-score").first).to_contain_text("280")
    assert len(state(pub, match).events) == 8


def test_a_match_that_is_won_by_what_waits_opens_no_form(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down_offline(phone, pub, "draw_100")
    end_round(phone, "Ann", 1, 60)
    end_round(phone, "Ann", 1, 61)
    expect_counted(phone, 121, 0)
    expect(phone.locator("#out")).to_have_text("Ann wins")
    phone.locator(".ends-round").get_by_role("link", name="Bob", exact=True).click()
    expect(phone.locator("[data-refusal]")).to_have_text(
        "This match is over; nothing more can be entered in it."
    )
    expect(phone.locator("#round")).to_have_count(0)
    assert waiting(phone) == 2
    phone.context.set_offline(False)
    phone.goto(match)
    expect(phone.locator(".slip-score").first).to_contain_text("121")
    assert len(state(pub, match).events) == 2


def test_what_was_taken_back_stays_so_behind_what_waits(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    sit_down_offline(phone, pub, "draw_100")
    phone.context.set_offline(False)
    put_back = phone.get_by_role("button", name="Put it back")
    with phone.expect_response("**/rounds/new"):  # a form that no longer asks for the phone's name
        end_round(phone, "Ann", 1, 60)
        expect_totals(phone, 60, 0)  # what still waits is taken back on the phone
        phone.get_by_role("button", name="Undo").click()
        expect(put_back).to_be_visible()
    phone.wait_for_timeout(300)  # in which the page reads it
    phone.context.set_offline(True)
    end_round(phone, "Ann", 1, 9)
    expect_counted(phone, 9, 0)
    expect(put_back).to_be_hidden()
    phone.context.set_offline(False)
    expect_totals(phone, 9, 0)
    expect(put_back).to_be_hidden()


def sit_down_offline(phone: Page, server: ServerProcess, game: str, **fields: object) -> str:
    """A match whose form for the end of a round is at hand, and then no signal."""
    match = sit_down(phone, server, game, **fields)
    form_at_hand(phone)
    expect(phone.locator("#badge")).to_have_text("live")
    phone.context.set_offline(True)
    return match


def end_round(phone: Page, out: str, seat: int, pips: int) -> None:
    """Enter the end of the round by the bar, with what the other hand held."""
    fold = phone.locator("details.over > summary")
    if fold.count():
        fold.click()
    phone.locator(".ends-round").get_by_role("link", name=out, exact=True).click()
    fill_hand(phone, seat, pips)
    save(phone)
    expect(phone.locator(".board")).to_be_visible()


def goes_first(phone: Page) -> object:
    return phone.locator(".side.first:has(.first-pill) .name bdi").all_text_contents()


def listed(phone: Page) -> list[str]:
    """The lines of the ledger, the newest first."""
    return [" ".join(words.split()) for words in phone.locator(".round-line summary").all_inner_texts()]


def test_with_rounds_waiting_the_whole_page_goes_on_or_says_that_they_wait(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down_offline(phone, pub, "draw_100")
    undo = phone.locator(".last").get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    end_round(phone, "Ann", 1, 24)
    expect_counted(phone, 24, 0)
    assert goes_first(phone) == ["Ann"]
    end_round(phone, "Bob", 0, 7)
    expect_counted(phone, 24, 7)
    assert goes_first(phone) == ["Bob"]
    expect(phone.locator(".first-pill")).to_have_text("Goes first")
    expect(phone.locator(".top .sub")).to_have_text("Round 3")
    expect(phone.locator("#out")).to_contain_text("Round 3 over")
    expect(phone.locator("#waiting summary").first).to_contain_text("2 waiting")
    assert listed(phone) == ["2 – 24 +7 7", "1 +24 24 – 0"]
    expect(phone.locator(".round-line.waits")).to_have_count(2)
    undo.click()
    expect_counted(phone, 24, 0)
    assert listed(phone) == ["1 +24 24 – 0"]
    assert goes_first(phone) == ["Ann"]
    phone.wait_for_timeout(1100)  # no double tap
    undo.click()
    expect_totals(phone, 0, 0)
    expect(undo).to_be_disabled()
    nothing_waits(phone)
    phone.context.set_offline(False)
    expect(phone.locator("#badge")).to_have_text("live")
    assert state(pub, match).events == ()


def test_a_leg_won_by_a_play_without_signal_ends_its_round(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down_offline(phone, pub, "fives_250", legs=2, target=50)
    tap(phone, 0, 35)
    tap(phone, 0, 15)
    expect_counted(phone, 50, 0)
    expect(phone.locator("[data-legs='0']")).to_have_text("1 leg")
    expect(phone.locator(".top .sub")).to_have_text("Leg 2, round 1")
    tap(phone, 1, 20)
    expect_counted(phone, 0, 20)
    end_round(phone, "Bob", 0, 13)
    expect_counted(phone, 0, 35)
    expect(phone.locator(".top .sub")).to_have_text("Leg 2, round 2")
    phone.context.set_offline(False)
    expect_totals(phone, 0, 35)
    assert listed(phone)[0] == "1 – 0 +35 35"
    expect(phone.locator(".round-line.waits")).to_have_count(0)
    assert [event.round for event in state(pub, match).events] == [1, 1, 2, 2]
    nothing_waits(phone)


def test_a_discarded_play_that_had_won_the_leg_takes_its_round_back(
    phone: Page, pub: ServerProcess, complaints: Complaints
) -> None:
    complaints.expect(OFFLINE)
    match = sit_down_offline(phone, pub, "fives_250", legs=2, target=50)
    for side, points in ((0, 35), (0, 15), (1, 20)):
        tap(phone, side, points)
    expect_counted(phone, 0, 20)
    phone.get_by_text("3 waiting since").click()
    phone.get_by_role("button", name="Discard").nth(1).click()
    expect_counted(phone, 35, 20)
    phone.context.set_offline(False)
    expect_totals(phone, 35, 20)
    assert [event.round for event in state(pub, match).events] == [1, 1]


def test_an_update_stands_in_place_and_what_waits_is_added_in_the_same_task(
    new_phone: NewPhone, way: FaultyWay
) -> None:
    """Keys that go over follow what waits: a board without it would let a thumb bust.

    The 2 has left this phone; whether the newer board holds it is not known, so it is not added to that.
    """
    phone, other = new_phone(), new_phone()
    match = sit_down(phone, way, "threes_fives_61", target=15)
    other.context.add_cookies(phone.context.cookies())
    over = phone.locator("button[name=points][data-side='0'].busts")
    assert over.count() == 0
    way.fates = ["portal 200"] * 100
    tap(phone, 0, 2)
    tap(phone, 0, 8)
    expect_counted(phone, 10, 0)
    assert over.count() == 2
    phone.evaluate("""() => { // what a thumb finds, as soon as an update stands there
      window.found = new Set();
      const look = () => found.add([document.querySelector("[data-total='0']").textContent,
        document.querySelectorAll("button[name=points][data-side='0'].busts").length].join());
      new MutationObserver(look).observe(document.getElementById("state"), {subtree: true, childList: true});
    }""")
    other.goto(match.replace(way.url, way.server.url))
    tap(other, 1, 4)
    expect_counted(phone, 8, 4)
    assert set(phone.evaluate("[...found]")) <= {"10,2", "8,1"}
    assert over.count() == 1


def test_tapped_and_kept_are_two_marks(phone: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect(OFFLINE)
    sit_down_offline(phone, pub, "fives_250")
    phone.evaluate("""() => {
      window.order = [];
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...what) {
        const request = put.apply(this, what);
        this.transaction.addEventListener("complete", () => order.push("written"));
        return request;
      };
      const total = document.querySelector("[data-total='0']");
      document.addEventListener("outbox:tapped", () => order.push(total.textContent));
      document.addEventListener("outbox:kept", () => order.push("kept"));
    }""")
    tap(phone, 0, 15)
    expect(phone.locator("#said")).to_have_text("Kept on this phone.")
    assert phone.evaluate("order.slice(0, 3)") == ["15", "written", "kept"]
    expect_counted(phone, 15, 0)
    expect(phone.locator("#badge")).to_contain_text("1 waiting")
    phone.context.set_offline(False)
    expect_totals(phone, 15, 0)
    expect(phone.locator("#badge")).to_have_text("live")
    expect(phone.locator("#said")).not_to_have_text("Kept on this phone.")


def test_a_tap_counts_at_once_while_the_storage_still_writes_the_one_before(
    phone: Page, pub: ServerProcess
) -> None:
    sit_down(phone, pub, "fives_250")
    expect(phone.locator("#badge")).to_have_text("live")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.evaluate("""() => { // nothing is written for as long as this goes on reading
      const open = indexedDB.open("scorekeeper");
      open.onsuccess = () => {
        const box = open.result.transaction(["outbox"], "readwrite").objectStore("outbox");
        const read = () => { if (!window.over) box.count().onsuccess = read; };
        read();
      };
    }""")
    tap(phone, 0, 5)
    tap(phone, 0, 10)
    expect_counted(phone, 15, 0)
    phone.evaluate("() => { window.over = true; }")
    expect_totals(phone, 15, 0)
    assert [url for url in asked if "/static/" in url] == [], "the count is there with the page"


def test_two_tabs_of_a_phone_count_the_same(phone: Page, pub: ServerProcess, complaints: Complaints) -> None:
    complaints.expect(OFFLINE)
    match = sit_down_offline(phone, pub, "fives_250")
    phone.context.set_offline(False)
    other = phone.context.new_page()
    other.goto(match)
    phone.context.set_offline(True)
    tap(phone, 0, 15)
    expect_counted(other, 15, 0)
    tap(other, 1, 20)
    expect_counted(phone, 15, 20)
    phone.locator(".last").get_by_role("button", name="Undo").click()
    expect_counted(other, 15, 0)
    phone.context.set_offline(False)
    expect_totals(phone, 15, 0)
    expect_totals(other, 15, 0)
    assert len(state(pub, match).events) == 1


# Game and house rules, totals before, who is out, hands, what the last tile scored, what is said.
SAID = [
    ("draw", {}, [66, 0], 0, [None, 37], 0, "Ann 103, wins"),
    ("draw", {}, [66, 0], None, [5, 30], 0, "Ann 91"),
    ("draw", {"tie": "none"}, [66, 0], None, [5, 5], 0, ""),
    ("draw", {"legs": 2}, [66, 0], 0, [None, 37], 0, "Ann 103, wins the leg"),
    ("draw", {"match_games": 1}, [0, 0], None, [7, 7], 0, "the match is drawn"),
    ("block", {}, [0, 4], 1, [None, None], 0, "Bob 5, wins"),
    ("fives", {}, [230, 0], 0, [None, 22], 0, "Ann 250, wins"),
    ("threes_fives", {}, [52, 0], 0, [None, None], 8, "Ann 61, wins"),
    ("threes_fives", {}, [55, 0], 0, [None, None], 8, "Ann stays on 55"),
    ("threes_fives", {}, [0, 55], 1, [None, None], 0, "Bob 56"),
]


def test_the_new_total_and_a_win_are_said_before_save(chromium: Browser) -> None:
    with Counting(chromium) as count:
        for game, changes, totals, out, hands, last, said in SAID:
            case = Playing.of(RuleCard.default(game, **changes), Random(1))
            table = table_data(case.state.card, ["Ann", "Bob"], [["Ann"], ["Bob"]], "chipped out")
            before = {**case.standing, "totals": totals, "legs": [0, 0], "leader": None}
            end = {"kind": "round", "out": out, "hands": hands, "last": last}
            becomes = count.page.evaluate(
                """async ([table, before, end]) => {
                  const {add, newTotals} = await import("/count/count.js");
                  return newTotals(table, before, add(table, before, end));
                }""",
                json.loads(json.dumps([table, before, end])),
            )
            assert becomes == said, (game, changes, totals)
