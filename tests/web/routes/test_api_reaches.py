"""Everything that pages can do, the API can do too, or a reason is given here."""

from flask import Flask

from tests.web.api.acts import API_ACTS
from tests.web.evening import ROUTES

# Acts of pages, and the acts of the API that do the same.
DONE_BY = {
    "matches.new": "api_starts.start",
    "matches.rematch": "api_matches.start_rematch",
    "matches.abandon": "api_matches.abandon",
    "matches.change": "api_matches.set_up",
    "matches.undo_change": "api_matches.set_up",
    "draws.repeat": "api_matches.set_up",
    "rounds.save": "api_matches.enter_round",
    "rounds.correct": "api_matches.correct_round",
    "rounds.undo": "api_matches.undo",
    "rounds.redo": "api_matches.redo",
    "rounds.remove": "api_matches.remove",
    "rounds.delete": "api_matches.delete",
    "plays.save": "api_matches.enter_play",
    "plays.penalise": "api_matches.penalise",
    "plays.of_round": "api_matches.add_forgotten",
    "plays.change": "api_matches.add_forgotten",  # after api_matches.remove
    "clubs.rename": "api_names.name_club",
    "clubs.name_phone": "api_names.name_device",
    "clubs.watching": "api_names.open_to_anyone",
    "clubs.set_word": "api_names.say_out",
    "device_name.answer": "api_names.name_device",
    "players.rename": "api_names.name_player",
    "players.name_pair": "api_names.name_team",
    "players.merge": "api_names.merge",
    "players.delete": "api_names.delete",
    "leagues.new": "api_seasons.begin",
    "leagues.change_rules": "api_seasons.change_rules",
    "leagues.close": "api_seasons.archive",
    "leagues.delete": "api_seasons.delete",
    "leagues.start_division": "api_seasons.start_division",
    "leagues.put_above": "api_seasons.put_above",
    "leagues.start_next_season": "api_seasons.begin_next",
    "spreadsheets.take": "api_spreadsheets.take",
    "squads.enter": "api_squads.enter",
    "squads.save": "api_squads.change",
    "squads.enter_known": "api_squads.enter_known",
    "squads.draw_up_late": "api_squads.draw_up_late",
    "squads.withdraw": "api_squads.withdraw",
    "fixtures.draw_up_all": "api_fixtures.draw_up",
    "fixtures.move": "api_fixtures.change",
    "fixtures.add": "api_fixtures.add",
    "fixtures.drop": "api_fixtures.drop",
    "fixtures.keep_days_free": "api_fixtures.keep_days_free",
    "fixtures.drop_free": "api_fixtures.release",
    "fixtures.push": "api_fixtures.change",  # one by one: sent twice, “a week later” would be two
    "adjustments.handicaps": "api_desk.handicap",  # one at a time
    "adjustments.add": "api_desk.adjust",
    "adjustments.undo": "api_desk.undo",
    "adjustments.waive": "api_desk.waive",
    "cups.draw": "api_desk.draw",
    "cups.set_round": "api_desk.set_round",
    "cups.draw_all_groups": "api_desk.draw_all_groups",
    "ladders.add": "api_desk.challenge_somebody",
    "ladders.order": "api_desk.order",
    "cups.set_all": "api_desk.set_round",  # cup by cup, on the same day in the same place
    "cards.save": "api_cards.save",  # with more: BESIDE
    "cards.protest_against": "api_cards.protest_against",
    "cards.rule_ineligible": "api_cards.rule_ineligible",
    "cards.reopen_card": "api_cards.reopen_card",
    "cards.forfeit_fixture": "api_cards.forfeit_fixture",
    "cards.name_best_player": "api_cards.name_best_player",
    "cards.propose": "api_cards.propose",
    "cards.reply": "api_cards.reply",
}
_STORES_NOTHING = "it stores nothing"
_OF_ONE_PHONE = "it is about the phone that asks: its cookies, its own hand, its own team"
_FOR_EYES = "somebody has to read what will be lost, or who goes up and down, before they confirm it"
_SECRET = "it gives or ends a secret that opens the club, which stays with people"  # noqa: S105
NOT_DONE = {
    "camera.read": _STORES_NOTHING,
    "camera.into_hand": _STORES_NOTHING,
    "camera.into_round": _STORES_NOTHING,
    "clubs.leave": _OF_ONE_PHONE,
    "hands.report": _OF_ONE_PHONE,
    "squads.follow": _OF_ONE_PHONE,
    "reminders.save": _OF_ONE_PHONE,
    "reminders.answer": _SECRET,
    "take_in.take": _OF_ONE_PHONE,
    "hand_over.received": _OF_ONE_PHONE,
    "hand_over.at_home": _OF_ONE_PHONE,
    "hand_over.remove": _OF_ONE_PHONE,
    "hand_over.come_along": _OF_ONE_PHONE,
    "leagues.begin": _FOR_EYES,
    "copies.put_back": _FOR_EYES,
    "privacy.forget": _FOR_EYES,
    "privacy.delete": _FOR_EYES,
    "privacy.restore": _FOR_EYES,
    "clubs.open_new": _SECRET,
    "clubs.start": _SECRET,
    "clubs.revoke": _SECRET,
    "squads.renew": _SECRET,
    "county.make_all": _SECRET,
    "captains.accept": _SECRET,
    "squads.guard": _SECRET,
    "displays.revoke": _SECRET,
    "phones.end": _SECRET,
    "phones.reset": _SECRET,
    "pins.enter": _SECRET,
    "pins.settings": _SECRET,
    "operate.enter": _SECRET,
    "operate.read_only": _SECRET,
    "operate.put_back": _FOR_EYES,
    "operate.go_on": _FOR_EYES,
    "operate.sign_out": _SECRET,
}
# Acts of their own in the API that a page does together with another act.
BESIDE = {"api_cards.start", "api_cards.draw", "api_cards.sign_on", "api_cards.sign_card"}


def test_every_act_of_a_page_is_in_the_api_or_has_a_reason() -> None:
    acts = {endpoint for endpoint, method in ROUTES if method == "POST" and not endpoint.startswith("api_")}
    assert acts == DONE_BY.keys() | NOT_DONE.keys()
    assert not DONE_BY.keys() & NOT_DONE.keys()


def test_every_act_of_the_api_is_on_a_page_and_needs_no_lesser_role(app: Flask) -> None:
    assert set(DONE_BY.values()) | BESIDE == set(API_ACTS)
    lesser = {
        (page, act)
        for page, act in DONE_BY.items()
        if ROUTES[page, "POST"].role == "manage" and API_ACTS[act] != "manage"
    }
    assert lesser == set()
    views = app.view_functions
    assert all(views[act].__doc__ for act in API_ACTS)
