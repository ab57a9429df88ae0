"""The number of SQL statements that saving a round takes."""

from tests.web.cast import Pub, record
from tests.web.cost import statements


def test_a_save_takes_seventeen_statements(crown: Pub, match: str) -> None:
    assert record(crown, match, 0, {1: 12}).status_code == 303
    with statements() as asked:
        assert record(crown, match, 0, {1: 9}).status_code == 303
    assert len(crown.events(match)) == 2
    assert not [words for words in asked if words.startswith("UPDATE leagues")], "it is of no league"
    # The role, the match twice (for the form, and once the lock is held), the lock, what was unsealed
    # before, the role and the keys of acts under it, the league that may have sealed it, the hour's count,
    # the chain's last hash, five rows, what is to be sealed (nothing), the commit.
    assert [words.split()[0] for words in asked] == [
        *("SELECT", "SELECT", "BEGIN", "SELECT", "SELECT", "SELECT", "SELECT", "SELECT", "INSERT"),
        *("SELECT", "INSERT", "INSERT", "INSERT", "UPDATE", "UPDATE", "SELECT", "COMMIT"),
    ]
