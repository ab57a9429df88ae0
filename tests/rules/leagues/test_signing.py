"""A card's first complete signing is the one that counts."""

from __future__ import annotations

import pytest

from scorekeeper.rules.leagues.signing import Signing, first_signed, late_by

HOME, AWAY = Signing(0, "5–4 a", 10), Signing(1, "5–4 a", 12)
OPENED = Signing(None)


def test_a_correction_weeks_later_does_not_make_the_card_late():
    later = [Signing(0, "4–5 b", 40), Signing(1, "4–5 b", 40)]
    assert first_signed([HOME, AWAY, OPENED, *later]) == (10, 12)


@pytest.mark.parametrize(
    "signings",
    [[], [HOME], [AWAY], [HOME, OPENED, AWAY], [HOME, Signing(1, "4–5 b", 11)]],
    ids=["nobody", "home", "away", "opened between", "another wording"],
)
def test_a_card_never_signed_by_both_in_one_state_has_no_first_signing(signings):
    assert first_signed(signings) is None


def test_a_captain_who_signs_again_counts_with_the_later_day():
    old = Signing(0, "3–6 c", 9)
    assert first_signed([old, AWAY, HOME]) == (10, 12)


def test_a_reopening_before_any_signature_ends_nothing():
    assert first_signed([HOME, OPENED, HOME, AWAY]) == (10, 12)


@pytest.mark.parametrize(
    ("signed", "pays"),
    [
        ((10, 12), None),
        ((10, 17), None),
        ((10, 18), 1),
        ((17, 18), 1),
        ((18, 10), 0),
        ((18, 18), 0),
        (None, None),
    ],
)
def test_the_home_team_hands_the_card_in_and_pays_unless_only_the_other_was_late(signed, pays):
    assert late_by(signed, 17) == pays


def test_a_fixture_without_a_day_is_never_late():
    assert late_by((10, 12), None) is None
