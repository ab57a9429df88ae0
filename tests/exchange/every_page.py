"""Every page of a club, whatever is in it."""

from collections.abc import Iterator
from itertools import product

from tests.web.cast import Pub

# What an argument of an address may be: the ids of these rows.
IDS = {
    "match": "SELECT id FROM matches WHERE club = :club",
    "player": "SELECT id FROM players WHERE club = :club",
    "one": "SELECT min(id) FROM players WHERE club = :club",
    "other": "SELECT max(id) FROM players WHERE club = :club",
    "team": "SELECT id FROM teams WHERE club = :club",
    "pair": "SELECT id FROM teams WHERE club = :club",
    "league": "SELECT id FROM leagues WHERE club = :club",
    "squad": "SELECT id FROM squads WHERE club = :club",
    "fixture": "SELECT id FROM fixtures WHERE club = :club",
    "day": "SELECT DISTINCT substr(started_at, 1, 10) FROM matches WHERE club = :club",
    "original": "SELECT DISTINCT version FROM match_events WHERE club = :club",
}
CHOICES = {
    "club": [":club"],
    "number": [1],
    "role": ["watch"],
    "screen": ["tv", "table"],
    "kind": ["table", "fixtures", "boards", "players", "singles", "pairs"],
    "secret": ["none"],
    "name": ["none"],
}


def addresses(pub: Pub) -> Iterator[str]:
    with pub.db() as db:
        ids = {name: [id for (id,) in db.execute(rows, {"club": pub.id})] for name, rows in IDS.items()}
    values = {**CHOICES, "club": [pub.id], **ids}
    at = pub.app.url_map.bind("localhost")
    for rule in pub.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule.startswith(("/c/<club>/", "/embed/")):
            names = sorted(rule.arguments)
            for chosen in product(*(values[name] for name in names)):
                yield at.build(rule.endpoint, dict(zip(names, chosen, strict=True)))


def assert_every_page_opens(pub: Pub) -> None:
    asked = {path: pub.manager.ask(path).status_code for path in addresses(pub)}
    assert {path: status for path, status in asked.items() if status >= 500} == {}
