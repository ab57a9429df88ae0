"""Services of a match: recording, correcting and undoing, and the state that its events come to."""
