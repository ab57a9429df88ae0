"""The secretary's pages: leagues and their rules, the archive, and what others cannot see."""

from tests.grid import grid
from tests.web.captains import ALL, enter_card
from tests.web.cast import Pub, record, sit_down
from tests.web.secretary import draw_up, league, set_rules, three_teams

PRESETS = {
    "leek": "6 singles and 3 doubles. 2 for a win, 1 for each leg won.",
    "solihull": "3 for a win, 1 for a defeat by one leg.",
    "guisborough": "9 doubles.",
    "northallerton": "4 dominoes and 4 fives-and-threes.",
    "hdddcl": "3 tables. 2 for a win.",
    "singles": "1 singles board to 61, best of 3. 2 for a win.",
}


def test_a_league_starts_from_a_preset_or_with_boards_of_its_own(crown: Pub) -> None:
    for preset, words in PRESETS.items():
        assert words in crown.manager.open(league(crown, preset, name=preset)).text
    own = {"kind_2_name": "blocks", "kind_2_count": 2, "kind_2_seats": "2", "kind_2_game": "block_pairs"}
    at = league(crown, "leek", name="Own", **own, kind_2_target=7, kind_2_legs=2, kind_2_most=1)
    assert "6 singles, 3 doubles and 2 blocks" in crown.manager.open(at).text


def test_a_new_club_is_told_that_it_needs_no_league_and_led_to_one(crown: Pub) -> None:
    page = crown.manager.open(crown.manager.open(crown.home).link_saying("Leagues"))
    assert "Start a league" in page.text
    assert "Leagues" not in crown.phone("score").open(crown.home).text
    page = crown.manager.open(f"{crown.home}leagues/")
    assert "The club’s own table needs none" in page.text
    assert crown.manager.open(page.link_saying("Start a league")).status == 200


IMPOSSIBLE: tuple[tuple[dict[str, object], str, str], ...] = (
    ({"tie_1": "leg_difference"}, "tie_0", "leg difference is named twice"),
    ({"name": ""}, "name", "at least one visible letter"),
    ({"name": "=1+1"}, "name", "begins with “=”"),
    ({"win": "many"}, "win", "write a whole number"),
    ({"forfeit_for": 0, "forfeit_against": 0}, "forfeit_for", "more legs than it lets in"),
    ({"kind_0_legs": 10}, "kind_0_legs", "from 1 to 9"),
    ({"kind_0_count": 0, "kind_1_count": 0}, "kind_0_count", "needs at least one"),
    ({"kind_1_name": "singles"}, "kind_0_name", "both called singles"),
    ({"kind_0_name": ""}, "kind_0_name", "Boards 1: the name"),
    ({"registered": 5}, "registered", "no fewer than a night needs"),
    ({"kind_0_most": 7}, "kind_0_name", "from 1 to 6 of these boards"),
    ({"season": "x" * 31}, "season", "30 letters"),
)


def test_impossible_rules_are_refused_with_what_was_typed(crown: Pub) -> None:
    before = crown.facts()
    page = crown.manager.open(f"{crown.home}leagues/new?preset=leek")
    for words in ("6 singles to 61, one game", "2 for a win, 1 for each leg won.", "the results are void"):
        assert words in page.text
    form = page.form_with("tie_0")
    form.action = f"{crown.home}leagues/new?preset=leek"
    with grid() as case:
        for typed, field, sentence in IMPOSSIBLE:
            page = crown.manager.send(form, **{"season": "2026–27", **typed})
            repeated = page.form_with("tie_0")
            with case(typed):
                assert page.status == 422
                assert sentence in page.html.replace("&#39;", "'"), page.faults()
                assert field in page.faults() or field == "season"
                assert repeated.value("squad") == "6"
                assert all(repeated.value(name) == str(typed[name]) for name in typed if name != "tie_1")
    assert crown.facts() == before


def test_rules_are_changed_freely_before_the_first_result_and_with_a_reason_after(crown: Pub) -> None:
    at = three_teams(crown)
    draw_up(crown, at)
    page = set_rules(crown, at, win=3)
    assert "3 for a win" in page.text
    card = crown.manager.open(f"{at}fixtures/").link_saying("Lion")
    form = crown.manager.open(card).form_with("b1_was")
    crown.manager.send(form, b1_legs="2-0")
    page = crown.manager.send(crown.manager.open(f"{at}rules").form_with("reason"), win=4)
    assert page.status == 422
    assert "say why" in page.fault("reason")
    page = crown.manager.send(page.form_with("reason"), reason="voted on Monday")
    assert "4 for a win" in page.text
    assert "rules changed · “voted on Monday”" in crown.manager.open(f"{at}record").text


def test_a_season_goes_into_the_archive_and_the_next_has_the_same_teams(crown: Pub, at: str) -> None:
    page = crown.manager.open(f"{at}end")
    crown.manager.send(page.form_saying("same teams"), season="2027–28")
    assert "First night" in crown.manager.page.text
    assert "2027–28" in crown.manager.page.text
    form = crown.manager.open(f"{at}end").form_saying("Put it into the archive")
    assert ("Winter", at) in crown.manager.open(f"{crown.home}table").links
    page = crown.manager.send(form, archived="yes")
    assert "This season is in the archive" in page.text
    assert ("Winter", at) not in crown.manager.open(f"{crown.home}table").links
    assert "Archive Winter" in crown.manager.open(f"{crown.home}leagues/").text
    assert crown.manager.open(at).status == 200


def test_a_league_begun_by_mistake_is_deleted_while_nothing_was_entered(crown: Pub, at: str) -> None:
    draw_up(crown, at)
    cup = league(crown, "cup", name="Cup")
    squads = {row["name"]: row["id"] for row in crown.stored()["squads"]}
    crown.manager.post(f"{cup}teams/entered", teams=squads["Crown"])
    other = crown.phone("manage")
    form, theirs = (phone.open(f"{at}end").form_saying("Delete Winter") for phone in (crown.manager, other))
    for _ in range(2):  # a double tap
        page = crown.manager.send(form)
        assert page.path == f"{crown.home}leagues/"
        assert ("Winter" in page.text, "Cup" in page.text) == (False, True)
    assert "There is no such league here, or no longer" in other.send(theirs).text
    assert other.open(f"{at}fixtures/").status == 404
    assert [row["name"] for row in crown.stored()["squads"]] == ["Crown"], "it plays for the cup, too"


def test_a_league_stays_once_something_was_entered(crown: Pub, card: str) -> None:
    at = f"{crown.home}leagues/{crown.stored()['leagues'][0]['id']}/"
    form = crown.manager.open(f"{at}end").form_saying("Delete Winter")
    enter_card(crown.manager, card, **ALL)
    page = crown.manager.send(form)
    assert (page.status, "Something has been entered here, so it stays" in page.text) == (422, True)
    assert "Begun by mistake" not in crown.manager.open(f"{at}end").text


def test_a_season_that_cannot_be_told_from_another_is_refused(crown: Pub, at: str) -> None:
    crown.manager.send(crown.manager.open(f"{at}end").form_saying("same teams"), season="2027–28")
    form, before = crown.manager.open(f"{at}end").form_saying("same teams"), crown.facts()
    for name, sentence in (
        ("", "what is it called?"),
        ("x" * 31, "30 letters are the most"),
        ("2027–28", "a 2027–28 of Winter already"),
    ):
        page = crown.manager.send(form, season=name)
        assert (page.status, sentence in page.fault("season")) == (422, True)
    assert crown.facts() == before


def test_nothing_of_an_archived_season_changes(crown: Pub, card: str) -> None:
    at = next(href for words, href in crown.manager.open(card).links if words == "Winter")
    enter_card(crown.manager, card, **ALL)
    captain = crown.phone("score")
    board = captain.open(card).form_with("b1_was")
    forfeit = crown.manager.open(card).form_saying("forfeit the match")
    rules = crown.manager.open(f"{at}rules").form_with("tie_0")
    team = crown.manager.open(f"{at}teams/").form_with("name")
    moved = crown.manager.open(crown.manager.open(f"{at}fixtures/").link_saying("Change ")).form_with("round")
    end = crown.manager.open(f"{at}end")
    assert "still to be played, entered or signed. See which Honours, if nothing changes" in end.text
    end = crown.manager.send(end.form_saying("Put it into the archive"), archived="yes")
    assert "never played, entered or signed. See which Honours Champions" in end.text
    before = crown.facts()
    for phone, form, typed in (
        (captain, board, {"b1_legs": "0-2"}),
        (captain, board, {"sign": "home"}),
        (crown.manager, forfeit, {"side": "home", "reason": "snow"}),
        (crown.manager, rules, {"win": 9, "reason": "voted"}),
        (crown.manager, team, {"name": "Fox", "players": "Zoe"}),
        (crown.manager, moved, {"day": "2027-03-01"}),
    ):
        page = phone.send(form, **typed)
        assert (page.status, "This season is in the archive" in page.text) == (423, True), form.action
    assert crown.facts() == before
    for room in (f"{at}rules", f"{at}teams/", f"{at}points/", card):
        assert crown.manager.open(room).link_saying("take it out") == f"{at}end"
    assert "take it out" not in captain.open(card).text
    assert not [form for form in captain.open(card).forms if "b1_was" in dict(form.fields)]
    assert "This season is in the archive" in captain.page.text


def test_the_table_is_there_from_week_0_and_csv_is_of_everything(crown: Pub, at: str) -> None:
    page = crown.manager.open(at)
    assert all(name in page.by_id("main") for name in ("Crown", "Lion", "Railway"))
    for kind, head in (
        ("table", "place,team"),
        ("fixtures", "round,day"),
        ("boards", "round"),
        ("pairs", "name"),
    ):
        answer = crown.manager.ask(f"{at}{kind}.csv")
        assert answer.get_data(as_text=True).startswith(f"\ufeff{head}")
        assert answer.headers["Content-Disposition"] == f"attachment; filename=Winter_{kind}.csv"


def test_unknown_ids_are_not_found(crown: Pub) -> None:
    at = league(crown)
    unknown = ("?on=yesterday", "fixtures/nowhere/change", "teams/nowhere/season", "players/nobody")
    for path in (f"{crown.home}leagues/nowhere/", *(f"{at}{rest}" for rest in unknown)):
        assert crown.manager.ask(path).status_code == 404, path
    assert crown.manager.ask(f"{at}?on=").status_code == 200


def test_the_clubs_own_table_shows_ratings_when_asked(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", target=10)
    record(crown, match, 0, {1: 12})
    page = crown.manager.open(f"{crown.home}table")
    assert "Rating 1 Ann" not in page.text
    page = crown.manager.open(page.link_saying("Show ratings"))
    assert "Rating 1 Ann" in page.text
    assert "Rating 1 Ann" not in crown.manager.open(page.link_saying("Hide ratings")).text


def test_the_rules_of_a_league_of_singles_speak_of_no_team(crown: Pub) -> None:
    at = league(crown, "singles", name="Singles")
    assert "team" not in crown.manager.open(f"{at}rules").text.lower()
