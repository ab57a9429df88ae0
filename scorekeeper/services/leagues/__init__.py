"""Services of a league: seasons, teams, fixtures and divisions."""
