"""What was drawn before a match, a tile for each player: the first lead, the seats and the partners."""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rules.rounds.lead import heaviest_first, highest_drawn, seats_drawn
from scorekeeper.rules.text import listed
from scorekeeper.rules.tiles.tile import Tile
from scorekeeper.services.match_rounds import tiles_of
from scorekeeper.services.match_state import MatchState
from scorekeeper.services.matches.starting import MatchSetup, change_setup
from scorekeeper.services.matches.subject import MATCH
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.auth.access import asks, needs, visitor
from scorekeeper.web.doors import page_at

bp = Blueprint("draws", __name__, url_prefix="/c/<club>/matches/<match>")
_NOT_DRAWN = "Nobody drew for the seats of this match."


class Draw(NamedTuple):
    tiles: list[tuple[str, Tile]]  # and names, in the order of the seats
    turned: list[tuple[str, Tile, bool]]  # the same as they are shown, with whether each decides
    words: str  # who goes first or sits where, and why
    pairs: bool = False
    headline: str = ""
    with_lead: bool = False  # the tiles for the seats were drawn for the first lead, too

    @property
    def line(self) -> str:
        return ", ".join(f"{name} {tile}" for name, tile in self.tiles)


def _drawn(state: MatchState, draw: str | None) -> list[tuple[str, Tile]]:
    """Nothing where nobody drew, or a seat has come or gone since."""
    tiles, names = tiles_of(draw or ""), [seat.name for seat in state.match.seats]
    return [*zip(names, tiles, strict=True)] if len(tiles) == len(names) else []


def lead_draw(state: MatchState) -> Draw | None:
    """None where the lead was not drawn, or was given to somebody since."""
    if not (tiles := _drawn(state, state.match.lead_draw)):
        return None
    highest = highest_drawn([tile for _, tile in tiles])
    if state.match.seats[highest].player != state.match.first_leader:
        return None
    name, tile = tiles[highest]
    turned = [(*one, at == highest) for at, one in enumerate(tiles)]
    return Draw(tiles, turned, f"{name}’s {tile} is the highest: {name} goes first")


def seat_draw(state: MatchState) -> Draw | None:
    """None where the seats were not drawn, or were changed since."""
    tiles, pairs = _drawn(state, state.match.seat_draw), state.pairs
    drawn = [tile for _, tile in tiles]
    if not tiles or seats_drawn(drawn, pairs=pairs) != [*range(len(tiles))]:
        return None
    best = [tiles[at] for at in heaviest_first(drawn)[: 2 if pairs else 1]]
    drew, names = listed([name for name, _ in best]), ", ".join(name for name, _ in tiles)
    if pairs:
        words = f"{drew} drew the two highest tiles and play together. Clockwise: {names}."
    else:
        words = f"{drew} drew the highest tile and sits first, the others follow by their tiles."
    with_lead = state.match.lead_draw == state.match.seat_draw and lead_draw(state) is not None
    words += f" {best[0][0]} goes first." if with_lead else ""
    headline = " v ".join(state.sides) if pairs else f"Clockwise: {names}"
    # By name: the order of the seats would give them away.
    turned = sorted((name, tile, (name, tile) in best) for name, tile in tiles)
    return Draw(tiles, turned, words, pairs, headline, with_lead)


def draw_lines(state: MatchState) -> list[tuple[str, str, str]]:
    """Each draw's page, what it was for, and all tiles; one for both the seats and the lead stands once."""
    if not state.match.seat_draw and not state.match.lead_draw:
        return []
    seats, lead, found = seat_draw(state), lead_draw(state), []
    if seats:
        purpose = "the seats and the first lead" if seats.with_lead else "the seats"
        found.append(("draws.show_seats", purpose, seats.line))
    if lead and not (seats and seats.with_lead):
        found.append(("draws.show_lead", "the first lead", lead.line))
    return found


@page_at(bp, "/draw", role="watch", of=MATCH, kept="match")
def show_lead(_: Club, state: MatchState) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who goes first."""
    draw = lead_draw(state) or abort(404, "Nobody drew for the lead of this match.")
    return render_template("setup/draw.html", state=state, draw=draw)


@page_at(bp, "/seats", role="watch", of=MATCH, kept="match")
def show_seats(_: Club, state: MatchState) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who sits where."""
    draw = seat_draw(state) or abort(404, _NOT_DRAWN)
    repeatable = state.running and not state.events and visitor().may("score")
    return render_template("setup/seats.html", state=state, draw=draw, repeatable=repeatable)


@bp.post("/seats")
@needs("score", MATCH)
def repeat(club: Club, state: MatchState) -> Response:
    """Draw once more with the same people: the seats, and the lead where the same tiles gave it."""
    draw = seat_draw(state) or abort(404, _NOT_DRAWN)
    seen = request.form.get("seen", -1, type=int)
    leads = (n for n, seat in enumerate(state.match.seats) if seat.player == state.match.first_leader)
    names = tuple(seat.name for seat in state.match.seats)
    setup = MatchSetup(state.card, names, draw.pairs, next(leads, None), draw.with_lead, draw_seats=True)
    change_setup(asks(club), state.match.id, setup, seen=seen)
    return redirect(url_for(".show_seats"), 303)
