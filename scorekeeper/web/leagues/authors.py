"""Who entered or signed something in a season, in words: a captain's phone is known by its team."""

from typing import Protocol

from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.leagues.card_events import Signature
from scorekeeper.web.auth.device_name import is_numbered


class _Entry(Protocol):
    @property
    def device(self) -> str: ...
    @property
    def nickname(self) -> str: ...


def entered_by(season: Season, entry: _Entry) -> str:
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
    return f"{words}, for both teams" if other and other.device == signature.device else words
