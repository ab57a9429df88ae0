"""The end of a round: form, corrections."""
