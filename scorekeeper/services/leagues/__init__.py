"""Services of a league: seasons, teams, cups, divisions and statistics."""
