"""What captains do with a match card: enter it, sign it, play a board live."""

from tests.web.cast import Phone, Pub, fresh_key
from tests.web.page import Page

ALL = {"b1_legs": "2-1", "b2_legs": "0-2", "b3_legs": "2-0"}


def enter_card(phone: Phone, card: str, side: str = "", **typed: object) -> Page:
    """Fill in the card as this captain, or as both, and save it."""
    form = phone.open(f"{card}?side={side}" if side else card).form_with("b1_was")
    return phone.send(form, **typed)


def signing(page: Page) -> list[str]:
    return [values["value"] for _, values in page.tags if values.get("name") == "sign"]


def sign(phone: Phone, card: str, number: int = 0) -> Page:
    page = phone.open(card)
    return phone.send(page.form_with("b1_was"), sign=signing(page)[number])


def select(page: Page, label: str) -> list[tuple[str, str]]:
    """Values and labels of the select with this label."""
    start = page.html.index(f'aria-label="{label}"')
    part = page.html[start : page.html.index("</select>", start)]
    pieces = part.split('<option value="')[1:]
    return [(piece.split('"')[0], piece.split(">")[1].split("<")[0]) for piece in pieces]


def teams_of(page: Page) -> list[str]:
    return [words for words, _ in page.links if words in ("Ann", "Bob")]


def play_a_leg(pub: Pub, match: str) -> None:
    """Side 0 goes straight to 61: seven eights, then four and the bonus for the last tile."""
    for points in (8, 8, 8, 8, 8, 8, 8, 4, 1):
        said = {"side": 0, "points": points, "key": fresh_key(), "round": pub.state(match).score.round_open}
        assert pub.manager.post(pub.at(match, "/plays/keys"), **said).status_code == 303
