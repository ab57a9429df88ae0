"""Sentences to send: a result for the group chat, a polite reminder for a card that is missing."""

from datetime import date

from scorekeeper.services.leagues.board import BoardBook
from scorekeeper.services.leagues.fixture_card import Night
from scorekeeper.services.leagues.season import Season


def day_words(day: str | None) -> str:
    """``Tue 24 Nov``, or that there is no day yet."""
    if not day:
        return "no day yet"
    found = date.fromisoformat(day)
    return f"{found:%a} {found.day} {found:%b}"


def result_text(season: Season, night: Night) -> str:
    """The night for a chat: the score, every board, the league points, who has not signed yet."""
    home, away = night.names
    lines = [
        f"{season.league.name}, round {night.fixture.round}, {day_words(night.fixture.day)}",
        f"{home} {night.legs[0]}–{night.legs[1]} {away}",
    ]
    if night.forfeited_by is not None:
        lines.append(f"Forfeited by {night.names[night.forfeited_by]}")
    lines += [_board(board, season.people) for board in night.boards if board.legs]
    if night.result and not night.result.play_off:
        lines.append(f"League points: {home} {night.league_points[0]}, {away} {night.league_points[1]}")
    if night.result and night.forfeited_by is None and not night.locked:
        lines.append("Not signed by both captains yet.")
    return "\n".join(lines)


def _board(board: BoardBook, players: dict[str, str]) -> str:
    home, away = (
        " & ".join(players.get(player, "?") for player in side) or "–"
        for side in (board.lineup.home, board.lineup.away)
    )
    own, other = board.legs or (0, 0)
    if not board.lineup.home and not board.lineup.away:
        return f"{board.number}. {board.kind.name} {own}–{other}"
    return f"{board.number}. {home} {own}–{other} {away}"


def reminder(season: Season, night: Night, address: str, today: date) -> str:
    """A reminder that can be pasted into a message: what is missing, until when, and where to enter it."""
    home, away = night.names
    missing = "the result"
    if night.complete:
        waiting = [name for name, signed in zip(night.names, night.signatures, strict=True) if signed is None]
        missing = f"the signature of {' and '.join(waiting)}"
    elif night.done:
        missing = f"{len(night.boards) - night.done} of {len(night.boards)} boards"
    due = ""
    if night.due:
        due = f" It {'was' if night.due < today else 'is'} due on {day_words(night.due.isoformat())}."
    fine = season.rules.points.late_fine
    cost = f" A late card costs {fine} points." if fine else ""
    return (
        f"Hello! For {home} v {away} on {day_words(night.fixture.day)} ({season.league.name}) we still miss "
        f"{missing}.{due}{cost} It takes a minute here: {address} Thank you!"
    )
