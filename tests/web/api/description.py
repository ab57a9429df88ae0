"""The description of the API, as an instance serves it."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scorekeeper.app import create_app
from scorekeeper.web.api.interface import describe


@cache
def description() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": Path(folder) / "scorekeeper.db"})
        with app.test_request_context():
            return describe(app)
