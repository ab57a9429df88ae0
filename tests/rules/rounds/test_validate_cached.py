"""A cached validation equals a new one, whatever was validated before."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate, validate_cached

NAMES = ("Ann", "Bob", "Cy")
CARDS = tuple(RuleCard.default(game) for game in ("block", "draw", "fives", "threes_fives"))
CLAIMS = st.builds(
    lambda event, out, pips, order, boneyard, counts, leader: RoundReport(
        players=NAMES,
        sides=tuple((name,) for name in NAMES),
        event=event,
        out=out,
        pips={name: pips[name] for name in order if name in pips},
        boneyard=boneyard,
        tile_counts=counts,
        leader=leader,
    ),
    st.sampled_from(["out", "blocked", None]),
    st.sampled_from([*NAMES, None]),
    st.dictionaries(st.sampled_from(NAMES), st.integers(-1, 40)),
    st.permutations(NAMES),
    st.sampled_from([None, 0, 7]),
    st.one_of(st.just({}), st.dictionaries(st.sampled_from(NAMES), st.integers(0, 9))),
    st.sampled_from([*NAMES, "Dot", None]),
)


@given(st.lists(st.tuples(CLAIMS, st.sampled_from(CARDS)), min_size=1, max_size=20))
def test_the_cached_validation_is_the_same(cases):
    for report, card in [*cases, *cases]:
        assert validate_cached(report, card) == validate(report, card)


def test_the_same_report_is_validated_once_and_another_anew():
    report = RoundReport(
        players=NAMES[:2], sides=(("Ann",), ("Bob",)), event="out", out="Ann", pips={"Bob": 7}
    )
    first = validate_cached(report, CARDS[1])
    assert validate_cached(replace(report, pips={"Bob": 7}), CARDS[1]) is first
    assert validate_cached(replace(report, pips={"Bob": 8}), CARDS[1]) != first
    assert validate_cached(report, CARDS[0].but(target=7)) is not first


def test_another_leader_is_validated_anew_only_where_tiles_are_counted():
    report = RoundReport(
        players=NAMES[:2], sides=(("Ann",), ("Bob",)), event="out", out="Ann", pips={"Bob": 7}
    )
    assert validate_cached(replace(report, leader="Bob"), CARDS[1]) is validate_cached(report, CARDS[1])
    full = replace(report, tile_counts={"Bob": 21})
    assert validate_cached(replace(full, leader="Bob"), CARDS[1]) != validate_cached(full, CARDS[1])
