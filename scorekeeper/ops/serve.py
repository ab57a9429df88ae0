"""The server: started on a free port, announced with a link for phones, stopped without losing a request."""

import asyncio
import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import click
from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from scorekeeper import vision
from scorekeeper.app import create_app
from scorekeeper.config import GARBAGE_COLLECTION, is_postgres, missing_for_https, public_address, settings
from scorekeeper.ops import network
from scorekeeper.ops.front import Budgets, Front
from scorekeeper.ops.logs import write_lines
from scorekeeper.ops.nightly import copying_nightly
from scorekeeper.ops.rescue import Offer
from scorekeeper.ops.wsgi import FRONT_DEFAULTS, Environ, WSGIApp
from scorekeeper.services.clubs.hosting import first_start_secret
from scorekeeper.store import open_store
from scorekeeper.store.clubs.clubs import clubs
from scorekeeper.store.engine.ids import new_id
from scorekeeper.store.engine.locks import serving

# Seconds a request in flight may take after a stop was asked for; then its worker is killed.
GRACE = 10
# systemd's stop, Ctrl-C, and the closed window of a terminal, which Windows does not know.
STOPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))
_PAUSES = (1, 2, 4, 8, 15, 30, 60)  # seconds before the next start, where workers die at once
_GOOD_WHILE = 60  # seconds of serving after which the pauses are short again
# Seconds for which somebody waits for a thread before a database server. One that is frozen may hold all of
# them, which takes two seconds to find out; whoever waits gets an answer within three.
_PATIENCE = 1
_MOST_HEADERS = 32 * 1024  # bytes of a request's headers; a browser's cookies are 4 kB
# Seconds for which a thread may keep the interpreter to itself. A page comes back from the database a dozen
# times: with Python's own 5 ms it would wait as often for a thread that reads in a big club.
_TURN = 0.0005
_LOOK = 0.3  # seconds between two looks at whether the server is to stop by itself
_DAMAGED = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>The server’s file is damaged</title><h1>The server’s file is damaged</h1>
<p>Nothing is lost from this phone: what it has not sent yet it keeps, and sends later.</p>
<p>Whoever runs the server puts back the newest copy: <code>scorekeeper restore COPY --force</code>. Everybody
else just waits.</p>"""
_held = ExitStack()  # what a worker keeps as long as it lives


class Listening(NamedTuple):
    host: str
    port: int
    workers: int = 1
    threads: int = 4


def serve_clubs(database: Path | str, at: Listening) -> bool:
    """Serve the clubs of a migrated database, and print where phones find them, until it is stopped.

    Whether it is to start again: from a copy that its operator has chosen, or because the file is damaged.
    """
    secret = first_start_secret(database)
    lan = network.phone_address(network.local_addresses())
    path = f"/start/{secret}" if secret else "/"
    doors = _doors(at, lan, path)
    addresses = _addresses(database, at, lan)
    for words, address in zip(("Or, unless the phone is an old Android", "Or"), addresses[1:], strict=False):
        doors[words] = address + path
    if (missing := missing_for_https()) and (len(missing) < 3 or network.only_here(at.host)):
        click.echo(f"If phones come by https through a proxy: {', '.join(missing)} not set.", err=True)
    if settings()["CAMERA"] and not vision.available():
        click.echo(f"No page offers to read a photo. {vision.NEEDS}", err=True)
    make_app = partial(_app_of, database, addresses, new_id())
    ready, fair = partial(announce, doors), settings()["FAIR"]
    patience = _PATIENCE if is_postgres(database) else None
    chosen = Offer(database, datetime.now(UTC)).chosen if isinstance(database, Path) else lambda: False
    network.note_listening(database, at.host, at.port)
    with copying_nightly(database) as damaged:
        run(make_app, at, ready, fair=fair, patience=patience, until=lambda: damaged.is_set() or chosen())
    return damaged.is_set() or chosen()


def show_copy(offer: Offer, at: Listening) -> bool:
    """Show the copy that is offered in place of a damaged file; whether somebody goes on from it."""
    lan = network.phone_address(network.local_addresses())
    doors = _doors(at, lan)
    _addresses(offer.shown, at, lan)  # phones that know the name come by it
    make_app = partial(create_app, {"DATABASE": offer.shown, "OFFERED": offer, "RUN": new_id()})
    run(make_app, at, partial(announce, doors), until=offer.chosen)
    return offer.chosen()


def say_damaged(database: Path, at: Listening) -> bool:
    """Answer phones with one sentence, for nothing else can be shown; whether another file is there now."""
    damaged = _looks(database)
    ready = partial(announce, _doors(at, network.phone_address(network.local_addresses())))

    def replaced() -> bool:
        return _looks(database) not in ((), damaged)

    run(_no_app, at._replace(workers=1, threads=1), ready, until=replaced)
    return replaced()


def _looks(database: Path) -> tuple[int, ...]:
    with suppress(OSError):
        there = database.stat()
        return there.st_ino, there.st_size, there.st_mtime_ns
    return ()


def _no_app() -> WSGIApp:
    return _say_damaged


def _say_damaged(_environ: Environ, start_response: Callable[..., Any]) -> list[bytes]:
    headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "60"}
    start_response("503 Service Unavailable", [*headers.items()])
    return [_DAMAGED.encode()]


def _doors(at: Listening, lan: str, path: str = "/") -> dict[str, str]:
    """Sentence to URL for each way to open the app, the phone's first."""
    if public := public_address():
        proxied = network.links(at.host, at.port, lan, "/")
        return {"Open on a phone": f"{public}{path}", "For the proxy": next(iter(proxied.values()))}
    return network.links(at.host, at.port, lan, path)


def _addresses(database: Path | str, at: Listening, lan: str) -> tuple[str, ...]:
    """This server's address in the pub's network, by number and by name; none where it is for others."""
    asked = settings()
    if at.host not in ("0.0.0.0", lan) or asked["HTTPS"] or asked["TRUSTED_HOSTS"] or lan == network.LOOPBACK:  # nosec B104
        return ()
    with closing(open_store(database)) as db:
        there = clubs(db)
    own = network.host_name(there[0].name) if len(there) == 1 else ""
    return (f"http://{lan}:{at.port}", *network.announced_names(at.port, network.NAME, own))


def _app_of(database: Path | str, addresses: tuple[str, ...], run: str) -> Flask:
    """The app in one worker, whose own lock on the file ends with it, also where it outlives its parent."""
    if isinstance(database, Path):
        _held.enter_context(serving(database))
    return create_app({"DATABASE": database, "ADDRESSES": addresses, "RUN": run})


def announce(doors: dict[str, str]) -> None:
    """Print where the app can be opened, with a QR code of the first link where a person is looking."""
    for words, url in doors.items():
        click.echo(f"{words}: {url}")
    network.show_qr(next(iter(doors.values())))
    click.echo("Ctrl-C stops it.")


def run(
    make_app: Callable[[], Any],
    at: Listening,
    ready: Callable[[], Any],
    *,
    fair: bool = False,
    patience: float | None = None,
    until: Callable[[], bool] | None = None,
) -> None:
    """Serve the WSGI app that ``make_app`` makes in each worker until one of STOPS, or ``until`` is so.

    ``ready`` is called just before the first worker listens; ``fair`` and ``patience`` are for ``Front``.
    Requests in flight at the stop are answered first. No access log is kept: its links would let anybody in.
    A worker that dies is started again; where it dies at once again, all of it is, after a pause that grows.
    """
    asked, pauses = threading.Event(), chain(_PAUSES, repeat(_PAUSES[-1]))
    target = partial(in_worker, make_app, at.threads, fair, patience)
    printed = False
    while not asked.is_set():
        began = time.monotonic()
        server = _server(at)
        server.on_startup(
            partial(
                stop_once,
                [stop for stop in STOPS if signal.getsignal(stop) != signal.SIG_IGN],
                asked,
                server.signal_handler_interrupt,
            )
        )
        if not printed:
            server.on_startup(ready)
        if until:
            interrupt = server.signal_handler_interrupt
            watch = threading.Thread(target=_stop_when, args=(until, asked, interrupt), daemon=True)
            server.on_startup(watch.start)
        try:
            server.serve(target_loader=target, wrap_loader=False)
            return
        except SystemExit:
            # A worker that has got the stop of its group first is gone before granian expects it.
            if time.monotonic() - began > _GOOD_WHILE:
                pauses = chain(_PAUSES, repeat(_PAUSES[-1]))
            pause = next(pauses)
            if not asked.is_set():
                click.echo(f"The workers die as soon as they start. Another start in {pause} s.", err=True)
            asked.wait(pause)
            printed = True


def _stop_when(until: Callable[[], bool], asked: threading.Event, interrupt: Callable[[], Any]) -> None:
    while not until():
        time.sleep(_LOOK)
    asked.set()
    interrupt()


def _server(at: Listening) -> Any:
    return Server(
        "scorekeeper",
        address=at.host,
        port=at.port,
        interface=Interfaces.RSGI,
        websockets=False,
        # Proxies and browsers speak HTTP/1.1 on a plain port; HTTP/2 would only add ways to fill the memory.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(max_buffer_size=_MOST_HEADERS),
        workers=at.workers,
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
    )


# Ctrl-C and systemd signal every process of a group at once, and granian's main process then signals its
# workers again. The main process's handlers take a lock, so one that interrupts another waits for itself for
# ever: hence it hears only the first stop. A worker's handlers are called by its loop, one by one.


def stop_once(stops: list[signal.Signals], asked: threading.Event, interrupt: Callable[[], Any]) -> None:
    """Have the first of ``stops`` set ``asked`` and call ``interrupt``, and those that follow do nothing."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        for each in stops:
            signal.signal(each, signal.SIG_IGN)
        asked.set()
        interrupt()

    for each in stops:
        signal.signal(each, stop)


class Worker(Front):
    """The front of a worker process, which hears no stop before its loop runs."""

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_soon(_install_stop_handlers)


def in_worker(make_app: Callable[[], Any], threads: int, fair: bool, patience: float | None) -> Any:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # The main process hears it, and passes a stop on.
    write_lines()
    sys.setswitchinterval(_TURN)
    gc.set_threshold(*GARBAGE_COLLECTION)  # where processes are not forked, a worker has not inherited it
    app = make_app()
    gc.freeze()  # The app is there to stay: what looks for litter need not look at it again and again.
    budgets = Budgets() if fair else None
    return Worker(
        app, threads, budgets, patience, getattr(app, "extensions", {}).get("front", FRONT_DEFAULTS)
    )


def _install_stop_handlers() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
