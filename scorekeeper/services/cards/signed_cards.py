"""Match cards that both captains have signed, for the feed."""

from datetime import date

from sqlite_utils import Database

from scorekeeper.services.leagues.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.seasons import open_season
from scorekeeper.store.leagues.card_events import last_signed


def signed_cards(db: Database, club: str, today: date, most: int) -> list[tuple[Season, FixtureCard]]:
    """The cards signed by both last, the newest first; what counts for nobody is left out."""
    seasons: dict[str, Season | None] = {}
    found = []
    for league, fixture in last_signed(db, club, most):
        if league not in seasons:
            seasons[league] = open_season(db, club, league, today)
        season = seasons[league]
        card = season.fixture_card(fixture) if season else None
        if season and card and card.locked and season.counts(card):
            found.append((season, card))
    return found
