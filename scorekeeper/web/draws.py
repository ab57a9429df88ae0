"""What was drawn before a match, a tile for each player: the first lead, the seats and the partners."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class _Draw:
    """A draw: ``tiles`` are names and tiles in the order of the seats."""

    tiles: list[tuple[str, Tile]]

    @property
    def line(self) -> str:
        return ", ".join(f"{name} {tile}" for name, tile in self.tiles)


@dataclass(frozen=True, slots=True)
class LeadDraw(_Draw):
    """``highest`` is the place of the tile that leads."""

    highest: int

    @classmethod
    def of(cls, state: MatchState) -> "LeadDraw | None":
        """The draw of this match, None where the lead was not drawn, or was given to somebody since."""
        drawn, seats = tiles_of(state.match.lead_draw or ""), state.match.seats
        if not drawn or len(drawn) != len(seats):
            return None
        highest = highest_drawn(drawn)
        if seats[highest].player != state.match.first_leader:
            return None
        return cls([(seat.name, tile) for seat, tile in zip(seats, drawn, strict=True)], highest)

    @property
    def turned(self) -> list[tuple[str, Tile, bool]]:
        return [(name, tile, at == self.highest) for at, (name, tile) in enumerate(self.tiles)]

    @property
    def words(self) -> str:
        name, tile = self.tiles[self.highest]
        return f"{name}’s {tile} is the highest: {name} goes first"


@dataclass(frozen=True, slots=True)
class SeatDraw(_Draw):
    """``sides`` say who plays against whom.

    ``best`` are the places of the tiles that decide: of the two partners, or of whoever sits first.
    ``with_lead`` says that the same tiles were drawn for the first lead.
    """

    sides: tuple[str, ...]
    best: list[int]
    with_lead: bool

    @classmethod
    def of(cls, state: MatchState) -> "SeatDraw | None":
        """The draw of this match, None where the seats were not drawn, or were changed since."""
        drawn, seats = tiles_of(state.match.seat_draw or ""), state.match.seats
        if not drawn or len(drawn) != len(seats):
            return None
        if seats_drawn(drawn, pairs=state.pairs) != [*range(len(seats))]:
            return None
        with_lead = state.match.lead_draw == state.match.seat_draw and LeadDraw.of(state) is not None
        tiles = [(seat.name, tile) for seat, tile in zip(seats, drawn, strict=True)]
        return cls(tiles, state.sides, heaviest_first(drawn)[: 2 if state.pairs else 1], with_lead)

    @property
    def pairs(self) -> bool:
        return len(self.sides) < len(self.tiles)

    @property
    def turned(self) -> list[tuple[str, Tile, bool]]:
        """Everybody's tile and whether it decides, by name: the order of the seats would give them away."""
        best = [self.tiles[at] for at in self.best]
        return sorted((name, tile, (name, tile) in best) for name, tile in self.tiles)

    @property
    def headline(self) -> str:
        return " v ".join(self.sides) if self.pairs else f"Clockwise: {self.names}"

    @property
    def words(self) -> str:
        """Why: ``Ann and Cy drew the two highest tiles and play together.``"""
        best = [name for name, _ in (self.tiles[at] for at in self.best)]
        drew = listed(best)
        if self.pairs:
            why = f"{drew} drew the two highest tiles and play together. Clockwise: {self.names}."
        else:
            why = f"{drew} drew the highest tile and sits first, the others follow by their tiles."
        return f"{why} {best[0]} goes first." if self.with_lead else why

    @property
    def names(self) -> str:
        return ", ".join(name for name, _ in self.tiles)


def draw_lines(state: MatchState) -> list[tuple[str, str, str]]:
    """Each draw's page, what it was for, and all tiles; one for both the seats and the lead stands once."""
    if not state.match.seat_draw and not state.match.lead_draw:
        return []
    seats, lead = SeatDraw.of(state), LeadDraw.of(state)
    found = []
    if seats:
        purpose = "the seats and the first lead" if seats.with_lead else "the seats"
        found.append(("draws.show_seats", purpose, seats.line))
    if lead and not (seats and seats.with_lead):
        found.append(("draws.show_lead", "the first lead", lead.line))
    return found


@page_at(bp, "/draw", role="watch", of=MATCH, kept="match")
def show_lead(_: Club, state: MatchState) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who goes first."""
    draw = LeadDraw.of(state) or abort(404, "Nobody drew for the lead of this match.")
    return render_template("setup/draw.html", state=state, draw=draw)


@page_at(bp, "/seats", role="watch", of=MATCH, kept="match")
def show_seats(_: Club, state: MatchState) -> str:
    """The tiles face down; a tap turns one, and when all are turned the page says who sits where."""
    draw = SeatDraw.of(state) or abort(404, _NOT_DRAWN)
    repeatable = state.running and not state.events and visitor().may("score")
    return render_template("setup/seats.html", state=state, draw=draw, repeatable=repeatable)


@bp.post("/seats")
@needs("score", MATCH)
def repeat(club: Club, state: MatchState) -> Response:
    """Draw once more with the same people: the seats, and the lead where the same tiles gave it."""
    draw = SeatDraw.of(state) or abort(404, _NOT_DRAWN)
    seen = request.form.get("seen", -1, type=int)
    leads = (n for n, seat in enumerate(state.match.seats) if seat.player == state.match.first_leader)
    names = tuple(seat.name for seat in state.match.seats)
    setup = MatchSetup(state.card, names, draw.pairs, next(leads, None), draw.with_lead, draw_seats=True)
    change_setup(asks(club), state.match.id, setup, seen=seen)
    return redirect(url_for(".show_seats"), 303)
