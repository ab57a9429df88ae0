"""A season's rules as plain values and back, their limits, and who has the drop."""

from dataclasses import fields

import pytest

from scorekeeper.rules.errors import CardError
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.rules.leagues.rules import LeagueRules

LEEK = BY_KEY["leek"].rules
ADDED_LATER = ("one_phone", "format", "groups", "through", "reach", "registered", "drop")
ADDED_LATER += ("least", "sign_on", "names", "protest", "deadline")


@pytest.mark.parametrize("preset", BY_KEY.values(), ids=lambda preset: preset.key)
def test_rules_come_back_equal_from_plain_values(preset):
    assert LeagueRules.from_dict(preset.rules.to_dict()) == preset.rules


def test_every_part_has_a_plain_value_of_its_own_name():
    unusual = LEEK.but(
        withdrawal="kept",
        captains_only=True,
        one_phone=False,
        best_player=True,
        handicaps=True,
        format="groups",
        groups=5,
        through=3,
        reach=7,
        registered=9,
        drop="away",
        least=10,
        sign_on=True,
        names="home",
        protest=24,
        deadline="2027-01-31",
    )
    assert set(unusual.to_dict()) == {field.name for field in fields(LeagueRules)}
    assert LeagueRules.from_dict(unusual.to_dict()) == unusual


def test_rules_stored_before_a_choice_was_offered_mean_what_was_usual():
    values = LEEK.but(drop="away", groups=9).to_dict()
    for name in ADDED_LATER:
        del values[name]
    usual = {field.name: field.default for field in fields(LeagueRules) if field.name in ADDED_LATER}
    assert LeagueRules.from_dict(values) == LEEK.but(**usual)


@pytest.mark.parametrize(
    ("key", "lowest", "highest", "sentence"),
    [
        ("squad", 1, 40, "Players a night: 1 to 40."),
        ("groups", 2, 16, "Groups: 2 to 16."),
        ("through", 1, 4, "Through from each group: 1 to 4."),
        ("reach", 1, 40, "Places up: 1 to 40."),
        ("least", 0, 99, "Boards for the averages: 0 to 99."),
        ("protest", 0, 999, "Hours for a protest: 0 to 999."),
    ],
)
def test_rules_limit_their_numbers(key, lowest, highest, sentence):
    for right in (lowest, highest):
        assert getattr(LeagueRules.from_dict(LEEK.to_dict() | {key: right}), key) == right
    for wrong in (lowest - 1, highest + 1):
        with pytest.raises(CardError) as refused:
            LeagueRules.from_dict(LEEK.to_dict() | {key: wrong})
        assert (key, sentence) in refused.value.faults


@pytest.mark.parametrize(("drop", "sides"), [("home", [0, 1, 0]), ("away", [1, 0, 1]), ("drawn", [None] * 3)])
def test_the_drop_changes_hands_from_board_to_board(drop, sides):
    assert [LEEK.but(drop=drop).drop_on(board) for board in (1, 2, 3)] == sides


@pytest.mark.parametrize(("after", "in_time"), [(0.5, True), (24.0, True), (24.1, False)])
def test_a_protest_is_heard_within_its_hours(after, in_time):
    assert LEEK.but(protest=24).hears_protest(after) is in_time
    assert not LEEK.but(protest=0).hears_protest(after)


def test_who_joins_on_the_last_day_is_not_late():
    until = LeagueRules.from_dict(LEEK.to_dict() | {"deadline": "2027-01-31"})
    assert [until.is_late(day) for day in ("2027-01-31", "2027-02-01")] == [False, True]
    assert not LEEK.is_late("2027-02-01")


def test_captains_sign_for_teams_and_players_for_themselves() -> None:
    assert [LEEK.but(entrants=each).signers for each in ("teams", "pairs", "players")] == [
        "captains",
        "pairs",
        "players",
    ]
    for wrong in ("soon", "2027-1-31", "2027-02-30", "2027-01-00", "0000-01-31"):
        with pytest.raises(CardError) as refused:
            LeagueRules.from_dict(LEEK.to_dict() | {"deadline": wrong})
        assert refused.value.faults == (("deadline", "No new players after: a day such as 2027-01-31."),)
