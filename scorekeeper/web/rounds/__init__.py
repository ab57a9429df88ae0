"""The end of a round: form, preview, corrections."""
