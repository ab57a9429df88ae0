"""The taps of an evening: sit down, make points, end a round, undo it.

Everything goes by taps on what the page shows. Only names are typed, on the phone's own keyboard, and without
script pips too.
"""

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, Page, expect

# Labels of the page that more than one function looks for.
WHO = re.compile("^(Leg [0-9]+, r|R)ound [0-9]+ over: ")
MATCH = re.compile(r"/matches/[^/?]+(\?way=\w+)?$")
STEADY = 1000  # ms in which a second tap on Undo is the same tap
SCRIPTED = "document.documentElement.classList.contains('js')"


def sit_down(phone: Page, game: str, *names: str, pairs: bool = False, target: int | None = None) -> None:
    """From any page of the club, start a match of ``game``; the players in seating order."""
    go(phone, "Tonight")
    phone.get_by_role("link", name="Start a match").tap()
    choose(phone, game)
    for seat, name in enumerate(names, start=1):
        take_seat(phone, seat, name)
    if pairs:
        phone.get_by_role("radio", name="Pairs", exact=True).tap()
    if target is not None:
        phone.get_by_label("Play to").fill(str(target))
    phone.get_by_role("button", name="Start", exact=True).tap()
    phone.wait_for_url(MATCH)


def go(phone: Page, name: str) -> None:
    """Follow one of the four links at the foot of the page."""
    tabs = phone.get_by_role("navigation", name="Club")
    if not tabs.is_visible():
        with phone.expect_navigation():
            phone.locator(".top .back").tap()
    with phone.expect_navigation():
        tabs.get_by_role("link", name=name).tap()


def choose(phone: Page, game: str) -> None:
    """Choose the game of this name, also where the game played last is offered first."""
    another = phone.get_by_role("link", name="Another game")
    card = phone.get_by_role("link", name=game, exact=True)
    expect(another.or_(card).first).to_be_visible()
    if another.is_visible():
        another.tap()
    card.tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(game)


def take_seat(phone: Page, seat: int, name: str) -> None:
    """Tap the name of a known player; type any other name."""
    chip = phone.get_by_role("group", name="Tap who plays").get_by_role("button", name=name, exact=True)
    if chip.is_visible():
        chip.tap()
    else:
        phone.get_by_role("combobox", name=f"Seat {seat}", exact=True).fill(name)


def open_round(phone: Page, out: str | None) -> None:
    """Tap who chipped out, or Blocked, on the match page; ends on the page for the end of a round."""
    who = phone.get_by_role("group", name=WHO)
    if not who.is_visible():
        phone.locator(".over summary").tap()  # points are made in play: their keys stand there
    who.get_by_role("link", name=out or "Blocked", exact=True).tap()
    expect(phone.get_by_role("heading", level=1)).to_contain_text(re.compile("(^R|, r)ound "))
    phone.wait_for_url("**/rounds/new?*")
    phone.wait_for_load_state()


def end_round(
    phone: Page,
    out: str | None = None,
    pips: Mapping[str, int] | None = None,
    tiles: Mapping[str, Sequence[str]] | None = None,
    last: int | None = None,
) -> None:
    """The end of a round from the match page and back: ``out`` is None for a block.

    ``pips`` and ``tiles`` tell the hands by name, tiles such as ``6-4``; ``last`` is what the ends of the
    last tile made in Fives-and-Threes.
    """
    open_round(phone, out)
    if last is not None:
        group = phone.get_by_role("group", name="What did the last tile’s ends score?")
        group.get_by_role("radio", name=str(last), exact=True).tap()
    enter_hands(phone, pips, tiles)
    save(phone)


def enter_hands(
    phone: Page, pips: Mapping[str, int] | None = None, tiles: Mapping[str, Sequence[str]] | None = None
) -> None:
    """Enter what is left in each hand, by keypad or by tiles."""
    for name, count in (pips or {}).items():
        enter_pips(phone, name, count)
    for name, held in (tiles or {}).items():
        enter_tiles(phone, name, held)


def enter_pips(phone: Page, name: str, count: int) -> None:
    """Tap the hand, empty it and tap the digits; without script the phone's keyboard writes them."""
    hand = hand_of(phone, name)
    if not phone.evaluate(SCRIPTED):
        hand.fill(str(count))
        return
    hand.tap()
    phone.get_by_role("button", name="Pips", exact=True).tap()
    keypad = phone.get_by_role("group", name=f"{name}’s pips", exact=True)
    for digit in str(count):
        keypad.get_by_role("button", name=digit, exact=True).tap()
    expect(hand).to_have_value(str(count))


def hand_of(phone: Page, name: str) -> Locator:
    return phone.get_by_role("textbox", name=f"{name}’s pips")


def enter_tiles(phone: Page, name: str, held: Sequence[str]) -> None:
    """Tap the tiles that ``name`` still holds; those tapped already stay."""
    if phone.evaluate(SCRIPTED):
        hand_of(phone, name).tap()
        phone.get_by_role("button", name="Tiles", exact=True).tap()
    else:
        phone.locator("summary").get_by_text(f"{name}’s tiles", exact=True).tap()
    pad = pad_of(phone, name)
    for tile in held:
        low, high = sorted(int(end) for end in tile.split("-"))
        pad.get_by_role("checkbox", name=f"{high} {low}, ").check()


def pad_of(phone: Page, name: str) -> Locator:
    return phone.get_by_role("group", name=f"{name}’s tiles")


def save(phone: Page, button: str = "Save") -> None:
    """Tap Save; ends on the match page."""
    phone.get_by_role("button", name=button, exact=True).tap()
    phone.wait_for_url(MATCH)


def preview(phone: Page) -> Locator:
    """The line above Save: what the round will score, and why."""
    return phone.locator("#preview")


def correct_round(
    phone: Page, number: int, out: str | None = None, pips: Mapping[str, int] | None = None
) -> None:
    """Open a past round, change who chipped out and what was left, and save."""
    phone.get_by_role("link", name=f"Correct round {number}", exact=True).tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text(f"Round {number}")
    say_who(phone, out)
    enter_hands(phone, pips)
    save(phone, "Save the correction")


def say_who(phone: Page, out: str | None) -> None:
    """Unfold the question and choose who chipped out, or Blocked."""
    answer = phone.get_by_role("radio", name=out or "Blocked", exact=True)
    if not answer.is_visible():
        phone.locator("#who-fold summary").tap()
    answer.tap()


def undo(phone: Page) -> None:
    """Undo the last change; done when the page has a new key."""
    phone.wait_for_timeout(STEADY)
    before = key_of(phone)
    phone.get_by_role("button", name="Undo", exact=True).tap()
    expect(phone.locator(f"input[name=key][value='{before}']")).to_have_count(0)


def key_of(phone: Page) -> str:
    return phone.locator("input[name=key]").first.get_attribute("value") or ""


def score(phone: Page, name: str, points: int) -> None:
    """Tap the key for these points under this name, and wait until the page shows them."""
    state = phone.locator("#state")
    before = state.get_attribute("data-version") or ""
    phone.get_by_role("form", name=name).get_by_role("button", name=str(points)).and_(
        phone.locator(f"button[value='{points}']")
    ).tap()
    expect(state).not_to_have_attribute("data-version", before)


def rematch(phone: Page) -> None:
    """Tap Rematch after a match; ends on the new match."""
    over = phone.url
    phone.get_by_role("button", name="Rematch").tap()
    phone.wait_for_url(lambda url: url != over and MATCH.search(url) is not None)


def expect_totals(phone: Page, *totals: int) -> None:
    """Wait until the club has confirmed these totals, side by side."""
    shown = [str(total).replace("-", "\N{MINUS SIGN}") for total in totals]
    expect(phone.locator(".board:not(.counted) .total")).to_have_text(shown)


def last_change(phone: Page) -> Locator:
    return phone.get_by_role("region", name="Last change")


def verdict(phone: Page) -> Locator:
    return phone.locator(".verdict")
