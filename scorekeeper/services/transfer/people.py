"""Matching people: players whom a phone added while the club was out of reach."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlite_utils import Database

from scorekeeper.names import NameFault, name_key, parse_name
from scorekeeper.services.limits import count_act
from scorekeeper.store.clubs.audit import Author
from scorekeeper.store.clubs.players import Player, add_player_as, find_player, player_by_name_key
from scorekeeper.store.transfer.handover_rows import Row, add_alias, alias_of

SAME, OTHER = "same", "other"


class Question(NamedTuple):
    """Is the phone's ``name``, known there as ``alias``, the club's ``theirs``? ``fault`` of an answer."""

    alias: str
    name: str
    theirs: str
    fault: str = ""


class Asked(Exception):
    """Nothing was stored: somebody has to say who these people are."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__(f"{len(questions)} people may be known here")
        self.questions = questions


def settle(
    db: Database, club: str, rows: list[Row], answers: Mapping[str, str], author: Author
) -> dict[str, str]:
    """The club's id for each of these people; new ones are added, within the caller's transaction.

    An answer is ``same``, or the name under which somebody else is to be known. Raises ``Asked``.
    """
    known: dict[str, str] = {}
    questions = []
    for row in rows:
        found = row["id"] if find_player(db, club, row["id"]) else alias_of(db, club, row["id"])
        question = None if found else _answer(db, club, row, answers.get(row["id"], ""), author)
        if question:
            questions.append(question)
        known[row["id"]] = found or alias_of(db, club, row["id"]) or row["id"]
    if questions:
        raise Asked(questions)
    return known


def _answer(db: Database, club: str, row: Row, answer: str, author: Author) -> Question | None:
    like = player_by_name_key(db, club, row["name_key"])
    if like is None:
        _add(db, club, row["id"], row["name"], author)
        return None
    if answer == SAME:
        add_alias(db, club, row["id"], like.id)
        return None
    question = Question(row["id"], row["name"], like.name)
    if answer in ("", OTHER):
        return question._replace(fault=answer and "Give a name to tell the two apart.")
    try:
        name = parse_name(answer, "The other name")
    except NameFault as fault:
        return question._replace(fault=str(fault))
    if player_by_name_key(db, club, name_key(name)):
        return question._replace(fault=f"Somebody here is called {name} already.")
    _add(db, club, row["id"], name, author)
    return None


def _add(db: Database, club: str, id: str, name: str, author: Author) -> None:
    count_act(db, club, "name", author)
    add_player_as(db, club, Player(id, name, name_key(name)), author.at)
