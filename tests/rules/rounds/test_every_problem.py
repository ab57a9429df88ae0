"""Every fault of a round: its sentence, whom it concerns, and which comes first."""

import re

import pytest

from scorekeeper.rules.rounds.report import CODES
from tests.rules.faulty import FAULTS
from tests.rules.reports import codes, validated

IDS = [f"{code}: {words}" for code, words, _ in FAULTS]
BY_PLAYING = {"out_of_turn", "tile_not_held", "cannot_pass", "cannot_draw"}


@pytest.mark.parametrize(("code", "words", "reported"), FAULTS, ids=IDS)
def test_a_fault_is_named_in_a_sentence(code, words, reported):
    validation = reported()
    messages = [problem.message for problem in validation.problems if problem.code == code]
    assert any(words in message for message in messages), validation.problems
    assert validation.refused == any(problem.certain for problem in validation.problems)


@pytest.mark.parametrize("reported", [reported for _, _, reported in FAULTS], ids=IDS)
def test_a_fault_is_about_those_whom_its_sentence_names(reported):
    (held, *_) = reported.args
    by_pips = tuple(name for name, hand in held.items() if isinstance(hand, int))
    for fault in reported().problems:
        named = tuple(re.findall("Ann|Bob|Cy|Dee|Zoe", fault.message))
        of_all_pips = fault.code in ("pips_joint_out_of_range", "pips_parity")
        assert fault.players == (by_pips if of_all_pips else named), fault
        assert "None" not in fault.message
        assert fault.message[0] != " ", "a name is missing"


def test_every_reason_is_reached():
    assert {code for code, *_ in FAULTS} | BY_PLAYING == set(CODES)


def test_problems_are_shown_in_the_order_of_the_checks():
    validation = validated({"Ann": "7-0 5-5", "Bob": "5-5"}, out="Ann", ends=(9, 9))
    assert codes(validation) == [
        "tile_not_in_set",
        "duplicate_tile_across_hands",
        "nobody_empty",
        "out_player_has_tiles",
        "end_not_in_set",
    ]


def test_an_unknown_player_who_chipped_out_is_one_fault_only():
    assert codes(validated({"Ann": "", "Bob": "5-2"}, out="Zoe")) == ["unknown_player"]


def test_a_missing_hand_is_the_only_fault_that_follows_from_it():
    seats = {"players": ("Ann", "Bob", "Cy"), "sides": (("Ann",), ("Bob",), ("Cy",))}
    assert codes(validated({"Ann": 7, "Bob": 12}, boneyard=0, **seats)) == ["hand_missing"]
