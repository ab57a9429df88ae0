"""Each route builds the addresses that Werkzeug's own rule would."""

from flask import Flask
from werkzeug.routing import Map, Rule

from scorekeeper.web.routes import Route


def test_each_route_builds_the_address_of_werkzeugs_own_rule(app: Flask) -> None:
    routes = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    assert {type(route) for route in routes} == {Route}
    for route in routes:
        (own,) = Map([Rule(route.rule, defaults=route.defaults, endpoint="own")]).iter_rules()
        values = {name: "table" if name in ("kind", "screen") else "7" for name in route.arguments}
        values["more"] = "ä & b"
        for append_unknown in (True, False):
            built = route.build(values, append_unknown)
            assert built is not None
            assert built == own.build(values, append_unknown)
