"""A match by a guide's rules: each round's end, and what the page then says."""

from dataclasses import dataclass, field

from tests.web.cast import Pub, record, sit_down, tap

FOUR = ("Ann", "Bob", "Cy", "Di")


@dataclass(frozen=True)
class Round:
    """A round and the totals after it: ``out`` is a seat, None a block; ``plays`` are (side, points)."""

    out: int | None
    hands: dict[int, object]
    totals: tuple[int, ...]
    says: str
    plays: tuple[tuple[int, int], ...] = ()
    tiles: dict[int, str] = field(default_factory=dict)


def play(pub: Pub, match: str, *rounds: Round) -> str:
    """Enter these rounds and check each one's points and reason; returns the final page's text."""
    for played in rounds:
        for side, points in played.plays:
            assert tap(pub, match, side, points).status_code == 303
        out = "blocked" if played.out is None else played.out
        answer = record(pub, match, out, played.hands, tiles=played.tiles)
        assert answer.status_code == 303, pub.manager.page.text
        assert pub.state(match).score.totals == played.totals
        assert played.says in page_of(pub, match), played
    return page_of(pub, match)


def page_of(pub: Pub, match: str) -> str:
    return pub.manager.open(pub.at(match)).text


def refusal(pub: Pub, match: str, out: int | str, hands: dict[int, object], **more: object) -> str:
    """The page's message about a round that it refuses."""
    assert record(pub, match, out, hands, **more).status_code == 422
    return pub.manager.page.text


def before_a_round(pub: Pub, game: str, players: int, **rules: object) -> str:
    """The text of a match page before its first round."""
    return page_of(pub, sit_down(pub, game, *(*FOUR, "Ed")[:players], **rules))
