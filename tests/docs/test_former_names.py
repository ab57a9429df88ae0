"""The private names that things used to have, and their names today: none of the old ones returns.

``KEPT`` lists words that are the standard term for something else.
"""

import ast
from contextlib import closing
from functools import cache
from pathlib import Path

from scorekeeper.store import migrate, open_store

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
# fmt: off
MODULES = {
    "again": "retry", "unchanged": "not_modified", "squeezing": "compression", "remembered": "page_cache",
    "remembering": "lru_cache", "record": "club_results", "telling": "recording", "mending": "corrections",
    "acts": "idempotency", "facts": "mapping", "night": "fixture_card", "intake": "import_rows",
    "checkup": "integrity", "bin": "trash", "forget": "anonymise", "told": "events", "account": "in_progress",
    "gains": "totals", "answers": "negotiation", "install": "pwa", "nickname": "device_name",
    "own_hand": "reported_hands", "own_hands": "reported_hands", "sharing": "match_links",
    "screens": "displays", "gate": "auth", "entering": "writes", "reading": "reads", "shown": "serializers",
    "body": "parsing", "sheets": "csv_export", "rows": "row_validation", "filling": "seed",
}
CLASSES = {
    "Account": "RoundInProgress", "Told": "Event", "Heard": "ScoredEvent", "Claim": "RoundReport",
    "Judgement": "Validation", "MatchBook": "MatchState", "Night": "FixtureCard",
    "ClubRecord": "ClubResults", "Moment": "MatchVersion", "Stamp": "Author", "Ticket": "IdempotencyKey",
    "Overtaken": "Conflict", "KeyUsed": "KeyReused", "Refused": "RuleViolation",
    "Unchanged": "ConditionalGetMiddleware", "Again": "RetryMiddleware", "KeptPage": "CachedPage",
    "Remembered": "LRUCache", "TryAgain": "Retryable", "Void": "Removal", "CallOff": "Abandonment",
    "Outing": "Appearance", "Family": "Game",
}
FUNCTIONS = {
    "whereabouts": "database_identity", "dress": "set_security_headers", "proven": "check_csrf",
    "rest": "release", "_take": "_acquire", "_give_back": "_return", "borrowed": "pooled_connection",
    "edition": "rules_fingerprint", "let_in": "grant", "tell_own_hand": "report_hand", "hear": "apply",
    "judge_again": "validate_cached", "book_to_change": "load_for_update", "already_told": "is_replay",
    "misshapen": "form_errors", "against_rules": "rule_errors", "stranger": "_placeholder",
    "begin_again": "begin_next", "skeleton": "name_key",
}
TABLES = {
    "entries": "match_events", "changes": "audit_log", "own_hands": "reported_hands",
    "card_entries": "card_events", "erasing": "erasure_lock", "start_links": "setup_tokens",
    "pin_tries": "pin_attempts",
}
COLUMNS = {
    "root": "original", "undoes": "reverts", "told": "kind", "way": "kind", "renamed": "names_version",
    "noun": "entity", "noun_id": "entity_id", "skeleton": "name_key",
}
# fmt: on
KEPT = {
    "reading": "the camera reads tiles from a photo, which the field calls reading",
    "_take": "the camera's worker takes the next photo from its queue",
}


@cache
def definitions() -> list[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every class and function of the package."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py"))
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, kinds)]


def names_of(*kinds: type[ast.AST]) -> set[str]:
    return {node.name for node in definitions() if isinstance(node, kinds)}


def test_no_module_class_or_function_has_its_former_name() -> None:
    modules = {path.stem for path in PACKAGE.rglob("*.py")} & MODULES.keys()
    classes = names_of(ast.ClassDef) & CLASSES.keys()
    functions = names_of(ast.FunctionDef, ast.AsyncFunctionDef) & FUNCTIONS.keys()
    assert modules | classes | functions == KEPT.keys()


def test_each_of_todays_names_exists() -> None:
    modules = {path.stem for path in PACKAGE.rglob("*.py")} | {path.name for path in PACKAGE.rglob("*/")}
    assert {*MODULES.values()} - modules == set()
    assert {*CLASSES.values()} - names_of(ast.ClassDef) == set()
    assert {*FUNCTIONS.values()} - names_of(ast.FunctionDef) == set()


def test_no_table_or_column_has_its_former_name(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    migrate(path)
    with closing(open_store(path)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        columns = {
            column
            for table in tables
            for (column,) in db.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()
        }
    assert tables & TABLES.keys() == set()
    assert columns & COLUMNS.keys() == set()
    assert {*TABLES.values()} - tables == set()
    assert {*COLUMNS.values()} - columns == set()
