"""Rule cards: the game and every setting a table may agree on."""
