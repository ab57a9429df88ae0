"""Club files whose chain of hashes has been made valid again, for tests of other faults in altered files."""

import json
from collections.abc import Iterable
from typing import Any

from scorekeeper.store.engine.seals import BEGIN, HEADS, POINTS_AT, TABLES, facts_of, link


def chained_anew(lines: Iterable[str]) -> list[str]:
    """The same file with its chain of hashes computed anew."""
    head, *values = map(json.loads, lines)
    for entity, tables in TABLES.items():
        entered: dict[tuple[str, int], list[tuple[str, dict[str, Any]]]] = {}
        for value in values:
            table, row = value["table"], value["row"]
            if table in tables:
                entered.setdefault((row[POINTS_AT[entity]], row["version"]), []).append((table, row))
        last: dict[str, str] = {}
        for (id, _), rows in sorted(entered.items()):
            last[id] = link(last.get(id, BEGIN), [facts_of(table, row) for table, row in rows])
            for table, row in rows:
                if table == tables[0]:
                    row["chain"] = last[id]
        for value in values:
            if value["table"] == HEADS[entity]:
                value["row"]["chain"] = last.get(value["row"]["id"], BEGIN)
    return [json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in (head, *values)]
