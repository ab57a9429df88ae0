"""What happens between September and May: done on pages, and noted in the ledger."""

import re
from datetime import date, timedelta
from random import Random

from tests.web.captains import enter_card
from tests.web.leagues.ledger import Noted
from tests.web.leagues.winter import DECIDED, Winter, signed
from tests.web.secretary import options


def rearrange(winter: Winter, day: date) -> None:
    """One captain proposes a Thursday, the other accepts, and they play on that day."""
    gone = {*winter.ledger.left}
    fixture = next(card.fixture.id for card in winter.cards_of(day) if not gone & {*card.names})
    other = day + timedelta(days=9)
    proposal = winter.pub.manager.open(winter.card(fixture)).form_saying("Propose for")
    page = winter.pub.manager.send(proposal, side="home", day=other.isoformat(), note="the darts final")
    winter.pub.manager.send(page.form_saying("Accept for"), answer="accepted")
    noted = winter.ledger.matches[fixture]
    winter.note(noted, f"proposed day: {noted.day} → {other}")
    winter.note(noted, f"proposed day: {other} → accepted")
    winter.note(noted, f"day: {noted.day} → {other}")
    noted.day = other.isoformat()
    assert winter.secretary.season().card(fixture).fixture.day == other.isoformat()


def forfeit(winter: Winter, fixture: str, side: int, names: tuple[str, str]) -> None:
    page = winter.pub.manager.open(winter.card(fixture))
    form = page.form_saying(f"{names[side]} forfeit the match")
    page = winter.pub.manager.send(form, side=("home", "away")[side], reason="no team")
    assert f"Forfeited by {names[side]}" in page.text
    winter.ledger.matches[fixture].forfeited_by = names[side]
    winter.note(winter.ledger.matches[fixture], f"forfeited by {names[side]}")


def give(winter: Winter, day: date, team: str, points: int) -> None:
    page = winter.open("points/")
    squad = next(value for value, words in options(page, "squad") if words == team)
    way = "take" if points < 0 else "give"
    page = winter.pub.manager.send(
        page.form_with("points"), squad=squad, way=way, points=abs(points), reason=DECIDED
    )
    assert re.search(f"{re.escape(signed(points))} points?: {DECIDED}", page.text)
    winter.ledger.given.append((day.isoformat(), team, points))
    winter.record[team, f"points: {signed(points)}"] += 1


def correct(winter: Winter, day: date) -> None:
    """A card that both signed on their night is reopened; nobody is fined for that."""
    ledger = winter.ledger
    in_time = sorted(
        (match.teams, id)
        for id, match in ledger.matches.items()
        if match.signed == (match.day, match.day) and ledger.state(match, "") != "void"
    )
    if not in_time:
        return
    fixture = Random(f"{winter.seed} {day}").choice(in_time)[1]
    page = winter.pub.manager.open(winter.card(fixture))
    winter.pub.manager.send(page.form_saying("Reopen the card"), reason="board 9 was read upside down")
    noted = ledger.matches[fixture]
    winter.note(noted, "opened again")
    home, away = noted.legs or (0, 0)
    turned = "0-1" if home > away else "1-0"
    boards = winter.secretary.season().card(fixture).boards
    wrong = next(
        board.number
        for board in boards
        if board.legs != (int(turned[0]), int(turned[2])) and not board.conceded
    )
    winter.note(noted, f"board {wrong}: {turned.replace('-', '–')}")
    enter_card(winter.pub.manager, winter.card(fixture), **{f"b{wrong}_legs": turned})
    noted.legs = (home - 1, away + 1) if turned == "0-1" else (home + 1, away - 1)
    noted.won ^= {wrong}
    for side in (0, 1):
        winter.sign(noted, winter.secretary.season().card(fixture), side)


def waive(winter: Winter) -> None:
    late = [match for match in winter.ledger.signed if match.late_by]
    if not late:
        return
    last = max(late, key=lambda match: match.day)
    fixture = next(id for id, match in winter.ledger.matches.items() if match is last)
    form = next(form for form in winter.open("points/").forms if fixture in form.action)
    page = winter.pub.manager.send(form, reason="the server was down")
    assert "pay nothing: the server was down" in page.text
    last.waived = True
    winter.record[last.late_by, "points: late fine waived"] += 1


def withdraw(winter: Winter, day: date, team: str) -> None:
    page = winter.pub.manager.open(winter.open("teams/").link_saying(f"Change {team}"))
    winter.pub.manager.send(page.form_saying(f"Withdraw {team}"), reason="the pub has closed")
    winter.ledger.left[team] = day.isoformat()
    winter.record[team, f"withdrawn: {day}"] += 1


def play_off(winter: Winter, day: date) -> date:
    """A deduction leaves the first two level, and a play-off parts them the other way about; its day."""
    first, second = winter.ledger.table(day.isoformat())[:2]
    with winter.on(day):
        if first[9] != second[9]:
            give(winter, day, first[1], int(second[9]) - int(first[9]))
        winter.compare(day)
    day += timedelta(days=2)
    with winter.on(day):
        page = winter.open("fixtures/new")
        ids = {words: value for value, words in options(page, "home")}
        said = {"round": 99, "home": ids[first[1]], "away": ids[second[1]], "day": day, "stage": "play_off"}
        winter.pub.manager.send(page.form_with("stage"), **said)
        [card] = winter.cards_of(day)
        noted = Noted(99, day.isoformat(), *card.names, play_off=True)
        winter.ledger.matches[card.fixture.id] = noted
        loser = winter.ledger.table(day.isoformat())[0][1]
        wins = set(range(1, 5)) if card.names[0] == loser else set(range(1, 6))
        winter.secretary.report_all(card, wins)
        noted.legs, noted.won = (len(wins), 9 - len(wins)), wins
        winter.compare(day)
        assert winter.ledger.table(day.isoformat())[0][1] != loser
        assert "on the play-off, 1 to 0" in winter.open().text
    return day
