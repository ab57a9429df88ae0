"""No transaction writes into two clubs, so that clubs could be on different machines one day."""

from itertools import groupby
from pathlib import Path

from scorekeeper.web.http.db import pooled_connection
from tests.web.cast import open_pub, record, tap
from tests.web.conftest import app_over
from tests.web.evening import play_an_evening

ENDS = ("COMMIT", "ROLLBACK")
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def test_a_transaction_writes_into_one_club_alone(tmp_path: Path) -> None:
    app = app_over(tmp_path)
    pubs = [open_pub(app, name) for name in ("The Crown", "The Anchor")]
    asked: list[str] = []
    with pooled_connection(app.config["DATABASE"]) as db:
        db.conn.set_trace_callback(asked.append)  # the pool hands this connection to whoever comes next
    evenings = [play_an_evening(pub) for pub in pubs]
    for evening in (*evenings, *evenings):
        tap(evening.pub, evening.running, 1, 5)
        record(evening.pub, evening.running, 1, {0: 3})
    written = []
    for ends, statements in groupby(asked, lambda said: said.strip().upper().startswith(ENDS)):
        changes = [said for said in statements if said.strip().upper().startswith(WRITES)]
        clubs = {pub.id for pub in pubs for said in changes if pub.id in said}
        if changes and not ends:
            written.append(clubs)
    assert len(written) >= 16
    assert {len(clubs) for clubs in written} == {1}, written
    assert set().union(*written) == {pub.id for pub in pubs}
