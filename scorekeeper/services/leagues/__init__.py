"""Services of a league: seasons, fixture cards, signatures, squads and statistics."""
