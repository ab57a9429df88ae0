"""Every act of the API and the role that its token needs, read off what declares them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.app import create_app
from scorekeeper.web.api.requests import Operation


def _acts() -> dict[str, str]:
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": Path(folder) / "scorekeeper.db"})
    operations: dict[str, Operation] = {
        rule.endpoint: app.view_functions[rule.endpoint].operation  # type: ignore[attr-defined]
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api_") and "POST" in (rule.methods or ())
    }
    return {endpoint: operation.role for endpoint, operation in operations.items()}


API_ACTS = _acts()
