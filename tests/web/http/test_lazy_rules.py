"""A start is short: what writes addresses is compiled when one is first written."""

from pathlib import Path

import pytest
from flask import url_for
from werkzeug.routing import Rule

from tests.web.conftest import app_over


def test_a_start_compiles_no_address_that_nobody_has_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list[Rule]()
    whole = Rule._compile_builder

    def noted(rule: Rule, append_unknown: bool = True) -> object:
        compiled.append(rule)
        return whole(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", noted)
    app = app_over(tmp_path)
    begun = len(compiled)
    assert begun <= 2, "that of Flask's own static files"
    with app.test_request_context():
        assert url_for("players.index", club="x", page=2) == "/c/x/players?page=2"
        assert url_for("players.index", club="y") == "/c/y/players"
    assert [rule.endpoint for rule in compiled[begun:]] == ["players.index"]
