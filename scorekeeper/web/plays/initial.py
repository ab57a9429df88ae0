"""A play or penalty that was entered, as the values of its form; and the places it could go to."""

from scorekeeper.rules.tiles.layout import Layout
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.matches.match_state import MatchState
from scorekeeper.services.matches.rounds import progress_before
from scorekeeper.store.matches.match_events import EventBody, MatchEvent, Penalty, Play
from scorekeeper.web.forms import new_key
from scorekeeper.web.plays.forms import EndsForm, EventForm, KeyForm, PenaltyForm, TileForm
from scorekeeper.web.plays.page import place_words

_FORMS: dict[str, type[EventForm]] = {"key": KeyForm, "ends": EndsForm}


def form_of(body: EventBody) -> type[EventForm]:
    """The form in which this was entered."""
    return _FORMS.get(body.kind, TileForm) if isinstance(body, Play) else PenaltyForm


def typed_values(state: MatchState, event: MatchEvent) -> dict[str, object]:
    """The form's values for what was entered."""
    body = event.body
    values: dict[str, object] = {"key": new_key(), "round": event.round, "seen": state.match.version}
    if isinstance(body, Penalty):
        way = "on" if body.points > 0 else "back"
        return {**values, "side": body.side, "points": abs(body.points), "way": way, "reason": event.reason}
    if not isinstance(body, Play):
        return values
    seat = next((n for n, one in enumerate(state.match.seats) if one.player == body.player), 0)
    values |= {"side": body.side, "seat": seat, "points": body.points, "place": body.place}
    values |= {"last_tile": bool(body.last_tile), "down": body.place == "lead"}
    values |= {"act": body.kind, "tile": (Tile.parse(body.tile),) if body.tile else None}
    return values | _shown(body.shown or "")


def places_of(layout: Layout | None) -> list[tuple[str, str]]:
    """Where a tile could go: each place with its words."""
    return [(place, place_words(layout, place)) for place in layout.places] if layout else []


def place_in_round(layout: Layout | None, form: EventForm) -> None:
    """Where the tile that was played fits in one place only, put it there."""
    if isinstance(form, TileForm) and layout and len(form.tile.data or ()) == 1:
        fitting = layout.moves(form.tile.data[0])
        form.place.data = fitting[0] if len(fitting) == 1 else form.place.data


def layout_before(state: MatchState, round: int, event: MatchEvent | None) -> Layout | None:
    """The layout when this was played, or as all that was entered of the round left it."""
    known = state.rounds[round].events
    return progress_before(state.match, state.card, known, event.original if event else None).layout


def _shown(text: str) -> dict[str, object]:
    words = text.split()
    ends = {f"end_{n}": word for n, word in enumerate(word for word in words if word[0] != "*")}
    return {**ends, "spinner": next((int(word[1:]) for word in words if word[0] == "*"), None)}
