"""Services are tested over a real file, as the store is."""

from tests.store.conftest import db, path

__all__ = ["db", "path"]
