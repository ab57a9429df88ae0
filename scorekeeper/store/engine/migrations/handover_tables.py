"""Tables for the handover between a club's server and a phone's pocket.

``player_aliases``: a person whom a phone knew under an id of its own. ``handovers``: how much of a match or
of a match card is known to be on the other side.
"""

HANDOVER_TABLES = """
CREATE TABLE player_aliases (
    club TEXT NOT NULL,
    alias TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (club, alias),
    FOREIGN KEY (club, player) REFERENCES players (club, id)
) STRICT;

CREATE TABLE handovers (
    club TEXT NOT NULL REFERENCES clubs (id),
    entity TEXT NOT NULL CHECK (entity IN ('match', 'card')),
    entity_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),
    PRIMARY KEY (club, entity, entity_id)
) STRICT;
"""
