"""Sentences to send: a result for the group chat, what is still missing, and reminders by mail.

A captain gets mails about what waits for the team, the secretary one about the week.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from scorekeeper.rules.text import counted, side_name
from scorekeeper.services.leagues.board import Board
from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import County
from scorekeeper.store.leagues.captains import Proposal

_WEEK = timedelta(days=7)
_LISTED = 30  # lines of a kind


def day_words(day: str | None) -> str:
    """``Tue 24 Nov``, or that there is no day yet."""
    if not day:
        return "no day yet"
    found = date.fromisoformat(day)
    return f"{found:%a} {found.day} {found:%b}"


def result_text(season: Season, card: FixtureCard) -> str:
    """The result for a chat: the score, every board, the league points, who has not signed yet."""
    home, away = card.names
    round_title, day = season.round_title(card).lower(), day_words(card.fixture.day)
    lines = [
        f"{season.league.title}, {round_title}, {day}",
        f"{home} {card.legs[0]}–{card.legs[1]} {away}",
    ]
    if card.forfeited_by is not None:
        lines.append(f"Forfeited by {card.names[card.forfeited_by]}")
    boards = [_board(board, season.people, card.names) for board in card.boards if board.legs]
    lines += [line for line in boards if line != f"1. {lines[1]}"]  # a match of one board is told once
    if points := season.league_points.get(card.fixture.id):
        lines.append(f"League points: {home} {points[0]}, {away} {points[1]}")
    if card.differing:
        lines.append(f"{card.dispute}.")
    if season.signatures_due(card):
        lines.append(f"Not signed by both {season.rules.signers} yet.")
    return "\n".join(lines)


def _board(board: Board, players: dict[str, str], teams: tuple[str, str]) -> str:
    home, away = (side_name(players.get(player, "?") for player in side) or "–" for side in board.lineup)
    own, other = board.legs or (0, 0)
    given = f" (conceded by {teams[0 if own < other else 1]})" if board.conceded else ""
    if not any(board.lineup):
        return f"{board.number}. {board.kind.name} {own}–{other}{given}"
    return f"{board.number}. {home} {own}–{other} {away}{given}"


def reminder(season: Season, card: FixtureCard, address: str) -> str:
    """A reminder that can be pasted into a message: what is missing, until when, and where to enter it."""
    return f"Hello! {still_needed(season, card)} It only takes a minute: {address} Thank you!"


def still_needed(season: Season, card: FixtureCard) -> str:
    """What is missing of the card, until when, and what that costs."""
    home, away = card.names
    missing = "the result"
    if due := season.signatures_due(card):
        missing = f"the signature of {' and '.join(due)}"
    elif card.done:
        boards = len(card.boards)
        missing = f"{boards - card.done} of {counted(boards, 'board')}"
    until = ""
    if card.due:
        verb = "was" if card.due < season.today else "is"
        until = f" It {verb} due on {day_words(card.due.isoformat())}."
    fine = season.rules.points.late_words
    cost = f" A late card costs {fine} {'point' if fine == '1' else 'points'}." if fine else ""
    return (
        f"For {home} v {away} on {day_words(card.fixture.day)} ({season.league.title}) "
        f"we still need {missing}.{until}{cost}"
    )


class Reminder(NamedTuple):
    """A mail: its subject, and what it tells, a paragraph each."""

    subject: str
    paragraphs: tuple[str, ...]


def confirmation(club: str, team: str | None, link: str) -> Reminder:
    """What asks whether reminders may go to an address: of this team, or (None) the secretary's."""
    whose = f"the captain of {team}" if team else "the secretary"
    return Reminder(
        f"{club}: is this your address?",
        (
            f"Reminders for {whose} ({club}) are to come to this address: matches, cards that are missing. "
            f"If you want them, open this page within a week and confirm it: {link}",
            "If you know nothing of it, do nothing: no reminder comes.",
        ),
    )


def captains_reminder(
    county: County, proposals: Mapping[str, Proposal], team: str, since: date, address: str
) -> Reminder | None:
    """What the team's captain has not had a mail about since this day, or None; ``address`` is the club's.

    A card that is missing and a proposal are told the morning after, a match a day ahead.
    """
    own = [
        (season, card)
        for season in county.seasons
        for card in season.cards
        if team in card.facts.teams and season.may_count(card)
    ]
    paragraphs = [
        words for season, card in own for words in _of_card(county, season, card, team, since, address)
    ]
    for season, card in own:
        new = proposals.get(card.fixture.id)
        if (
            new
            and not card.begun
            and card.facts.teams[1 - new.side] == team
            and _lately(county, since, new.made_at)
        ):
            paragraphs.append(
                f"{card.names[new.side]} propose {_when(new.day, new.starts)} for {_match(season, card)}. "
                f"Accept or decline: {_page_of(card, address)}"
            )
    name = next((squad.name for season in county.seasons for squad in season.squads if squad.id == team), "")
    return (
        Reminder(f"{name}: {counted(len(paragraphs), 'reminder')}", tuple(paragraphs)) if paragraphs else None
    )


def _of_card(
    county: County, season: Season, card: FixtureCard, team: str, since: date, address: str
) -> Iterator[str]:
    day, tomorrow = card.fixture.day or "", county.today + timedelta(days=1)
    if day == tomorrow.isoformat() and not card.begun:
        yield (
            f"Tomorrow, {_when(day, card.fixture.starts)}: {' v '.join(card.names)} ({season.league.title}), "
            f"at {card.place}. {_page_of(card, address)}"
        )
    due = season.signatures_due(card)
    if season.status(card).owed and _lately(county, since, day) and (not due or season.names[team] in due):
        yield f"{still_needed(season, card)} {_page_of(card, address)}"


def secretarys_reminder(
    county: County, proposals: Mapping[str, Proposal], since: date, address: str
) -> Reminder | None:
    """The week: what is missing, what is wanted twice or waits for an answer, and what is played next."""
    if county.today - since < _WEEK:
        return None
    owed = [_match(season, card) for season in county.seasons for card in season.overdue]
    twice = [f"{clash.what}, {day_words(clash.day.isoformat())}" for clash in county.clashes]
    waiting = [
        f"{_match(season, card)}: {card.names[1 - new.side]} to answer"
        for season in county.seasons
        for card in season.cards
        if (new := proposals.get(card.fixture.id)) and not card.begun
    ]
    ends = (county.today + _WEEK).isoformat()
    coming = [
        f"{_match(*one)}, {one.card.fixture.starts or 'no time yet'}"
        for one in county.coming
        if (one.card.fixture.day or "") < ends
    ]
    kinds = {"Cards still to come in": owed, "Wanted twice": twice, "Another day proposed": waiting}
    kinds["The next seven days"] = coming
    paragraphs = [
        "\n".join([f"{words}: {len(lines)}", *lines[:_LISTED], *["…"] * (len(lines) > _LISTED)])
        for words, lines in kinds.items()
        if lines
    ]
    subject = (
        f"The week: {counted(len(owed), 'card')} missing, {counted(len(coming), 'match', 'matches')} to come"
    )
    return Reminder(subject, (*paragraphs, f"The desk: {address}/leagues/desk")) if paragraphs else None


def _lately(county: County, since: date, at: str) -> bool:
    """Whether it was at or after ``since`` and before today; either day is told by one run alone."""
    return since.isoformat() <= at[:10] < county.today.isoformat()


def _match(season: Season, card: FixtureCard) -> str:
    return f"{' v '.join(card.names)} on {day_words(card.fixture.day)} ({season.league.title})"


def _when(day: str, starts: str | None) -> str:
    return f"{day_words(day)} {starts}" if starts else day_words(day)


def _page_of(card: FixtureCard, address: str) -> str:
    return f"{address}/fixtures/{card.fixture.id}/"
