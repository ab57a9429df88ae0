"""Services are tested over a real file, as the store is."""

from tests.quick_pins import pytest_runtest_protocol
from tests.store.conftest import db, path

__all__ = ["db", "path", "pytest_runtest_protocol"]
