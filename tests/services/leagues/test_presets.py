"""A night of each league that has a preset, checked against the sentences of its own rule sheet.

Every quoted rule is obeyed; nothing is quoted where a sheet is silent or leaves the choice to people.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.services.cards.board_commands import draw_boards, start_board
from scorekeeper.services.cards.card_commands import MatchCardError, forfeit, load_card
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.seasons import LeagueError
from scorekeeper.services.leagues.squads import PlayersTaken, enter_squad, withdraw_or_drop_squad
from scorekeeper.services.statistics import player_statistics
from scorekeeper.store.leagues.card_events import BoardEntry
from scorekeeper.store.matches.matches import find_match
from tests.services.league import Secretary

Start = Callable[..., Secretary]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """The preset's league with two pubs that meet home and away."""
    begun: list[Secretary] = []

    def start(preset: str) -> Secretary:
        secretary = Secretary.of(tmp_path / "club.db", preset, ("Anchor", "Bell"))
        begun.append(secretary)
        secretary.draw_up(date(2026, 9, 3))
        return secretary

    yield start
    for secretary in begun:
        secretary.db.close()


def tonight(secretary: Secretary) -> FixtureCard:
    return secretary.season().cards[0]


def place(secretary: Secretary) -> str:
    return tonight(secretary).fixture.id


def men(secretary: Secretary, side: int) -> list[str]:
    return [player for player, _ in tonight(secretary).teams[side].players]


def points(secretary: Secretary) -> list[int]:
    rows = {row.team: row.points for row in secretary.season().table}
    return [rows[team] for team in tonight(secretary).facts.teams]


def does_not_come(secretary: Secretary, side: int) -> None:
    forfeit(secretary.ask, place(secretary), side, "did not come")


def squad_of(secretary: Secretary, name: str, size: int) -> None:
    players = "\n".join(f"{name} {n + 1}" for n in range(size))
    enter_squad(secretary.ask, secretary.league, name, players, known=secretary.squad(name).id)


def test_leek(start: Start) -> None:
    leek = start("leek")
    singles, doubles = leek.season().rules.card.kinds
    # “(Singles) once around the board 61 holes up. (Doubles) 1 game twice around the board.”
    assert (singles.rule_card.target, doubles.rule_card.target) == (61, 121)
    # “9 Dominoes to be drawn by each player … (singles) 6 Dominoes to be drawn by each player … (doubles)”
    assert (singles.rule_card.deal_for(2), doubles.rule_card.deal_for(4)) == (9, 6)
    # “Dead hole to be pegged in all games.” “No player to go out on down” “no score for last domino played.”
    for kind in (singles, doubles):
        card = kind.rule_card
        assert (card.exact, card.no_finish_on_down, card.last_tile_bonus) == (True, True, 0)
    # “A team shall consist of six players, upto 12 players may be used in a match”
    squad_of(leek, "Anchor", 12)
    squad_of(leek, "Bell", 12)
    twelve = men(leek, 0)
    leek.report(tonight(leek), *(BoardEntry(n, 0, (twelve[n - 1],), ()) for n in range(1, 7)))
    pairs = [(twelve[6 + 2 * n], twelve[7 + 2 * n]) for n in range(3)]
    leek.report(tonight(leek), *(BoardEntry(7 + n, 0, pair, ()) for n, pair in enumerate(pairs)))
    # “if you win 6-3 you get 2pts for the win 6 for the games won total 8pts”
    leek.report_all(tonight(leek), {1, 2, 3, 4, 5, 6})
    assert points(leek) == [8, 3]
    # “All captains must sign the result sheet at the end of their match.”
    assert not tonight(leek).locked
    for side in (0, 1):
        leek.sign(tonight(leek), side)
    assert tonight(leek).locked


def test_leek_where_a_team_does_not_come(start: Start) -> None:
    leek = start("leek")
    # “the opposition claims the match, 2 points for the win and the match 5-4 (total points 7.)”
    does_not_come(leek, 1)
    assert tonight(leek).legs == (5, 4)
    assert points(leek) == [7, 0]


def test_leek_wants_the_sheet_by_saturday(start: Start) -> None:
    leek = start("leek")
    leek.draw_up(date(2026, 9, 1))  # a Tuesday
    leek.report_all(tonight(leek), {1, 2, 3, 4, 5, 6})
    # “The home team must return the team result sheet to “BENKS” by 1200hrs Saturday.”
    for day, late in ((date(2026, 9, 5), False), (date(2026, 9, 6), True)):
        leek.today = day
        assert leek.season().day.is_late(tonight(leek).facts) is late
    leek.author = leek.author._replace(at="2026-09-06T22:00:00Z")
    for side in (1, 0):
        leek.sign(tonight(leek), side)
    # The sheet names no fine: the table is as it would have been.
    assert (tonight(leek).late_by, points(leek)) == (0, [8, 3])


def test_solihull_and_warwickshire(start: Start) -> None:
    solihull = start("solihull")
    # “9 matches (6 singles and 3 doubles)” on “a 121 hole peg board”
    assert [
        (kind.count, kind.pairs, kind.rule_card.target) for kind in solihull.season().rules.card.kinds
    ] == [
        (6, False, 121),
        (3, True, 121),
    ]
    # “a maximum of one (1) singles game and one (1) doubles game per match fixture”
    jack = men(solihull, 0)[0]
    with pytest.raises(MatchCardError, match="may play 1 singles board a night"):
        solihull.report(tonight(solihull), *(BoardEntry(n, None, (jack,), ()) for n in (1, 2)))
    # “the winning team getting three points and losing team will get one point … a 5-4 loss.”
    solihull.report_all(tonight(solihull), {1, 2, 3, 4})
    assert points(solihull) == [1, 3]
    # “For any game in which a team is unable to provide enough players, the opposing team may claim the
    # points for that game.”
    sixth = men(solihull, 0)[5]
    solihull.report(tonight(solihull), BoardEntry(6, None, (sixth,), (), (1, 0), None, conceded=True))
    assert tonight(solihull).legs == (5, 4)
    assert points(solihull) == [3, 1]
    played = {line.who[0]: line.played for line in player_statistics(solihull.season())}
    assert played[sixth] == 1, "his doubles: nobody came to meet him at the singles"


def test_guisborough(start: Start) -> None:
    guisborough = start("guisborough")
    # “3 pairs … to play three games against each other.”
    home, away = ([tuple(men(guisborough, s)[n : n + 2]) for n in (0, 2, 4)] for s in (0, 1))
    boards = [BoardEntry(n + 1, None, home[n // 3], away[n % 3], (1, 0)) for n in range(9)]
    guisborough.report(tonight(guisborough), *boards)
    assert tonight(guisborough).legs == (9, 0)
    assert {line.played for line in player_statistics(guisborough.season())} == {3}
    # “Teams shall play each other on a home and away basis”
    first, second = (card.facts.teams for card in guisborough.season().cards)
    assert first == second[::-1]
    # “Once a player has been registered / played for a Team, he/she cannot play for any other Team”
    opponent = men(guisborough, 1)[0]
    with pytest.raises(MatchCardError, match="Board 1: a player is not in the team’s squad"):
        guisborough.report(tonight(guisborough), BoardEntry(1, None, (home[0][0], opponent), away[0], (1, 0)))


def test_guisborough_signs_twelve_at_most_for_one_team(start: Start) -> None:
    guisborough = start("guisborough")
    # “Each Team shall be allowed to register a maximum of 12 players in their team squads”
    squad_of(guisborough, "Anchor", 12)
    with pytest.raises(LeagueError, match=r"Players: 12 are the most in a squad, not 13\."):
        squad_of(guisborough, "Anchor", 13)
    assert len(guisborough.squad("Anchor").players) == 12
    # “unless the Team that the player originally played for drops out of the League.”
    ask, league, bell = guisborough.ask, guisborough.league, guisborough.squad("Bell")
    said = {"name": "Anchor", "players": "Anchor 1, Bell 1", "known": guisborough.squad("Anchor").id}
    with pytest.raises(PlayersTaken, match="Bell 1 is in the squad of Bell"):
        enter_squad(ask, league, **said)
    withdraw_or_drop_squad(ask, league, bell.id, "dropped out", withdrawn=True)
    enter_squad(ask, league, **said, move=True)
    assert "Bell 1" in dict(guisborough.squad("Anchor").players).values()


def test_guisborough_where_a_team_is_four(start: Start) -> None:
    guisborough = start("guisborough")
    # “A Team must have a minimum of 4 players”: of the third pair that is not there the games are conceded.
    home, away = ([tuple(men(guisborough, s)[n : n + 2]) for n in (0, 2, 4)] for s in (0, 1))
    pairs = [home[n // 3] if n < 6 else () for n in range(9)]
    results = [(1, 0) if n < 6 else (0, 1) for n in range(9)]
    boards = [
        BoardEntry(n + 1, None, pairs[n], away[n % 3], results[n], None, conceded=n >= 6) for n in range(9)
    ]
    guisborough.report(tonight(guisborough), *boards)
    assert tonight(guisborough).legs == (6, 3)
    assert {line.won for line in player_statistics(guisborough.season()) if line.who[0] in away[0]} == {0}


def test_guisborough_where_an_ineligible_player_played(start: Start) -> None:
    guisborough = start("guisborough")
    guisborough.report_all(tonight(guisborough), {1, 2, 3, 4, 5, 6, 7, 8, 9})
    # “Any Team playing an ineligible player will forfeit that match to their opponents”
    does_not_come(guisborough, 0)
    assert tonight(guisborough).forfeited_by == 0
    assert points(guisborough) == [0, 2]


def test_northallerton(start: Start) -> None:
    northallerton = start("northallerton")
    # “eight games. (4 of domino, 4 of 5&3's in league matches” “All games to be four handed.”
    kinds = northallerton.season().rules.card.kinds
    assert [(kind.count, kind.pairs, kind.rule_card.game.value) for kind in kinds] == [
        (4, True, "block"),
        (4, True, "threes_fives"),
    ]
    squad_of(northallerton, "Anchor", 6)
    squad_of(northallerton, "Bell", 6)
    # “A team without a full complement of eight players may play 1/2 players twice in each format. These
    # players, to be drawn … must be different for dominoes and fives and threes.”
    draw_boards(northallerton.ask, place(northallerton))
    _, card = load_card(northallerton.db, northallerton.club, place(northallerton), northallerton.today)
    for side in (0, 1):
        seats = [(board.lineup.home, board.lineup.away)[side] for board in card.boards]
        twice = []
        for boards in (seats[:4], seats[4:]):
            played = [player for pair in boards for player in pair]
            assert len(set(played)) == 6
            twice.append({player for player in played if played.count(player) == 2})
        assert [len(players) for players in twice] == [2, 2]
        assert not twice[0] & twice[1]


def test_northallerton_where_the_same_man_would_play_twice_in_both_formats(start: Start) -> None:
    northallerton = start("northallerton")
    one, two, three, four, five, six, *_ = men(northallerton, 0)
    pairs = [(one, two), (three, four), (five, six), (one, two)]
    both = [BoardEntry(n + 1, None, pairs[n % 4], ()) for n in range(8)]
    with pytest.raises(MatchCardError, match="once more at dominoes, so not at fives-and-threes as well"):
        northallerton.report(tonight(northallerton), *both)
    others = [(three, four), (one, two), (five, six), (three, four)]
    right = [BoardEntry(n + 1, None, (pairs + others)[n], ()) for n in range(8)]
    northallerton.report(tonight(northallerton), *right)


def test_northallerton_where_a_team_is_too_few(start: Start) -> None:
    northallerton = start("northallerton")
    # “A team unable to raise six players will forfeit the game 6-0.”
    squad_of(northallerton, "Anchor", 5)
    side = tonight(northallerton).names.index("Anchor")
    with pytest.raises(MatchCardError, match="Anchor has 5 players; the dominoes need more"):
        draw_boards(northallerton.ask, place(northallerton))
    does_not_come(northallerton, side)
    assert sorted(tonight(northallerton).legs) == [0, 6]


def test_hdddcl_away_team_has_the_drop_on_the_outer_tables(start: Start) -> None:
    hdddcl = start("hdddcl")
    sides = [[tuple(men(hdddcl, s)[n : n + 2]) for n in (0, 2, 4)] for s in (0, 1)]
    hdddcl.report(tonight(hdddcl), *(BoardEntry(n + 1, None, sides[0][n], sides[1][n]) for n in range(3)))
    # “Away Team to have drop on 1st and 3rd table.”
    for table, side in ((1, 1), (2, 0), (3, 1)):
        begun = start_board(hdddcl.ask, place(hdddcl), table).answer
        match = find_match(hdddcl.db, hdddcl.club, begun)
        assert match
        assert match.first_leader == sides[side][table - 1][0]


def test_hdddcl_ladies(start: Start) -> None:
    # “The Laides league remains the same 1 game 7up (first to 7 wins the table)”
    ladies = start("hdddcl")
    card = ladies.season().rules.card
    (kind,) = card.kinds
    ladies.set_rules(
        card=replace(card, kinds=(replace(kind, rule_card=kind.rule_card.but(target=7, legs=1)),)).to_dict()
    )
    (tables,) = ladies.season().rules.card.kinds
    assert (tables.count, tables.pairs, tables.rule_card.target, tables.rule_card.legs) == (3, True, 7, 1)
    ladies.report_all(tonight(ladies), {1, 3})
    assert (tonight(ladies).legs, points(ladies)) == ((2, 1), [2, 0])


def test_hdddcl(start: Start) -> None:
    hdddcl = start("hdddcl")
    # “Teams to consist of 3 pairs. Each pair to play best of 3 games 5up”
    (tables,) = hdddcl.season().rules.card.kinds
    assert (tables.count, tables.pairs, tables.rule_card.target, tables.rule_card.legs) == (3, True, 5, 2)
    # “there is NO need to play it if you are already 2,0 up on your table”
    assert hdddcl.season().rules.card.results_of(1) == ((2, 0), (2, 1), (1, 2), (0, 2))
    # “each table is 1 leg so your team can win or lose 2,1 3,0.”
    hdddcl.report_all(tonight(hdddcl), {1, 3})
    assert tonight(hdddcl).legs == (2, 1)
    # “Match played on tables won, 2 points awarded to winner ie 2,1 or 3,0”
    assert points(hdddcl) == [2, 0]
    hdddcl.report_all(tonight(hdddcl), {1, 2, 3})
    assert (tonight(hdddcl).legs, points(hdddcl)) == ((3, 0), [2, 0])
    # “If a tie on count hand is played again.”
    assert tables.rule_card.tie == "none"
