"""A match card: told by one captain or two, scored live, signed, opened again; and what it may not be."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Pub, fresh_key
from tests.web.league_evening import begin_a_league
from tests.web.page import Page
from tests.web.test_league_secretary import draw_up, league, options, three_teams


@pytest.fixture
def card(crown: Pub) -> str:
    """The address of a card of three tables, best of three each: Crown at home to Lion, or the reverse."""
    at = three_teams(crown)
    draw_up(crown, at, twice="no")
    page = crown.manager.open(f"{at}fixtures/")
    return next(
        href for words, href in page.links if "Crown" in words and "Lion" in words and "/fixtures/" in href
    )


def tell(phone: Phone, card: str, side: str = "", **typed: object) -> Page:
    """Fill in the card as this captain, or as both, and save it."""
    form = phone.open(f"{card}?side={side}" if side else card).form_with("b1_was")
    return phone.send(form, **typed)


def sign(phone: Phone, card: str, number: int = 0) -> Page:
    page = phone.open(card)
    forms = [form for form in page.forms if form.action.endswith("/sign")]
    return phone.send(forms[number])


ALL = {"b1_legs": "2-1", "b2_legs": "0-2", "b3_legs": "2-0"}


def test_a_card_told_by_both_at_one_phone_counts_at_once(crown: Pub, card: str) -> None:
    page = tell(crown.manager, card, **ALL)
    assert "Waits for" in page.text
    assert "points 2–0" in page.text
    table = crown.manager.open(crown.manager.page.link_saying("Winter")).text
    assert "1 card counts here without both captains’ signatures." in table


def test_a_card_with_boards_missing_does_not_count(crown: Pub, card: str) -> None:
    page = tell(crown.manager, card, b1_legs="2-1")
    assert "1 of 3 boards" in page.text
    assert "Sign for" not in page.text


def test_two_captains_on_two_phones_see_where_they_differ(crown: Pub, card: str) -> None:
    home, away = crown.phone("score"), crown.phone("score")
    names = [words for words, _ in crown.manager.open(card).links if words in ("Crown", "Lion")]
    tell(home, card, "home", **ALL)
    page = tell(away, card, "away", b1_legs="1-2")
    assert "The captains differ" in page.text
    assert f"{names[0]} say: 2–1" in page.text
    assert f"{names[1]} say: 1–2" in page.text
    assert "Sign for" not in page.text
    page = tell(away, card, "away", b1_legs="2-1")
    assert "The captains differ" not in page.text
    assert "Waits for" in page.text


def test_both_sign_and_the_card_is_locked(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    before = crown.manager.open(card).form_with("b1_was")
    sign(crown.phone("score"), card)
    page = sign(crown.phone("score"), card)
    assert "Signed by both captains" in page.text
    assert not [form for form in page.forms if "b1_was" in dict(form.fields)]
    page = crown.manager.send(before, b1_legs="0-2")
    assert page.status == 422
    assert "Both captains have signed this card" in page.text


def test_the_manager_opens_a_card_again_with_a_reason_and_both_sign_anew(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    for _ in range(2):
        sign(crown.manager, card)
    form = crown.manager.open(card).form_saying("Open the card again")
    assert "Say why: the record keeps it." in crown.manager.send(form, reason="").text
    page = crown.manager.send(form, reason="table 2 was turned round")
    assert "Waits for" in page.text
    page = tell(crown.manager, card, b2_legs="2-0")
    assert "3–0" in page.text
    assert "opened again · “table 2 was turned round”" in page.text
    assert "board 2: 0–2" in page.text
    sign(crown.manager, card)
    assert "Signed by both captains" in sign(crown.manager, card).text


def test_a_signature_is_for_the_card_as_it_was_shown(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    old = next(form for form in crown.manager.open(card).forms if form.action.endswith("/sign"))
    tell(crown.manager, card, b1_legs="1-2")
    page = crown.manager.send(old)
    assert (page.status, "The card has changed since" in page.text) == (422, True)


def test_a_signature_falls_when_the_card_changes(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    sign(crown.manager, card)
    page = tell(crown.manager, card, b1_legs="1-2")
    assert page.text.count("Sign for") == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"b1_legs": "3-3"}, "Board 1: 3–3 cannot be in a best of 3."),
        ({"b1_legs": "1-1"}, "Board 1: 1–1 cannot be in a best of 3."),
        ({"b1_legs": "two"}, "Board 1: “two” is no result; write it like 2-1."),
        ({"b4_was": "|||", "b4_legs": "2-0"}, "Board 4: the card has 3 boards."),
        ({"b1_home_0": "nobody", "b1_home_1": ""}, "Board 1: 2 players a side, not 1."),
        ({"b1_home_0": "x", "b1_home_1": "y"}, "Board 1: a player is not in the team’s squad."),
        ({"b1_home_points": "many"}, "Board 1: “many-” is no result"),
        ({"teams": "a b"}, "it is not between these teams any more"),
    ],
)
def test_a_card_that_cannot_be_is_refused_and_kept_typed(
    crown: Pub, card: str, typed: dict[str, object], sentence: str
) -> None:
    before = crown.facts()
    page = tell(crown.manager, card, b3_legs="2-0", **typed)
    assert (page.status, sentence in page.text) == (422, True), page.text
    assert page.form_with("b1_was").value("b3_legs") == "2-0"
    assert crown.facts() == before
    assert "0 of 3 boards" in crown.manager.open(card).text


def test_a_player_of_another_team_or_one_down_twice_is_refused(crown: Pub, card: str) -> None:
    page = crown.manager.open(card)
    home, away = (
        [value for value, _ in select(page, f"Board 1, {name}, player 1")[1:]]
        for name in [words for words, _ in page.links if words in ("Crown", "Lion")]
    )
    page = tell(crown.manager, card, b1_home_0=away[0], b1_home_1=home[0])
    assert "Board 1: a player is not in the team’s squad." in page.text
    page = tell(crown.manager, card, b1_home_0=home[0], b1_home_1=home[0])
    assert "is down twice" in page.text
    seated = {"b1_home_0": home[0], "b1_home_1": home[1], "b2_home_0": home[0], "b2_home_1": home[2]}
    page = tell(crown.manager, card, **seated)
    assert "may play 1 tables board a night" in page.text


def select(page: Page, label: str) -> list[tuple[str, str]]:
    """Values and words of the select of this label."""
    start = page.html.index(f'aria-label="{label}"')
    part = page.html[start : page.html.index("</select>", start)]
    pieces = part.split('<option value="')[1:]
    return [(piece.split('"')[0], piece.split(">")[1].split("<")[0]) for piece in pieces]


def test_two_phones_do_not_write_over_each_other_unseen(crown: Pub, card: str) -> None:
    one, other = crown.phone("score"), crown.phone("score")
    stale = other.open(card).form_with("b1_was")
    tell(one, card, b1_legs="2-0")
    page = other.send(stale, b1_legs="0-2", b2_legs="2-0")
    assert "Board 1: another phone has just entered 2–0. Look again." in page.text
    page = other.send(other.open(card).form_with("b1_was"), b2_legs="2-0")
    assert "2 of 3 boards" in page.text


def test_a_card_saved_twice_is_told_once(crown: Pub, card: str) -> None:
    form = crown.manager.open(card).form_with("b1_was")
    crown.manager.send(form, **ALL)
    page = crown.manager.send(form, **ALL)
    assert page.status == 200
    assert page.text.count("board 1: 2–1") == 1
    page = crown.manager.send(form, b1_legs="0-2")
    assert "This page has saved something else before" in page.text


def test_lots_are_drawn_for_the_boards(crown: Pub, card: str) -> None:
    page = crown.manager.send(crown.manager.open(card).form_saying("Draw lots"))
    form = page.form_with("b1_was")
    seated = [form.value(f"b{n}_home_{seat}") for n in (1, 2, 3) for seat in (0, 1)]
    assert len(set(seated)) == 6
    assert "" not in seated
    page = tell(crown.manager, card, **ALL)
    assert "Draw lots" not in page.text


def test_lots_need_enough_players(crown: Pub) -> None:
    at = league(crown, "leek", name="Winter")
    for name in ("Crown", "Lion"):
        crown.manager.send(
            crown.manager.open(f"{at}teams/").form_with("name"), name=name, players=f"{name} 1"
        )
    draw_up(crown, at)
    card = crown.manager.open(f"{at}fixtures/").link_saying("Lion")
    page = crown.manager.send(crown.manager.open(card).form_saying("Draw lots"))
    assert (page.status, "has 1 players; the singles need more" in page.text) == (422, True)


def test_a_board_is_scored_live_at_its_table(crown: Pub) -> None:
    made = begin_a_league(crown, ("Ann", "Bob"))
    card = f"{crown.home}fixtures/{made.fixture}/"
    page = tell(crown.manager, card, start=1)
    assert "Board 1: say first who plays on it" in page.text
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in teams_of(page))
    page = tell(crown.manager, card, b1_home_0=home, b1_away_0=away, start=1)
    match = page.path.rsplit("/", 1)[1]
    assert crown.manager.open(page.link_saying("Board 1 of the match card")).path == card
    assert "Being played: 0–0" in crown.manager.page.text
    for _ in range(2):
        play_a_leg(crown, match)
    over = crown.manager.open(crown.at(match))
    assert over.link_saying("Back to the match card") == card
    assert "Rematch" not in over.text
    page = crown.manager.open(card)
    assert "Waits for" in page.text
    assert "2–0" in page.text
    page = tell(crown.manager, card, b1_legs="0-2")
    assert "The match at the table says: 2–0" in page.text
    assert "The captains differ" in page.text


def teams_of(page: Page) -> list[str]:
    return [words for words, _ in page.links if words in ("Ann", "Bob")]


def play_a_leg(pub: Pub, match: str) -> None:
    """Side 0 goes straight to 61: seven eights, then four and one more as the rule of the finish has it."""
    for points in (8, 8, 8, 8, 8, 8, 8, 4, 1):
        said = {"side": 0, "points": points, "key": fresh_key(), "round": pub.book(match).state.round_open}
        assert pub.manager.post(pub.at(match, "/plays/keys"), **said).status_code == 303


def test_a_forfeit_counts_by_the_points_card_and_can_be_taken_back(crown: Pub, card: str) -> None:
    form = crown.manager.open(card).form_with("side", "reason")
    page = crown.manager.send(form, side="away", reason="no minibus")
    assert "Forfeited by" in page.text
    assert "points 2–0" in page.text
    assert "Save the card" not in page.text
    page = crown.manager.send(page.form_with("side", "reason"), side="", reason="they came after all")
    assert "0 of 3 boards" in page.text


def test_the_result_is_a_text_for_the_group_chat(crown: Pub, card: str) -> None:
    assert "For the group chat" not in crown.manager.open(card).text
    page = tell(crown.manager, card, **ALL)
    assert "1. tables 2–1" in page.text
    assert "Not signed by both captains yet." in page.text


def test_a_watcher_reads_the_card_and_changes_nothing(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    page = crown.phone("watch").open(card)
    assert "nobody yet v nobody yet" in page.text
    assert page.forms == []


def test_points_are_asked_for_where_they_decide(crown: Pub, card: str) -> None:
    page = tell(crown.manager, card, b1_legs="2-0", b1_home_points="12", b1_away_points="3")
    assert page.form_with("b1_was").value("b1_home_points") == "12"


def test_a_player_has_a_season_with_a_rating_that_can_be_hidden(crown: Pub) -> None:
    made = begin_a_league(crown, ("Ann", "Bob"))
    card, at = f"{crown.home}fixtures/{made.fixture}/", f"{crown.home}leagues/{made.id}/"
    page = crown.manager.open(card)
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in teams_of(page))
    tell(crown.manager, card, b1_home_0=home, b1_away_0=away, b1_legs="2-1")
    page = crown.manager.open(f"{at}players")
    assert "±" in page.text
    assert "legs 2–1" in page.text
    assert "±" not in crown.manager.open(page.link_saying("Hide it")).text
    winner = next(words for words, href in page.links if href.endswith(home))
    page = crown.manager.open(page.link_saying(winner))
    assert "Head to head" in page.text
    assert "1–0" in page.text


def test_who_has_left_the_squad_stays_on_the_cards_already_told(crown: Pub) -> None:
    made = begin_a_league(crown, ("Ann", "Bob"))
    card, at = f"{crown.home}fixtures/{made.fixture}/", f"{crown.home}leagues/{made.id}/"
    page = crown.manager.open(card)
    names = teams_of(page)
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in names)
    tell(crown.manager, card, b1_home_0=home, b1_away_0=away, b1_legs="2-1")
    change = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying(f"Change {names[0]}"))
    crown.manager.send(change.form_with("name"), name=names[0], players="Zoe")
    page = tell(crown.manager, card, b1_legs="2-0")
    assert page.form_with("b1_was").value("b1_home_0") == home
    assert f"1. {names[0]} 2–0 {names[1]}" in page.text
    assert names[0] in crown.manager.open(f"{at}players").text


def test_a_pair_has_a_page_of_its_own(crown: Pub, card: str) -> None:
    crown.manager.send(crown.manager.open(card).form_saying("Draw lots"))
    page = tell(crown.manager, card, **ALL)
    pairs = crown.manager.open(page.link_saying("Winter").rstrip("/") + "/pairs")
    columns = [has for tag, has in pairs.tags if tag == "th" and has["scope"] == "col"]
    assert {int(has["colspan"]) for _, has in pairs.tags if "colspan" in has} == {len(columns) - 1}
    name, href = next((words, href) for words, href in pairs.links if "/pairs/" in href)
    page = crown.manager.open(href)
    assert name in page.text
    assert "Head to head" in page.text
    assert crown.manager.ask(f"{href}x").status_code == 404


def test_a_board_is_started_once_however_often_it_is_tapped(crown: Pub) -> None:
    made = begin_a_league(crown, ("Ann", "Bob"))
    card = f"{crown.home}fixtures/{made.fixture}/"
    page = crown.manager.open(card)
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in teams_of(page))
    form = page.form_with("b1_was")
    seated = {"b1_home_0": home, "b1_away_0": away, "start": 1}
    first = crown.manager.send(form, **seated).path
    assert crown.manager.send(form, **seated).path == first
    assert tell(crown.manager, card, start=1).path == first
    assert tell(crown.manager, card, start=7).status == 404


def test_a_team_has_a_page_with_head_to_head_and_its_calendar(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    page = crown.manager.open(crown.manager.page.link_saying("Winter"))
    page = crown.manager.open(page.link_saying("Crown"))
    assert "Head to head" in page.text
    assert "Won and lost." in page.text
    assert page.link_saying("Calendar of this team").endswith(page.path.split("/")[-2])


def test_a_reminder_names_who_has_not_signed_and_what_a_late_card_costs(crown: Pub, card: str) -> None:
    tell(crown.manager, card, **ALL)
    sign(crown.manager, card)
    at = crown.manager.page.link_saying("Winter")
    crown.manager.send(crown.manager.open(f"{at}rules").form_with("reason"), reason="agreed", late_fine=2)
    page = crown.manager.open(f"{at}fixtures/overdue")
    assert "we still miss the signature of" in page.text
    assert "A late card costs 2 points." in page.text
    sign(crown.manager, card)
    assert "came late" in crown.manager.open(card).text
    assert "2 taken off" in crown.manager.open(at).text


def test_a_card_that_was_begun_keeps_its_teams_and_its_fixture(crown: Pub, card: str) -> None:
    tell(crown.manager, card, b1_legs="2-0")
    at = crown.manager.page.link_saying("Winter")
    page = crown.manager.open(crown.manager.page.link_saying("Move or postpone"))
    home, away = (page.form_with("round").value(side) for side in ("home", "away"))
    page = crown.manager.send(page.form_with("round"), home=away, away=home)
    assert "home and away stay as they are" in page.fault("home")
    third = next(value for value, _ in options(page, "home") if value not in (home, away))
    page = crown.manager.send(page.form_with("round"), home=third, away=away, round=9)
    assert "its teams stay" in page.fault("home")
    drop = page.path.replace("/change", "/drop")
    assert crown.manager.post(drop).status_code == 409
    page = draw_up(crown, at)
    assert "results have been told" in page.fault("first")


def test_a_team_without_fixtures_is_taken_out_and_one_that_withdrew_comes_back(crown: Pub) -> None:
    at = three_teams(crown)
    page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Lion"))
    page = crown.manager.send(page.form_saying("Withdraw Lion"), reason="")
    assert "Lion" not in page.text
    draw_up(crown, at)
    for words in ("Withdraw Crown", "Bring it back"):
        page = crown.manager.open(crown.manager.open(f"{at}teams/").link_saying("Change Crown"))
        page = crown.manager.send(page.form_saying(words), reason="")
        assert ("withdrawn" in page.text) == (words == "Withdraw Crown")


def test_a_board_whose_match_was_called_off_can_be_started_again(crown: Pub) -> None:
    made = begin_a_league(crown, ("Ann", "Bob"))
    card = f"{crown.home}fixtures/{made.fixture}/"
    page = crown.manager.open(card)
    home, away = ((select(page, f"Board 1, {name}")[1][0]) for name in teams_of(page))
    first = tell(crown.manager, card, b1_home_0=home, b1_away_0=away, start=1).path
    assert "Score board 1 live" not in crown.manager.open(card).text
    assert crown.manager.post(f"{first}/call-off", key=fresh_key()).status_code == 303
    assert "Score board 1 live" in crown.manager.open(card).text
    second = tell(crown.manager, card, start=1).path
    assert "/matches/" in second
    assert second != first
