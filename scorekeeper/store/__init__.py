"""Facts in, facts out: the only room that speaks SQL.

Stored are facts (rounds, hands, plays, who entered them and when); totals, winners and tables are
derived from them elsewhere and never kept here. Nothing is overwritten that was ever counted: a
correction is a new entry that takes an old one's place. Club first in every key, ids made by the app.
"""

from scorekeeper.store.engine.connection import StoreError, open_store, writing
from scorekeeper.store.engine.migrate import migrate

__all__ = ["StoreError", "migrate", "open_store", "writing"]
