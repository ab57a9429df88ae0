"""The page of points that were given, taken, fined and waived."""

from dataclasses import dataclass

from scorekeeper.services.cards.fixture_card import FixtureCard
from scorekeeper.services.leagues.season import Season
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.store.leagues.adjustments import AdjustmentRow
from scorekeeper.web.adjustments.forms import AdjustmentForm
from scorekeeper.web.auth.access import Visitor
from scorekeeper.web.forms.act import new_key


@dataclass(frozen=True, slots=True)
class LateCardLine:
    """A card that came late: who pays, what it costs, and why it costs nothing if it was waived."""

    fixture_card: FixtureCard
    team: str
    fine: int
    waived: str | None


@dataclass(frozen=True, slots=True)
class AdjustmentsPage:
    """``refused`` says why an act could not be done, ``reason`` what was typed for it."""

    club: Club
    visitor: Visitor
    season: Season
    form: AdjustmentForm
    given: list[AdjustmentRow]
    late: list[LateCardLine]
    waivers: dict[str, str]
    refused: str
    reason: str
    key: str

    @classmethod
    def of(
        cls,
        club: Club,
        visitor: Visitor,
        season: Season,
        form: AdjustmentForm,
        refused: str = "",
        reason: str = "",
    ) -> "AdjustmentsPage":
        """The page with this form; ``refused`` and ``reason`` are shown where an act was refused."""
        given = [row for row in season.adjustments if row.points]
        waivers = {row.fixture: row.id for row in season.adjustments if row.fixture}
        return cls(club, visitor, season, form, given, _late(season), waivers, refused, reason, new_key())


def _late(season: Season) -> list[LateCardLine]:
    if not season.rules.points.late_fine:
        return []
    fines, waived = season.fines, season.waived
    found = []
    for fixture_card in season.fixture_cards:
        if fixture_card.late_by is not None and season.counts(fixture_card):
            fine = sum(fines.get(fixture_card.fixture.id, (0, 0)))
            reason = waived.get(fixture_card.fixture.id)
            found.append(LateCardLine(fixture_card, fixture_card.names[fixture_card.late_by], fine, reason))
    return found
