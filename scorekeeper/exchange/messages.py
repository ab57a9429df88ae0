"""Sentences to send: a result for the group chat, a polite reminder for a card that is missing."""

from datetime import date

from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.leagues.fixture_card import Board, FixtureCard
from scorekeeper.services.leagues.season import Season


def day_words(day: str | None) -> str:
    """``Tue 24 Nov``, or that there is no day yet."""
    if not day:
        return "no day yet"
    found = date.fromisoformat(day)
    return f"{found:%a} {found.day} {found:%b}"


def result_text(season: Season, fixture_card: FixtureCard) -> str:
    """The result for a chat: the score, every board, the league points, who has not signed yet."""
    home, away = fixture_card.names
    round_title, day = season.round_title(fixture_card).lower(), day_words(fixture_card.fixture.day)
    lines = [
        f"{season.league.title}, {round_title}, {day}",
        f"{home} {fixture_card.legs[0]}–{fixture_card.legs[1]} {away}",
    ]
    if fixture_card.forfeited_by is not None:
        lines.append(f"Forfeited by {fixture_card.names[fixture_card.forfeited_by]}")
    lines += [_board(board, season.people, fixture_card.names) for board in fixture_card.boards if board.legs]
    if points := season.league_points.get(fixture_card.fixture.id):
        lines.append(f"League points: {home} {points[0]}, {away} {points[1]}")
    if fixture_card.differing:
        lines.append(f"{fixture_card.dispute}.")
    if season.signatures_due(fixture_card):
        lines.append("Not signed by both captains yet.")
    return "\n".join(lines)


def _board(board: Board, players: dict[str, str], teams: tuple[str, str]) -> str:
    home, away = (
        side_name(players.get(player, "?") for player in side) or "–"
        for side in (board.lineup.home, board.lineup.away)
    )
    own, other = board.legs or (0, 0)
    given = f" (conceded by {teams[0 if own < other else 1]})" if board.conceded else ""
    if not board.lineup.home and not board.lineup.away:
        return f"{board.number}. {board.kind.name} {own}–{other}{given}"
    return f"{board.number}. {home} {own}–{other} {away}{given}"


def reminder(season: Season, fixture_card: FixtureCard, address: str) -> str:
    """A reminder that can be pasted into a message: what is missing, until when, and where to enter it."""
    return f"Hello! {still_needed(season, fixture_card)} It only takes a minute: {address} Thank you!"


def still_needed(season: Season, fixture_card: FixtureCard) -> str:
    """What is missing of the card, until when, and what that costs."""
    home, away = fixture_card.names
    missing = "the result"
    if due := season.signatures_due(fixture_card):
        missing = f"the signature of {' and '.join(due)}"
    elif fixture_card.done:
        boards = len(fixture_card.boards)
        missing = f"{boards - fixture_card.done} of {counted(boards, 'board')}"
    until = ""
    if fixture_card.due:
        verb = "was" if fixture_card.due < season.today else "is"
        until = f" It {verb} due on {day_words(fixture_card.due.isoformat())}."
    fine = season.rules.points.late_fine
    cost = f" A late card costs {counted(fine, 'point')}." if fine else ""
    return (
        f"For {home} v {away} on {day_words(fixture_card.fixture.day)} ({season.league.title}) "
        f"we still need {missing}.{until}{cost}"
    )
