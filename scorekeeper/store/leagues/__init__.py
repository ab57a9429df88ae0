"""Tables of leagues: squads, fixtures, events of match cards, adjustments."""
