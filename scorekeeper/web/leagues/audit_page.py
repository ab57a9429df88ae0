"""The record of a season: changes of its rules, teams and fixtures, and everything entered for its cards."""

from functools import partial
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.audit import Change
from scorekeeper.store.leagues.card_events import (
    BoardEntry,
    CardEvent,
    Forfeit,
    Live,
    Protest,
    Reopening,
    Signature,
)
from scorekeeper.web.auth.phones import is_numbered
from scorekeeper.web.http.paging import Page, paged

# What a field is called where its own name says too little.
_FIELDS = {
    "made": "entered",
    "rules": "rules changed",
    "home": "home team",
    "away": "away team",
    "stage": "counts as",
    "closed": "archived",
    "dropped": "deleted",
}
_LINES = 150  # on a page
_TRUTH = {"0": "no", "1": "yes"}


def entered_by(season: Season, entry: CardEvent | Change) -> str:
    """``Red Lion’s captain``, with a name if the phone has one; another phone by what it is called."""
    team = season.captains.get(entry.device)
    if team is None:
        return entry.nickname
    captain = f"{season.names[team]}’s captain"
    return captain if is_numbered(entry.nickname) else f"{entry.nickname}, {captain}"


def signed_by(season: Season, card: FixtureCard, side: int) -> str:
    """Who signed for this side, as it follows “signed”; empty where nobody has."""
    signature, other = card.signatures[side], card.signatures[1 - side]
    if signature is None:
        return ""
    numbered = is_numbered(signature.nickname)
    if season.captains.get(signature.device) == card.facts.teams[side]:
        return "by its captain’s phone" if numbered else f"by its captain, {signature.nickname}"
    if isinstance(signature.body, Signature) and signature.body.secretary:
        return "by the secretary" if numbered else f"by the secretary, {signature.nickname}"
    words = f"on {signature.nickname}" if numbered else f"by {signature.nickname}"
    both = other and other.device == signature.device
    return f"{words}, for both {season.rules.entrants}" if both else words


class RecordLine(NamedTuple):
    at: str
    by: str
    about: str
    words: str
    reason: str | None


def record_of(season: Season, changes: list[Change], number: int) -> Page[RecordLine]:
    """One page of the season's lines, newest first. Words are made of what is shown alone."""
    found = [(change.changed_at, partial(_changed, season, change)) for change in changes]
    found += [
        (event.entered_at, partial(reported, season, card, event))
        for card in season.cards
        for event in reversed(card.events)
    ]
    page = paged(sorted(found, key=itemgetter(0), reverse=True), _LINES, number)
    return Page([words() for _, words in page.shown], page.number, page.more)


def reported(season: Season, card: FixtureCard, event: CardEvent) -> RecordLine:
    about, by = f"{card.names[0]} v {card.names[1]}", entered_by(season, event)
    return RecordLine(event.entered_at, by, about, event_words(season, card, event), event.reason)


def event_words(season: Season, card: FixtureCard, event: CardEvent) -> str:
    match event.body:
        case BoardEntry(board=board, side=side, legs=legs, conceded=conceded):
            whose = f", by {card.names[side]}" if side is not None else ""
            result = f"{legs[0]}–{legs[1]}" if legs else "players"
            result += ", conceded" if conceded else ""
            result += ": a player could not play" if event.reason else ""
            return f"board {board}: {result}{whose}"
        case Live(board=board):
            return f"board {board}: match started"
        case Signature(side=side, signed=signed, secretary=secretary):
            captain = "its captain’s" if season.rules.entrants == "teams" else "their"
            whose = f" in {captain} place" if secretary else ""
            return f"signed for {card.names[side]}{whose}: {signed.split()[0]}"
        case Reopening():
            return "opened again"
        case Forfeit(side=None):
            return "to be played after all"
        case Forfeit(side=side):
            return f"forfeited by {card.names[side or 0]}"
        case Protest(side=None):
            return "protest decided on"
        case Protest(side=side):
            return f"protest by {card.names[side or 0]}"


def _changed(season: Season, change: Change) -> RecordLine:
    words = _FIELDS.get(change.field, change.field)
    if change.field != "rules":
        old, new = (_value(season, change.field, value) for value in (change.old, change.new))
        words += f": {old} → {new}" if old and new else f": {new or old}" if new or old else ""
    about = season.league.title
    if change.entity == "squad":
        about = season.names.get(change.entity_id, change.old or "")
    card = season.card(change.entity_id)
    if card:
        about = f"{card.names[0]} v {card.names[1]}"
    return RecordLine(change.changed_at, entered_by(season, change), about, words, change.reason)


def _value(season: Season, field: str, value: str | None) -> str:
    if field == "closed":
        return _TRUTH.get(value or "", "")
    if field in ("home", "away"):
        return season.names.get(value or "", "")
    if field == "points" and value:
        return value.replace("-", "−")
    return value or ("no day" if field == "day" else "")
