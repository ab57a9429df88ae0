"""What a phone is told so that it can count: the card with all that follows, and where the match stands."""

from scorekeeper.rules.games.rule_card import RuleCard
from scorekeeper.rules.matches.count_data import standing_data, table_data
from scorekeeper.rules.matches.score import replay
from scorekeeper.rules.matches.scoring import CountedPlay, RoundFacts
from scorekeeper.rules.rounds.in_progress import RoundInProgress
from tests.rules.reports import report
from tests.rules.scored import PAIRS, SINGLES, apply, table

SEATS = ("Ann", "Bob", "Cy", "Di")


def data(card, *rounds, progress=None, sides=SINGLES, **rest):
    players = [name for turn in zip(*sides, strict=True) for name in turn]
    score = replay(card, players, sides, rounds, **rest)
    progress = progress or RoundInProgress.of(card, players, sides, score.lead.player)
    return standing_data(score, progress, not score.finished)


def test_the_table_names_players_by_their_seats():
    known = table_data(RuleCard.default("draw", start_first=7), SEATS, PAIRS, "went out")
    assert (known["seats"], known["sides"], known["out_word"]) == (list(SEATS), [[0, 2], [1, 3]], "went out")
    assert (known["card"]["starts"], known["card"]["deal"], known["card"]["values"]) == ((7, 0), 5, ())
    assert known["card"]["first_words"] == "The highest double leads; without any double, the heaviest tile"


def test_what_would_do_it_in_one_is_said_for_every_number_that_can_be_missing():
    said = table_data(RuleCard.default("threes_fives"), SEATS[:2], SINGLES, "")["card"]["in_one"]
    assert said[8] == ", a fifteen does it"
    assert said[7] == ", not in one unless it is the last tile"
    assert table_data(RuleCard.default("fives"), SEATS[:2], SINGLES, "")["card"]["in_one"] == {}
    agreed = RuleCard.default("threes_fives", match_games=3)
    assert table_data(agreed, SEATS[:2], SINGLES, "")["card"]["in_one"] == {}


def test_a_match_begins_at_its_first_round():
    assert data(RuleCard.default("draw", start_second=5), first_leader="Bob") == {
        "totals": (0, 5),
        "legs": (0, 0),
        "ended": 0,
        "rounds": 0,
        "winner": None,
        "drawn": False,
        "running": True,
        "round": 1,
        "first": 1,
        "open": False,
        "last": None,
        "out": None,
        "plain": False,
        "leader": 1,
        "lead": "Bob goes first",
        "began": None,
        "before": None,
    }


def test_rounds_are_those_of_the_leg():
    first = RoundFacts(1, (), report({"Ann": 0, "Bob": 30}, out="Ann"))
    card = RuleCard.default("draw", legs=2, target=50)
    after = data(card, first)
    assert (after["totals"], after["rounds"], after["round"], after["leader"]) == ((30, 0), 1, 2, 0)
    won = data(card, first, RoundFacts(2, (), report({"Ann": 0, "Bob": 20}, out="Ann")))
    assert (won["totals"], won["legs"], won["ended"], won["rounds"]) == ((0, 0), (1, 0), 1, 0)


def test_the_end_of_the_round_before_is_told_in_pips():
    card = RuleCard.default("draw", double_blank_value=10)
    tiles = RoundFacts(1, (), report({"Ann": 0, "Bob": "0-0 6-5"}, out="Ann"))
    blocked = RoundFacts(2, (), report({"Ann": 5, "Bob": 9}))
    assert data(card, tiles)["before"] == [0, [0, 21]]
    assert data(card, tiles, blocked)["before"] == [None, [5, 9]]


def test_the_open_round_tells_of_its_plays():
    card = RuleCard.default("threes_fives")
    facts = RoundFacts(1, (CountedPlay(0, 5, "Ann", last_tile=True),))
    after = data(card, facts, progress=apply(table(card), "Ann +5 last"))
    assert (after["open"], after["last"], after["out"], after["round"]) == (True, 0, None, 1)
    won = data(card, RoundFacts(1, (CountedPlay(0, 61, "Ann", last_tile=True),)))
    assert (won["last"], won["winner"], won["running"]) == (None, 0, False)


def test_a_lead_that_was_no_double_leaves_the_round_without_a_spinner():
    card = RuleCard.default("fives", spinner="lead_double_only")
    assert data(card, progress=apply(table(card), "Ann 6-4 lead"))["plain"]
    assert not data(card, progress=apply(table(card), "Ann 6-6 lead"))["plain"]
    assert not data(RuleCard.default("fives", spinner="none"))["plain"]
