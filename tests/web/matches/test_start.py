"""Starting a match: seats, house rules, all that is refused; and what its page says as its rounds go by."""

import re

import pytest

from scorekeeper.rules.games.options import BY_KEY
from tests.web.cast import Pub, ask_to_sit, fresh_key, record, sit_down, tap
from tests.web.page import Page


def seats(pub: Pub, match: str) -> list[tuple[str, int]]:
    return [(seat.name, seat.side) for seat in pub.state(match).match.seats]


def test_players_are_added_in_passing_and_known_the_next_time(crown: Pub) -> None:
    first = sit_down(crown, "draw_100", "Ann", "Bob")
    repeated = sit_down(crown, "draw_100", "ANN ", "Cy")
    assert seats(crown, repeated) == [("Ann", 0), ("Cy", 1)]
    assert crown.state(first).match.seats[0].player == crown.state(repeated).match.seats[0].player
    sit_down(crown, "draw_100", "Ann", "Bob")
    page = crown.manager.ask(f"{crown.home}matches/new?game=draw_100").get_data(as_text=True)
    assert page.index("Who plays, in the order") < page.index('data-name="Ann"')
    assert page.count("?choose=") == 1  # Another game


def test_each_for_himself_or_in_pairs_as_they_sit(crown: Pub) -> None:
    singles = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", "Di")
    pairs = sit_down(crown, "draw_100", "Ann", "Bob", "Cy", "Di", sides="pairs")
    assert [side for _, side in seats(crown, singles)] == [0, 1, 2, 3]
    assert [side for _, side in seats(crown, pairs)] == [0, 1, 0, 1]
    assert crown.state(pairs).sides == ("Ann & Cy", "Bob & Di")
    assert "Ann & Cy" in crown.manager.open(crown.at(pairs)).text


def test_a_larger_set_seats_a_fifth_in_every_game(crown: Pub) -> None:
    for game in ("draw_100", "fives_250", "threes_fives_61"):
        assert len(seats(crown, sit_down(crown, game, *NAMES[:5], set=9))) == 5
    pairs = ask_to_sit(crown, "draw_100", *NAMES[:5], set=9, sides="pairs")
    assert "there are 5" in pairs.get_data(as_text=True)


def test_an_agreed_number_of_rounds_ends_the_match_and_is_not_kept_for_the_next(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", match_games=2)
    for seat, left in ((0, 10), (1, 30)):
        record(crown, match, seat, {1 - seat: left})
    assert crown.state(match).score.winner == 1
    for path in ("", "/table"):
        page = crown.manager.open(crown.at(match, path))
        assert "Draw over 2 rounds · all played" in page.text
        assert "Draw over 2 rounds 2 rounds" not in page.text
    form = crown.manager.open(f"{crown.home}matches/new").form_with("seat_0")
    typed = form.filled(seat_0="Ann", seat_1="Bob", match_games="")
    crown.manager.post(f"{crown.home}matches/new", typed)
    with crown.db() as db:
        (newest,) = db.execute("SELECT max(id) FROM matches WHERE club = ?", [crown.id]).fetchone()
    assert newest != match
    assert crown.state(newest).card.match_games is None


def test_a_key_that_started_another_match_is_refused_with_what_was_typed(crown: Pub) -> None:
    key = fresh_key()
    ask_to_sit(crown, "draw_100", "Ann", "Bob", key=key)
    other = ask_to_sit(crown, "draw_100", "Ann", "Cy", key=key)
    assert other.status_code == 422
    page = Page("", 422, other.get_data(as_text=True))
    assert "started a match" in page.text
    form = page.form_with("seat_0")
    assert form.value("seat_1") == "Cy"
    assert form.value("key") != key
    assert "Cy" not in crown.manager.open(f"{crown.home}players/").text


NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
BAD = {
    "nobody": ("draw_100", (), {}, "seat_0", "there are none"),
    "one player": ("draw_100", NAMES[:1], {}, "seat_0", "there is 1"),
    "five at Draw": ("draw_100", NAMES[:5], {}, "seat_0", "2 to 4 players"),
    "a sixth player at Block": ("block", NAMES[:5], {"seat_5": "Flo"}, "seat_0", "there are 6"),
    "five in pairs": ("block", NAMES[:5], {"sides": "pairs"}, "seat_0", "there are 5"),
    "three in pairs": ("draw_100", NAMES[:3], {"sides": "pairs"}, "seat_0", "there are 3"),
    "the same person on both sides": ("draw_100", ("Ann", "ann "), {}, "seat_1", "seat 1 already"),
    "a name nobody can see": ("draw_100", ("Ann", "\u200b\u200b"), {}, "seat_1", "visible letter"),
    "a name too long": ("draw_100", ("Ann", "x" * 31), {}, "seat_1", "31 letters"),
    "a negative target": ("draw_100", NAMES[:2], {"target": -1}, "target", "Play to"),
    "half a point": ("draw_100", NAMES[:2], {"target": "1.5"}, "target", "Play to"),
    "a target in other digits": ("draw_100", NAMES[:2], {"target": "٣"}, "target", "Play to"),
    "a deal larger than the set": ("block", NAMES[:4], {"deal": 8}, "deal", "more than the 28 tiles"),
    "a leader who is not there": ("draw_100", NAMES[:2], {"leader": "2"}, "leader", "should lead"),
    "a rule nobody knows": ("draw_100", NAMES[:2], {"tie": "coin"}, "tie", ""),
}


@pytest.mark.parametrize(("game", "names", "more", "faulty", "saying"), BAD.values(), ids=BAD)
def test_impossible_setups_are_refused_beside_their_field(
    crown: Pub, game: str, names: tuple[str, ...], more: dict[str, object], faulty: str, saying: str
) -> None:
    before = crown.facts()
    answer = ask_to_sit(crown, game, *names, **more)
    page = crown.manager.page
    assert answer.status_code == 422, page.text
    assert page.fault(faulty), page.faults()
    assert saying in page.fault(faulty)
    form = page.form_with("seat_0")
    assert [form.value(f"seat_{n}") for n in range(len(names))] == list(names)
    assert {name: form.value(name) for name in more if name in ("target", "legs", "deal", "sides")} == {
        name: str(value) for name, value in more.items() if name in ("target", "legs", "deal", "sides")
    }
    assert crown.facts() == before


def test_every_game_can_be_chosen_and_started(crown: Pub) -> None:
    games = crown.manager.open(f"{crown.home}matches/new?choose=").links
    chosen = [href for _, href in games if "game=" in href]
    assert len(chosen) == 8
    for href in chosen:
        phone = crown.manager
        form = phone.open(href).form_with("seat_0")
        page = phone.send(form, seat_0="Ann", seat_1="Bob", sides="singles")
        assert "Ann v Bob" in page.text, href


def test_pips_are_given_away_only_where_they_count(crown: Pub) -> None:
    asked = "the culprit’s pips go to the other side"
    assert asked in setup(crown, "draw_100").text
    assert asked not in setup(crown, "threes_fives_61").text
    assert ask_to_sit(crown, "block", "Ann", "Bob", foul="pips").status_code == 422
    assert "counts one game, whatever is held" in crown.manager.page.fault("foul")
    assert ask_to_sit(crown, "block", "Ann", "Bob", foul="pips", scoring="pips").status_code == 303


def test_a_side_can_be_given_a_start_which_the_next_match_has_not(crown: Pub) -> None:
    assert "Handicap as usual" in setup(crown, "threes_fives_61").text
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", start_second=10)
    assert crown.state(match).score.totals == (0, 10)
    assert "House rules: the second side starts at 10." in crown.manager.open(crown.at(match)).text
    page = crown.manager.open(f"{crown.home}matches/new")
    assert "Handicap as usual" in page.text
    typed = page.form_with("seat_0").filled(seat_0="Cy", seat_1="Di")
    started = crown.manager.post(f"{crown.home}matches/new", typed).location
    assert crown.state(started.split("/matches/")[1].split("?")[0]).score.totals == (0, 0)
    sit_down(crown, "threes_fives_61", "Ann", "Bob", start_second=10)
    games = crown.manager.open(f"{crown.home}matches/new?choose=").text
    assert "was played last" in games, "whatever was given to whom"


def test_the_record_says_where_a_start_comes_from(crown: Pub) -> None:
    match = sit_down(crown, "threes_fives_61", "Ann", "Bob", start_second=10)
    assert "Ann Bob Start: Bob 10 Fives-and-Threes" in crown.manager.open(crown.at(match)).text
    tap(crown, match, 0, 8)
    tap(crown, match, 0, 2)
    page = crown.manager.open(crown.at(match))
    assert page.text.count("Start: Bob 10") == 1
    assert "Ann 8 → 10" in page.text
    assert "Bob 10 → 10" in page.text, "both pegs stand where it began"
    assert "Bob 10. Start: Bob 10" in " ".join(has.get("aria-label", "") for _, has in page.tags)


def test_every_side_can_be_given_a_start(crown: Pub) -> None:
    given = {"start_first": 1, "start_third": 2, "start_fifth": 4}
    match = sit_down(crown, "block", "Ann", "Bob", "Cy", "Di", "Ed", **given)
    assert crown.state(match).score.totals == (1, 0, 2, 0, 4)
    assert "Start: Ann 1, Cy 2, Ed 4" in crown.manager.open(crown.at(match)).text


def test_each_leg_says_what_it_began_with(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", start_first=20, legs=2, target=50)
    assert "Start: Ann 20" in crown.manager.open(crown.at(match)).text
    for points in (20, 10, 5):
        tap(crown, match, 0, points)
    text = crown.manager.open(crown.at(match)).text
    assert text.count("Start: Ann 20") == 2
    assert text.index("Leg 2 · Start: Ann 20") < text.index("Leg 1 · Start: Ann 20")


def test_a_round_that_a_play_has_won_stands_among_the_rounds(crown: Pub) -> None:
    match = sit_down(crown, "fives_250", "Ann", "Bob", target=50)
    record(crown, match, 1, {0: 10})
    for points in (20, 20, 10):
        tap(crown, match, 0, points)
    page = crown.manager.open(crown.at(match))
    rounds = page.html.partition('class="slip-rounds"')[2].partition("</p>")[0]
    assert re.findall(r"<span( class=\"won\")?>(\d)</span>", rounds) == [("", "1"), (' class="won"', "2")]


def test_a_start_leaves_something_to_play_for(crown: Pub) -> None:
    assert ask_to_sit(crown, "threes_fives_61", "Ann", "Bob", start_first=61).status_code == 422
    assert "at most 60" in crown.manager.page.fault("start_first")
    assert '<details class="card rules" open>' in crown.manager.page.html, "a fault that is folded away"
    assert (
        ask_to_sit(crown, "threes_fives_61", "Ann", "Bob", start_first=60, start_second="").status_code == 303
    )


def test_the_game_played_last_is_offered_at_once(crown: Pub) -> None:
    assert "Which game?" in crown.manager.open(f"{crown.home}matches/new").text
    sit_down(crown, "block", "Ann", "Bob")
    assert "Block, first to 5" in crown.manager.open(f"{crown.home}matches/new").text
    for game, sides in (("block_pairs", "pairs"), ("block", "singles"), ("threes_fives_61", "singles")):
        form = crown.manager.open(f"{crown.home}matches/new?game={game}").form_with("seat_0")
        assert form.value("sides") == sides


def test_a_rematch_seats_the_same_under_the_same_card_and_the_next_leader(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=20)
    record(crown, match, 1, {0: 25})
    phone = crown.manager
    page = phone.send(phone.open(crown.at(match)).form_saying("Rematch"))
    repeated = crown.state(page.path.rsplit("/", 1)[1])
    assert repeated.match.rematch_of == match
    assert repeated.card == crown.state(match).card
    assert repeated.score.lead.player == "Bob"
    assert repeated.score.totals == (0, 0)


def test_a_rematch_that_two_phones_ask_for_is_one_and_once_it_is_over_there_can_be_another(
    crown: Pub,
) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", target=1)
    record(crown, match, 1)

    def ask() -> str:
        return crown.manager.post(crown.at(match, "/rematch"), key=fresh_key()).location.rsplit("/", 1)[1]

    first = ask()
    assert ask() == first
    record(crown, first, 1)
    assert ask() not in {match, first}


def test_whoever_goes_first_sits_in_a_seat(crown: Pub) -> None:
    for leader in ("²", "9" * 5000, "2", "x"):
        assert ask_to_sit(crown, "block", "Ann", "Bob", leader=leader).status_code == 422, leader
    assert ask_to_sit(crown, "block", "Ann", "Bob", leader="1").status_code == 303


FOUR = ("Ann", "Bob", "Cy", "Di")


def page_of(pub: Pub, match: str) -> str:
    return pub.manager.open(pub.at(match)).text


@pytest.mark.parametrize(
    ("game", "players", "rules", "words"),
    [
        ("block", 2, {}, "Take 8 each 12 stay face down"),
        ("block", 5, {}, "Take 5 each 3 stay face down"),
        ("block", 2, {}, "The highest double leads; without any double, deal again"),
        ("draw_100", 2, {}, "Take 7 each 14 stay to draw from"),
        ("draw_100", 4, {}, "Take 5 each 8 stay to draw from"),
        ("draw_100", 2, {}, "The highest double leads; without any double, the heaviest tile"),
        ("draw_100", 2, {"must_play": "False"}, "House rules: a drawn tile may be kept."),
        ("draw_100", 2, {"target": 75}, "Draw to 75: "),
        ("draw_quick", 2, {}, "Take 5 each 18 stay to draw from"),
        ("draw_quick", 2, {"set": 18}, "Take 5 each 180 stay to draw from"),
        ("fives_250", 4, {}, "Take 7 each All tiles are dealt"),
        ("fives_250", 2, {}, "Draw a tile to see who goes first"),
        ("fives_250", 2, {"spinner": "any_lead"}, "the first tile is the spinner, double or not"),
    ],
)
def test_the_deal_the_lead_and_the_rules_are_on_the_page(
    crown: Pub, game: str, players: int, rules: dict[str, object], words: str
) -> None:
    assert words in page_of(crown, sit_down(crown, game, *(*FOUR, "Ed")[:players], **rules))


def test_both_partners_out_is_asked_for_and_never_read_from_an_empty_field(crown: Pub) -> None:
    match = sit_down(crown, "block_pairs", *FOUR, sides="pairs")
    assert "both partners are out, who went last?" in page_of(crown, match)
    assert "Ann went last, both are out" in crown.manager.open(crown.at(match, "/rounds/new?out=0")).text
    for out, hands, words in (
        (0, {1: 2, 2: 8, 3: 5}, "Ann is out but Cy still holds tiles: both partners must go out."),
        (2, {1: 0, 3: 5}, "Enter what Ann still holds."),
    ):
        assert record(crown, match, out, hands).status_code == 422
        assert words in crown.manager.page.text
    # Bob is out as well, but his partner is not.
    assert record(crown, match, 2, {0: 0, 1: 0, 3: 5}).status_code == 303
    assert "Ann & Cy are out, Cy last" in page_of(crown, match)


def test_an_allotted_number_of_games_counts_up_and_may_end_level(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", match_games=2)
    page = page_of(crown, match)
    assert "Round 1 of 2" in page
    assert "to go" not in page
    record(crown, match, 0)
    assert "Round 2 of 2" in page_of(crown, match)
    record(crown, match, 1)
    assert "Level, 1–1" in page_of(crown, match)
    table = crown.manager.open(f"{crown.home}table").text
    assert "Name P W D L 1 Ann 1 0 1 0 1 Bob 1 0 1 0" in table


def setup(crown: Pub, game: str) -> Page:
    return crown.manager.open(f"{crown.home}matches/new?game={game}")


def test_usual_rules_are_folded_and_unusual_ones_marked_and_unfolded(crown: Pub) -> None:
    page = setup(crown, "draw_100")
    for group in ("Deal", "Lead", "End", "Score"):
        assert f"{group} as usual" in page.text
    assert "Usually:" not in page.text
    assert not [values for tag, values in page.tags if tag == "details" and "open" in values]
    page = setup(crown, "draw_quick")
    assert "Lead 1 not as usual" in page.text
    assert "Usually: highest double, else the heaviest tile" in page.text
    opened = [values for tag, values in page.tags if tag == "details" and "open" in values]
    assert [values["class"] for values in opened] == ["rule-group"]
    needs = {values["data-needs"] for tag, values in setup(crown, "block").tags if "data-needs" in values}
    assert needs == {"pips", "pairs", "pips pairs"} | {f"singles seat-{seat}" for seat in (3, 4, 5)}


def test_a_switch_is_sent_on_and_off(crown: Pub) -> None:
    form = setup(crown, "draw_100").form_with("must_play", "draw")
    assert form.value("draw") == "True"
    for answer in ("False", "True"):
        started = ask_to_sit(crown, "draw_100", "Ann", "Bob", must_play=answer, draw=answer)
        match = started.location.split("/matches/")[1].split("/")[0].split("?")[0]
        assert crown.state(match).card.must_play is (answer == "True")
        assert crown.state(match).card.draw is (answer == "True")
    page = f"{crown.home}matches/new?game=draw_100"
    shown = crown.manager.open(page).form_with("draw").filled(seat_0="Ann", seat_1="Bob", draw="False")
    fields = [pair for pair in shown if pair[0] != "must_play"]
    answer = crown.manager.post(page, [*fields, ("must_play", "False"), ("must_play", "True")])
    match = answer.location.split("/matches/")[1].split("/")[0].split("?")[0]
    card = crown.state(match).card
    assert (card.must_play, card.draw) == (True, False)


def test_a_refused_rule_is_unfolded(crown: Pub) -> None:
    answer = ask_to_sit(crown, "draw_100", "Ann", "Bob", deal=20)
    assert answer.status_code == 422
    opened = [t for t in answer.text.split("<details")[1:] if t.split(">")[0].strip().endswith("open")]
    assert any("hands of 20" in part for part in opened)


def test_a_form_that_is_refused_says_what_was_chosen_by_hand(crown: Pub) -> None:
    ask_to_sit(crown, "draw_100", "Ann", "", target=50, out_counts="all_hands")
    text = crown.manager.page.text
    assert "Draw to 50 Draw to 50: highest double leads" in text
    assert "Draw to 100" not in text


def test_the_limits_of_a_target_are_shown_before_a_number_is_refused(crown: Pub) -> None:
    page = setup(crown, "draw_100")
    named = {key: f"{BY_KEY[key].least} to {BY_KEY[key].most:,}" for key in ("target", "legs", "match_games")}
    assert named["target"] == "1 to 100,000"
    for label, key in (("Play to", "target"), ("Legs to win", "legs"), ("Or rounds agreed", "match_games")):
        assert f"{label} {named[key]}" in page.text
        for beyond in (BY_KEY[key].least - 1, BY_KEY[key].most + 1):
            assert ask_to_sit(crown, "draw_100", "Ann", "Bob", **{key: beyond}).status_code == 422
            assert f"a number from {named[key]}." in crown.manager.page.fault(key)


def test_a_numbers_limits_are_shown_and_an_empty_field_means_none(crown: Pub) -> None:
    page = setup(crown, "threes_fives_61")
    assert "Points taken off for a wrong knock 0 to 100" in page.text
    (box,) = [values for _, values in page.tags if values.get("name") == "penalty"]
    assert (box["inputmode"], box["value"]) == ("numeric", "0")
    for typed, stored in ((8, 8), ("", 0)):
        started = ask_to_sit(crown, "threes_fives_61", "Ann", "Bob", penalty=typed)
        match = started.location.split("/matches/")[1].split("/")[0].split("?")[0]
        assert crown.state(match).card.penalty == stored
    assert ask_to_sit(crown, "threes_fives_61", "Ann", "Bob", penalty=101).status_code == 422
    assert "a number from 0 to 100" in crown.manager.page.fault("penalty")
