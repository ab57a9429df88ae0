"""Templates can be read: no line is longer than 120 characters."""

from scorekeeper.config import asset_folder

TEMPLATES = asset_folder("templates")
# Still to be broken into lines. A file leaves this list when it is mended; none is added.
LONG_YET = {
    "_fragments/line.html",
    "_fragments/tiles.html",
    "adjustments/index.html",
    "cards/_form.html",
    "cards/_manage.html",
    "cards/_of_board.html",
    "cards/_proposal.html",
    "cards/_read.html",
    "cards/_sign.html",
    "cards/paper.html",
    "cards/show.html",
    "club.html",
    "clubs/_league_night.html",
    "clubs/settings.html",
    "clubs/show.html",
    "clubs/start.html",
    "cups/_tie.html",
    "cups/show.html",
    "displays/_table.html",
    "displays/_tv_club.html",
    "displays/_tv_match.html",
    "displays/tv.html",
    "errors/refused.html",
    "fixtures/_line.html",
    "fixtures/_state.html",
    "fixtures/change.html",
    "fixtures/draw_up.html",
    "fixtures/index.html",
    "fixtures/planning.html",
    "hands/report.html",
    "leagues/_chart.html",
    "leagues/_grid.html",
    "leagues/_table.html",
    "leagues/_tabs.html",
    "leagues/desk.html",
    "leagues/divisions.html",
    "leagues/embed.html",
    "leagues/end.html",
    "leagues/entrant.html",
    "leagues/honours.html",
    "leagues/index.html",
    "leagues/league.html",
    "leagues/players.html",
    "leagues/presets.html",
    "leagues/record.html",
    "leagues/rules.html",
    "leagues/sheet.html",
    "leagues/show.html",
    "matches/_chart.html",
    "matches/_ends.html",
    "matches/_keys.html",
    "matches/_layout.html",
    "matches/_menu.html",
    "matches/_needs.html",
    "matches/_peg_board.html",
    "matches/_penalty.html",
    "matches/_play.html",
    "matches/_result.html",
    "matches/_round_over.html",
    "matches/_rounds.html",
    "matches/_setup_fields.html",
    "matches/_state.html",
    "matches/_tiles.html",
    "matches/_totals.html",
    "matches/change.html",
    "matches/new.html",
    "operate/show.html",
    "players/index.html",
    "players/show.html",
    "players/table.html",
    "pocket/come_along.html",
    "pocket/hand_over.html",
    "pocket/take_in.html",
    "pocket/taken.html",
    "privacy/data.html",
    "privacy/policy.html",
    "privacy/trash.html",
    "pwa/worker.js",
    "rounds/_device_name.html",
    "rounds/_reported_hands.html",
    "rounds/conflict.html",
    "rounds/form.html",
    "squads/_fields.html",
    "squads/change.html",
    "squads/index.html",
}


def test_no_line_of_a_template_is_too_long() -> None:
    files = [file for file in TEMPLATES.rglob("*") if file.is_file()]
    assert len(files) > 50
    names = {str(file.relative_to(TEMPLATES)): file.read_text(encoding="utf-8") for file in files}
    long = {name for name, text in names.items() if any(len(line) > 120 for line in text.splitlines())}
    assert long - LONG_YET == set(), "break these lines"


def test_what_has_been_mended_has_left_the_list() -> None:
    assert all((TEMPLATES / name).is_file() for name in LONG_YET), (
        "a template that is gone leaves the list too"
    )
