"""Short teams: half pairs, and the players who may play once more."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import CardError
from scorekeeper.rules.leagues.line_ups import lineup_faults
from scorekeeper.rules.leagues.match_card import Lineup, MatchCard
from scorekeeper.rules.leagues.presets import BY_KEY

NORTH = BY_KEY["northallerton"].rules.card
PAIRS = MatchCard.from_dict({**BY_KEY["leek"].rules.card.to_dict(), "half_pairs": True})
MEN = {f"man {n}": f"Man {n}" for n in range(1, 9)}


def faults(card, boards, short=()):
    lineups = {number: Lineup(tuple(f"man {n}" for n in men), ()) for number, men in boards.items()}
    return [sentence for _, sentence in lineup_faults(card, lineups, (MEN, {}), short)]


def test_six_men_play_two_of_them_twice_in_each_format():
    # Northallerton, rule 7: "1/2 players twice in each format".
    fixture_card = {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (1, 2), 5: (1, 2), 6: (3, 4), 7: (5, 6), 8: (3, 4)}
    assert faults(NORTH, fixture_card) == []


def test_three_men_twice_are_one_too_many():
    three = {1: (1, 2), 2: (3, 4), 3: (1, 2), 4: (3, 5)}
    allowed = "may play 1 dominoes board a night (2 players one more) and is down for boards"
    assert set(faults(NORTH, three)) == {
        f"Board {board}: Man {man} {allowed} {down}."
        for man, down, boards in ((1, "1 and 3", (1, 3)), (2, "1 and 3", (1, 3)), (3, "2 and 4", (2, 4)))
        for board in boards
    }


def test_nobody_plays_three_times():
    assert len(faults(NORTH, {1: (1, 2), 2: (1, 3), 3: (1, 4)})) == 3


def test_half_a_pair_may_stand_on_a_board_not_played_or_conceded():
    assert faults(NORTH, {1: (1,)}, short=[1]) == []
    assert faults(NORTH, {1: (1,)}) == [
        "Board 1: 2 players a side, not 1. Add the other, or say who conceded."
    ]


def test_one_player_may_play_a_pairs_board_where_the_league_says_so():
    assert faults(PAIRS, {7: (1,)}) == []
    assert faults(PAIRS, {7: (1, 2, 3)}) == ["Board 7: 2 players a side, not 3."]
    assert PAIRS.to_dict()["half_pairs"] is True


def test_players_one_more_are_a_number_of_players():
    values = NORTH.to_dict()
    values["kinds"] = [{**values["kinds"][0], "extra": 31}]
    with pytest.raises(CardError, match="from 0 to 30 players play one board more"):
        MatchCard.from_dict(values)


def test_who_plays_once_more_at_one_kind_does_not_at_the_other_as_well():
    both = {1: (1, 2), 2: (3, 4), 3: (1, 5), 5: (1, 2), 6: (1, 3)}
    words = "Man 1 plays once more at dominoes, so not at fives-and-threes as well."
    assert faults(NORTH, both) == [f"Board 5: {words}", f"Board 6: {words}"]


def test_who_is_not_in_the_squad_is_not_counted_as_well():
    strange = {1: (9, 1), 2: (9, 2), 3: (9, 3)}
    assert faults(NORTH, strange) == [f"Board {n}: a player is not in the team’s squad." for n in (1, 2, 3)]


def test_one_fault_does_not_hide_another_behind_it():
    strange = faults(NORTH, {1: (9, 1), 2: (9, 1), 3: (9, 1)})
    allowed = "Man 1 may play 1 dominoes board a night (2 players one more)"
    assert [sentence for sentence in strange if "squad" not in sentence] == [
        f"Board {board}: {allowed} and is down for boards 1, 2 and 3." for board in (1, 2, 3)
    ]
    assert len(faults(NORTH, {1: (1, 2), 2: (1, 2), 3: (2, 3)})) == 3
