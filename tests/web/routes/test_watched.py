"""The comparison of stored rows notices every write, by any connection and however small."""

from tests.web.cast import Pub
from tests.web.routes.watched import facts_of, rows, watched


def test_what_another_connection_writes_is_seen_and_nothing_else_is(crown: Pub) -> None:
    with watched(crown, rows) as everything, watched(crown, facts_of(crown)) as facts:
        before = everything(), facts()
        crown.manager.ask(f"{crown.home}settings")
        assert (everything(), facts()) == before
        crown.manager.post(f"{crown.home}name", name="The Rose")
        assert everything() != before[0]
        assert facts() != before[1]
