"""A judgement that is remembered is the one that would be given, whatever was judged before."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards.rule_card import RuleCard
from scorekeeper.rules.rounds.report import RoundReport
from scorekeeper.rules.rounds.validate import validate, validate_cached

NAMES = ("Ann", "Bob", "Cy")
CARDS = tuple(RuleCard.default(game) for game in ("block", "draw", "fives", "threes_fives"))
CLAIMS = st.builds(
    lambda event, out, pips, order, boneyard: RoundReport(
        players=NAMES,
        sides=tuple((name,) for name in NAMES),
        event=event,
        out=out,
        pips={name: pips[name] for name in order if name in pips},
        boneyard=boneyard,
    ),
    st.sampled_from(["out", "blocked", None]),
    st.sampled_from([*NAMES, None]),
    st.dictionaries(st.sampled_from(NAMES), st.integers(-1, 40)),
    st.permutations(NAMES),
    st.sampled_from([None, 0, 7]),
)


@given(st.lists(st.tuples(CLAIMS, st.sampled_from(CARDS)), min_size=1, max_size=20))
def test_it_says_what_the_judge_says(cases):
    for report, card in [*cases, *cases]:
        assert validate_cached(report, card) == validate(report, card)


def test_the_same_facts_are_judged_once_and_others_anew():
    report = RoundReport(
        players=NAMES[:2], sides=(("Ann",), ("Bob",)), event="out", out="Ann", pips={"Bob": 7}
    )
    first = validate_cached(report, CARDS[1])
    assert validate_cached(replace(report, pips={"Bob": 7}), CARDS[1]) is first
    assert validate_cached(replace(report, pips={"Bob": 8}), CARDS[1]) != first
    assert validate_cached(report, CARDS[0].but(target=7)) is not first
