"""The server: started on a free port, announced with a link for phones, stopped without losing a request."""

import gc
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import click
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from scorekeeper.app import create_app
from scorekeeper.ops.logs import write_lines
from scorekeeper.ops.network import links, local_addresses, phone_address, qr_text
from scorekeeper.store.engine.locks import serving
from scorekeeper.store.setup_tokens import first_start_secret

# Seconds a request in flight may take after a stop was asked for; then its worker is killed.
GRACE = 10
# systemd's stop, Ctrl-C, and the closed window of a terminal.
STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def serve_clubs(database: Path | str, host: str, port: int, *, workers: int, threads: int) -> None:
    """Serve the clubs of a migrated database, and print where phones find them, until it is stopped."""
    secret = first_start_secret(database)
    lan = phone_address(local_addresses())
    doors = links(host, port, lan, f"/start/{secret}" if secret else "/")
    make_app = partial(create_app, {"DATABASE": database})
    with nullcontext() if isinstance(database, str) else serving(database):
        run(make_app, host, port, workers=workers, threads=threads, ready=partial(announce, doors))


def announce(doors: dict[str, str]) -> None:
    """Print where the app can be opened, with a QR code of the first link where a person is looking."""
    for words, url in doors.items():
        click.echo(f"{words}: {url}")
    if sys.stdout.isatty():
        click.echo(qr_text(next(iter(doors.values()))))
    click.echo("Ctrl-C stops it.")


def run(
    make_app: Callable[[], Any], host: str, port: int, *, workers: int, threads: int, ready: Callable[[], Any]
) -> None:
    """Serve the WSGI app that ``make_app`` makes in each worker until one of STOPS, then return.

    ``ready`` is called just before the first worker listens. Requests in flight at the stop are answered
    first. No access log is kept: the links in it would let in whoever reads it.
    """
    server = Server(
        "scorekeeper",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        websockets=False,
        workers=workers,
        blocking_threads=threads,
        workers_kill_timeout=GRACE,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
    )
    # Under nohup a hangup is ignored, and the server is meant to outlive its terminal.
    stops = [stop for stop in STOPS if signal.getsignal(stop) != signal.SIG_IGN]
    asked = threading.Event()
    server.on_startup(partial(stop_once, stops, asked, server.signal_handler_interrupt))
    server.on_startup(ready)
    try:
        server.serve(target_loader=partial(in_worker, make_app), wrap_loader=False)
    except SystemExit:
        # A worker that has heard the stop of its group first is gone before granian expects it.
        if not asked.is_set():
            raise


# Ctrl-C and systemd signal every process of a group at once, and granian's main process then signals its
# workers again. Its handlers take a lock, so one that interrupts another waits for itself for ever: hence
# the main process hears only the first stop, and a worker hears its own in a thread, never in a handler.


def stop_once(stops: list[signal.Signals], asked: threading.Event, interrupt: Callable[[], Any]) -> None:
    """Have the first of ``stops`` set ``asked`` and call ``interrupt``, and those that follow do nothing."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        for each in stops:
            signal.signal(each, signal.SIG_IGN)
        asked.set()
        interrupt()

    for each in stops:
        signal.signal(each, stop)


def in_worker(make_app: Callable[[], Any]) -> Any:
    """The app, made in a worker process where a thread waits for the stop."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    inherited = signal.getsignal(signal.SIGTERM)
    threading.Thread(target=hear_stop, args=(inherited,), daemon=True).start()
    write_lines()
    app = make_app()
    gc.freeze()  # The app is there to stay: what looks for litter need not look at it again and again.
    return app


def hear_stop(inherited: object) -> None:
    """Wait for SIGTERM, then call the handler that granian sets in place of the ``inherited`` one."""
    signal.sigwait([signal.SIGTERM])
    while (handler := signal.getsignal(signal.SIGTERM)) is inherited:
        time.sleep(0.01)  # The stop came before the worker was ready for it.
    if callable(handler):
        handler(signal.SIGTERM, None)
