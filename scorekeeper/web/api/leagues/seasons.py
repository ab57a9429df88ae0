"""What other programs may do to a season beside what pages do: begin one by its preset, archive it."""

from typing import Any

from flask import Response, jsonify

from scorekeeper.names import MAX_NAME, clean_name
from scorekeeper.rules.leagues.presets import BY_KEY
from scorekeeper.services.leagues.season import Season
from scorekeeper.services.leagues.season_commands import start_league
from scorekeeper.store.clubs.clubs import Club
from scorekeeper.web.api.auth import with_token
from scorekeeper.web.api.forms import settings_of
from scorekeeper.web.api.parsing import idempotency_key, read_body
from scorekeeper.web.auth.access import asks
from scorekeeper.web.doors import SEASONS
from scorekeeper.web.leagues.forms import RulesForm
from scorekeeper.web.leagues.views import typed_from


@SEASONS.post("")
@with_token("manage", takes="NewLeague", status=(201,), keyed=True)
def begin(club: Club) -> Response:
    """A new season by one of the presets; teams and fixtures come next."""
    body = read_body("preset", "name", "season")
    key, preset = idempotency_key(body), body.one_of("preset", tuple(BY_KEY))
    name, season = body.name("The league’s name"), body.text("season", MAX_NAME) or ""
    body.verify()
    made = start_league(asks(club, key), club.id, name, clean_name(season), BY_KEY[preset].rules)
    answer = jsonify(id=made.answer)
    answer.status_code = 201
    return answer


def rules_of(season: Season) -> dict[str, Any]:
    """The season's name, division and rules as ``change_rules`` takes them."""
    form = RulesForm.on(season, formdata=None, data=typed_from(season))
    return settings_of(form)
