"""The measured requests: in turns with the bare page, the median of many turns."""

import statistics
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from bench.clubs import BigClub
from bench.servers import Served


class Subject(NamedTuple):
    """A request that is repeated; ``ask`` returns the status, ``due`` is the expected one."""

    name: str
    server: Served
    ask: Callable[[], int]
    due: int


def measured(subjects: list[Subject], turns: int, each: int) -> dict[str, float]:
    """Microseconds of server CPU a request, by the subject's name.

    Every turn sends every subject ``each`` times, so that other load on the machine affects all of them;
    a first turn for warming up is not counted.
    """
    costs: dict[str, list[float]] = {subject.name: [] for subject in subjects}
    for _ in range(turns + 1):
        for subject in subjects:
            before = subject.server.cpu()
            for _ in range(each):
                status = subject.ask()
                if status != subject.due:
                    raise RuntimeError(f"{subject.name} answered {status}, not {subject.due}")
            costs[subject.name].append((subject.server.cpu() - before) / each * 1e6)
    return {name: statistics.median(found[1:]) for name, found in costs.items()}


def page(name: str, server: Served, path: str) -> Subject:
    return Subject(name, server, lambda: server.ask(path)[0], 200)


def not_modified(name: str, server: Served, path: str) -> Subject:
    """The poll of a phone that is up to date."""
    tag = server.ask(path)[1]["ETag"]
    return Subject(name, server, lambda: server.ask(path, **{"If-None-Match": tag})[0], 304)


def poll_after_a_save(name: str, server: Served, club: BigClub) -> Subject:
    """The poll of a phone that is up to date, after a round was saved at another table.

    The round is stored by another connection, as another worker does, so that only the poll is measured.
    """
    path = f"/c/{club.id}/matches/{club.match}/state?way=keys"
    other = club.open_match(1)
    tag = server.ask(path)[1]["ETag"]

    def poll() -> int:
        club.play_on(other)
        return server.ask(path, **{"If-None-Match": tag})[0]

    return Subject(name, server, poll, 304)


def rounds(
    name: str, server: Served, club: BigClub, count: int, *, looks: int = 0, by_script: bool = False
) -> Subject:
    """Save the ends of rounds, in turn in each of the matches made for this.

    With ``looks`` so many phones also fetch the match page, not cached with this round yet; all but the first
    fetch only the part that changed. A page's own script gets that part with the answer to its round.
    """
    matches = club.open_matches(-(-count // len(_NEXT_ROUNDS)))
    due = _posts(club.id, matches)
    headers = _SCRIPT if by_script else {}

    def save() -> int:
        path, body = next(due)
        status = server.ask(path, body, **headers)[0]
        page = path.removesuffix("/rounds")
        for number in range(looks if status == 303 else 0):
            status = server.ask(f"{page}/state?way=keys" if number else page)[0]
        return status

    return Subject(name, server, save, 201 if by_script else 200 if looks else 303)


_SCRIPT = {"Accept": "application/json", "Prefer": "return=representation; way=keys"}
_NEXT_ROUNDS = range(5, 13)  # with a pip or two each they do not end a match to 100


def _posts(club: str, matches: list[str]) -> Iterator[tuple[str, str]]:
    for round in _NEXT_ROUNDS:
        for match in matches:
            said = {"key": f"bench-{round}", "round": round, "out": 0, "pips_1": 1}
            yield f"/c/{club}/matches/{match}/rounds", urlencode(said)


def grant(server: Served, club: BigClub) -> None:
    """Open the score link and the club's page, as the phone at the table does."""
    for path in (club.score_link, f"/c/{club.id}/"):
        server.ask(path)
