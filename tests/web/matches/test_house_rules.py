"""The house rules of a new match: one line per group, unusual rules marked, switches in plain HTML."""

from scorekeeper.rules.cards.options import BY_KEY
from tests.web.cast import Pub, ask_to_sit
from tests.web.page import Page


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
    assert needs == {"pips", "pairs", "pips pairs"}


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
