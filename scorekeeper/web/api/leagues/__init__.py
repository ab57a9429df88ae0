"""Leagues in the JSON interface: what may be read of them, and what a secretary or captain may do."""

from scorekeeper.web.api.leagues import cards, desk, fixtures, reads, seasons, spreadsheets, squads

BLUEPRINTS = [room.bp for room in (reads, seasons, spreadsheets, squads, fixtures, desk, cards)]
