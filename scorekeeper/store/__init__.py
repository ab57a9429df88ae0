"""Facts in, facts out: the only room that speaks SQL.

Stored are facts (rounds, hands, plays, who entered them and when); totals, winners and tables are
derived from them elsewhere and never kept here. Nothing that ever counted is overwritten: a correction is a
new entry that replaces an old one. The club comes first in every key, and the app makes the ids.
"""

from sqlite_utils import Database

from scorekeeper.store.engine.connection import open_store
from scorekeeper.store.engine.errors import StoreError
from scorekeeper.store.engine.migrate import migrate

__all__ = ["Database", "StoreError", "migrate", "open_store"]
