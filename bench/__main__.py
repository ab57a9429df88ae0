"""``python -m bench``: measure, print the table, and put it into bench/found.md."""

import os
import sys
import tempfile
import time
from pathlib import Path

import click

from bench.clubs import BigClub, club_of
from bench.evening import played
from bench.leagues import league_of
from bench.lighthouse import Lighthouse, Unavailable
from bench.pages import LargeClub, page_costs
from bench.report import BARE, BENEATH, BY_SCRIPT, GRANIANS, POLL, SIX_LOOK, Report, write_into
from bench.requests import Subject, grant, measured, not_modified, page, poll_after_a_save, rounds
from bench.servers import Served, free_port
from bench.starts import cold_starts, rounds_a_second
from bench.views import first_view, repeat_view

_SIZES = (100, 1_000, 10_000, 100_000)
_SEASONS = (1_000, 5_000)
_DOCUMENT = Path(__file__).with_name("found.md")
_HELLO = "bare hello"
_EVENING = 24  # seconds with all who watch; half as many before


@click.command()
@click.option("--most", default=_SIZES[-1], show_default=True, help="Rounds in the largest club.")
@click.option("--turns", default=7, show_default=True, help="Turns of which the median is taken.")
@click.option("--each", default=30, show_default=True, help="Requests of a kind in each turn.")
@click.option(
    "--write/--no-write", default=True, show_default=True, help="Put the table into bench/found.md."
)
def main(most: int, turns: int, each: int, write: bool) -> None:
    """Measure what requests cost against a bare Flask page in the same run."""
    report = Report()
    with (
        tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder,
        _bare() as bare,
        _bare("granian") as own,
    ):
        for size in (size for size in _SIZES if size <= most):
            click.echo(f"Measuring a club of {size:,} rounds", err=True)
            club = club_of(size, Path(folder))
            with _ours(club) as ours:
                report.costs[size] = _costs((bare, own), ours, club, turns, each)
                _look_round(report, ours, club)
        for matches in (size for size in _SEASONS if size <= most):
            report.leagues[matches] = _league(bare, matches, Path(folder), turns, each)
        report.first_page = _first_page(club)
        large = LargeClub(Path(folder))
        with _ours(large.club) as ours:
            report.pages = page_costs(bare, ours, large)
        report.load = f"Load of the machine at the end, on {os.cpu_count()} cores: {os.getloadavg()[0]:.1f}."
        with _ours(club) as ours:
            _lighthouse(report, ours, club, Path(folder))
        report.cold = cold_starts(club.file, 5)
        report.evenings = played(Path(folder), _EVENING)
    report.rounds_a_second = rounds_a_second()
    click.echo(report.text())
    if write:
        write_into(_DOCUMENT, report)


def _costs(
    bares: tuple[Served, Served], ours: Served, club: BigClub, turns: int, each: int
) -> dict[str, float]:
    """Every subject's median, including the bare pages behind our front and behind granian's own threads."""
    bare, own = bares
    home = f"/c/{club.id}"
    grant(ours, club)
    beneath = Subject(BENEATH, bare, lambda: bare.ask("/beneath")[0], 304)
    by_granian = [
        Subject(f"{BENEATH}{GRANIANS}", own, lambda: own.ask("/beneath")[0], 304),
        page(f"{_HELLO}{GRANIANS}", own, "/hello"),
        page(f"{BARE}{GRANIANS}", own, "/"),
    ]
    yardsticks = [*by_granian, beneath, page(_HELLO, bare, "/hello"), page(BARE, bare, "/")]
    pages = [
        page("match page", ours, f"{home}/matches/{club.match}"),
        not_modified(POLL, ours, f"{home}/matches/{club.match}/state?way=keys"),
        page("club page", ours, f"{home}/"),
        page("table", ours, f"{home}/table"),
        page("player’s page", ours, f"{home}/players/{club.player}"),
    ]
    looked = measured([*yardsticks, *pages], turns, each)
    count = (turns + 1) * each
    savings = [
        poll_after_a_save("another table’s poll after a save: 304", ours, club),
        rounds("save a round", ours, club, count),
        rounds("save a round and look at it", ours, club, count, looks=1),
        rounds(BY_SCRIPT, ours, club, count, by_script=True),
        rounds(SIX_LOOK, ours, club, count, looks=6),
    ]
    saved = measured([yardsticks[-1], *savings], turns, each)
    # What saves comes after what looks, whose pages it makes anew, and beside a bare page of its own;
    # both are scaled to the first bare page.
    return looked | {one.name: saved[one.name] * looked[BARE] / saved[BARE] for one in savings}


def _league(bare: Served, matches: int, folder: Path, turns: int, each: int) -> float:
    """What the table of a season costs, in bare pages."""
    club, league = league_of(matches, folder)
    with _ours(club) as ours:
        grant(ours, club)
        subjects = [page(BARE, bare, "/"), page("table", ours, f"/c/{club.id}/leagues/{league}/")]
        costs = measured(subjects, turns, each)
    return costs["table"] / costs[BARE]


def _first_page(club: BigClub) -> float:
    """Seconds from a server's start to the club's first page, with its results stored as lines."""
    with _ours(club) as ours:
        ours.ask(club.score_link)
        began = time.perf_counter()
        ours.ask(f"/c/{club.id}/")
        return time.perf_counter() - began


def _look_round(report: Report, ours: Served, club: BigClub) -> None:
    path = f"/c/{club.id}/matches/{club.match}"
    report.first, report.repeat = first_view(ours, path), repeat_view(ours, path)
    report.memory = ours.worker_memory()


def _lighthouse(report: Report, ours: Served, club: BigClub, folder: Path) -> None:
    """Lighthouse's scores of the two most visited pages, or why there are none."""
    grant(ours, club)
    pages = {"match page": f"/c/{club.id}/matches/{club.match}", "club page": f"/c/{club.id}/"}
    try:
        lighthouse = Lighthouse(folder / "lighthouse")
        report.lighthouse = {name: lighthouse.scores(ours, path) for name, path in pages.items()}
    except Unavailable as missing:
        report.no_lighthouse = str(missing)


def _bare(*by: str) -> Served:
    port = free_port()
    return Served([sys.executable, "-m", "bench.bare", str(port), *by], port)


def _ours(club: BigClub) -> Served:
    port = free_port()
    command = [str(Path(sys.executable).with_name("scorekeeper")), "serve", "--host", "127.0.0.1"]
    return Served([*command, "--port", str(port)], port, SCOREKEEPER_DATABASE=str(club.file))


if __name__ == "__main__":
    main()
