"""The chain of hashes through every match and match card: see ``store.engine.chain``."""

CHAIN_COLUMNS = """
ALTER TABLE match_events ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE card_events ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN chain TEXT NOT NULL DEFAULT '';
ALTER TABLE fixtures ADD COLUMN chain TEXT NOT NULL DEFAULT '';
"""
