"""The app, for documents that describe it."""

from tests.web.conftest import app

__all__ = ["app"]
