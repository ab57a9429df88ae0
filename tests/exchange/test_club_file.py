"""A club is exported as lines and imported whole, or not at all with every bad line named."""

import json
from datetime import date

import pytest
from click.testing import CliRunner

from scorekeeper.app import create_app
from scorekeeper.cli.main import main
from scorekeeper.exchange.season_export import sheet
from scorekeeper.services.cards.board_commands import start_board
from scorekeeper.services.transfer.club_file import ImportRefused, exported, import_club
from scorekeeper.store import open_store
from tests.databases import make_database
from tests.services.league import EVENING, Secretary

TEAMS = ("Crown", "Lion", "Railway")


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """An HDDDCL season of three teams with one night entered, one signed and one begun at the table."""
    secretary = Secretary.of(tmp_path_factory.mktemp("from") / "club.db", "hdddcl", TEAMS)
    secretary.draw_up(date(2026, 9, 7))
    secretary.report_all(secretary.card(0), {1, 2})
    secretary.report_all(secretary.card(1), {3})
    for side in (0, 1):
        secretary.sign(secretary.card(1), side, secretary=side == 1)
    secretary.report_all(secretary.card(2), {1})
    at = secretary.card(2).fixture.id
    start_board(secretary.ask, at, 1)
    yield secretary
    secretary.db.close()


@pytest.fixture(scope="module")
def lines(league):
    return list(exported(league.db, league.club))


@pytest.fixture
def elsewhere(tmp_path):
    db = open_store(make_database(tmp_path / "to" / "club.db"))
    yield db
    db.close()


def addresses(league):
    club, season = f"/c/{league.club}", f"/c/{league.club}/leagues/{league.league}"
    yield from (f"{club}/", f"{club}/table", f"{club}/players", f"{club}/leagues/")
    for page in ("", "fixtures/", "players", "pairs", "teams/", "sheet", "record", "fixtures/overdue"):
        yield f"{season}/{page}"
    yield from (f"{season}/{kind}.csv" for kind in ("table", "fixtures", "boards", "players", "pairs"))
    yield f"{season}/fixtures/calendar.ics"
    for card in league.season().cards:
        yield f"{club}/fixtures/{card.fixture.id}/"
        yield from (
            f"{club}/matches/{board.live.match.id}" for board in card.boards if board.live is not None
        )


def pages(path, league):
    client = create_app({"DATABASE": path}).test_client()
    found = {address: client.get(address) for address in addresses(league)}
    assert {answer.status_code for answer in found.values()} == {200}
    return {address: answer.data for address, answer in found.items()}


def test_an_imported_club_is_the_same_row_by_row_and_page_by_page(league, lines, elsewhere, tmp_path):
    assert import_club(elsewhere, lines) == league.club
    assert list(exported(elsewhere, league.club)) == lines
    here = league.db.execute("PRAGMA database_list").fetchone()[2]
    assert pages(tmp_path / "to" / "club.db", league) == pages(here, league)


def test_a_club_that_is_here_is_not_imported_again(lines, elsewhere):
    import_club(elsewhere, lines)
    with pytest.raises(ImportRefused) as refused:
        import_club(elsewhere, lines)
    ((_, sentence),) = refused.value.refusals
    assert sentence.startswith("This club is here already.")


def refusals(db, lines):
    """Why the file is refused, line by line; nothing of it is stored."""
    with pytest.raises(ImportRefused) as refused:
        import_club(db, lines)
    assert db.execute("SELECT count(*) FROM clubs").fetchone() == (0,)
    return refused.value.refusals


def changed(lines, table, **values):
    """The file with the first row of this table changed, and the number of that line."""
    number = next(n for n, line in enumerate(lines) if json.loads(line).get("table") == table)
    value = json.loads(lines[number])
    value["row"] |= values
    return [*lines[:number], json.dumps(value) + "\n", *lines[number + 1 :]], number + 1


@pytest.mark.parametrize(
    ("table", "values", "sentence"),
    [
        ("players", {"name": "=1+1", "name_key": "=1+1"}, "players: name begins with “=”"),
        ("squads", {"name": "Cr\u200bown"}, "squads: name: it holds characters"),
        ("players", {"name_key": "bob"}, "players: name_key: it is not that of"),
        ("players", {"age": 40}, "players: there is no field called age"),
        ("players", {"name": 7}, "players: name: text is needed"),
        ("players", {"name": None}, "players: name is missing"),
        ("players", {"club": "another"}, "players: club: the row belongs to another club"),
        ("fixtures", {"round": "one"}, "fixtures: round: a whole number is needed"),
        ("fixtures", {"round": True}, "fixtures: round: a whole number is needed"),
        ("fixtures", {"round": 2**70}, "fixtures: round: the number is too large"),
        ("fixtures", {"round": 0}, "a value is not allowed"),
        ("fixtures", {"home": "nobody"}, "fixtures: it points at a row of entrants"),
        ("leagues", {"rules": "{}"}, "leagues: rules:"),
        ("matches", {"card": "[]"}, "matches: card:"),
        ("matches", {"card": "{"}, "matches: card:"),
        ("matches", {"card": r'{"game": "fives", "name": "\ud800"}'}, "matches: card: it holds a character"),
        ("audit_log", {"reason": "a NUL: \0"}, "audit_log: reason: it holds a character that cannot be kept"),
        ("clubs", {"deleted_at": EVENING}, "clubs: deleted_at: a club in the trash cannot be taken in"),
        ("clubs", {"id": "\ud800"}, "clubs: id: it holds a character that cannot be kept"),
        ("players", {"\ud800": 40}, "players: there is no field called ?"),
        ("fixtures", {"day": "2026-13-45"}, "fixtures: day: a day is needed"),
        ("card_events", {"lineup": "nonsense"}, "its fixtures cannot be read"),
    ],
)
def test_a_bad_row_is_refused_by_its_number_and_nothing_is_stored(lines, elsewhere, table, values, sentence):
    bad, number = changed(lines, table, **values)
    refused = refusals(elsewhere, bad)
    if "cannot be read" not in sentence:
        assert number in [line for line, _ in refused]
    assert any(sentence in words for _, words in refused)


def test_a_record_that_contradicts_itself_is_refused(lines, elsewhere):
    bad, _ = changed(lines, "matches", version=5)
    said = [words for _, words in refusals(elsewhere, bad)]
    assert any("a match’s version is the number of its entries" in words for words in said)


@pytest.mark.parametrize(
    ("spoil", "number", "sentence"),
    [
        (lambda _: [], 1, "not the export of a club"),
        (lambda lines: ["[1]\n", *lines[1:]], 1, "not the export of a club"),
        (lambda lines: [lines[0].replace('"version":1', '"version":99'), *lines[1:]], 1, "know version 99"),
        (lambda lines: [lines[0].replace('"schema":"m', '"schema":"z'), *lines[1:]], 1, "upgrade it first"),
        (lambda lines: [*lines[:5], "{broken\n", *lines[6:]], 6, "The line is broken"),
        (lambda lines: [*lines[:5], '{"table":"secrets","row":{}}\n', *lines[6:]], 6, "The line is broken"),
        (lambda lines: [*lines[:5], '{"table":"players","row":{"a":NaN}}\n', *lines[6:]], 6, "is broken"),
        (lambda lines: [*lines[:5], "[" * 99_000 + "\n", *lines[6:]], 6, "is broken"),
        (lambda lines: [*lines[:5], " " * 100_001, *lines[6:]], 6, "more than 100000 letters"),
        (lambda lines: [*lines, lines[-1]], None, "there is such a row already"),
        (lambda lines: lines[:-1], None, "The file is cut short"),
    ],
)
def test_a_broken_file_is_refused(lines, elsewhere, spoil, number, sentence):
    bad = spoil(lines)
    found = [line for line, words in refusals(elsewhere, bad) if sentence in words]
    assert found == [number if number is not None else len(bad)]


def test_every_bad_line_is_named_at_once(lines, elsewhere):
    bad, first = changed(lines, "players", name="@home", name_key="@home")
    bad, second = changed(bad, "squads", name="+1", name_key="+1")
    assert {first, second} <= {line for line, _ in refusals(elsewhere, bad)}


def test_the_commands_write_and_read_a_file(league, lines, tmp_path):
    here = league.db.execute("PRAGMA database_list").fetchone()[2]
    out, there = tmp_path / "crown.jsonl", tmp_path / "there.db"
    run = CliRunner().invoke(main, ["export", str(out), "--database", here])
    assert run.exit_code == 0, run.output
    assert out.read_text() == "".join(lines)
    run = CliRunner().invoke(main, ["import", str(out), "--database", str(there)])
    assert run.exit_code == 0, run.output
    assert f"--club {league.club}" in run.output


def test_a_refused_file_is_reported_line_by_line(lines, tmp_path):
    out, there = tmp_path / "crown.jsonl", tmp_path / "there.db"
    bad, number = changed(lines, "players", name="=A1", name_key="=a1")
    out.write_text("".join(bad))
    run = CliRunner().invoke(main, ["import", str(out), "--database", str(there)])
    assert run.exit_code == 3
    assert f"Line {number}: players: name begins with “=”" in run.stderr
    assert "Nothing was stored." in run.stderr
    out.write_bytes(b"\xff\xfe")
    run = CliRunner().invoke(main, ["import", str(out), "--database", str(there)])
    assert (run.exit_code, "not text in UTF-8" in run.stderr) == (3, True)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", "\r1", "\n1", "＝1", "＋1", "－1", "＠1"])
def test_no_cell_of_a_csv_becomes_a_formula(text):
    assert f"'{text}" in sheet(["name"], [[text]])


def test_numbers_stay_numbers_and_a_csv_is_marked_as_utf_8():
    assert sheet(["a", "b"], [[-3, None], ["x,y", 'a "b"']]) == '\ufeffa,b\r\n-3,\r\n"x,y","a ""b"""\r\n'
