"""Limits of a photo, which need no OpenCV."""

MOST_BYTES = 12 * 2**20
BESIDE = 256 * 1024  # bytes for the other fields and what wraps them; Werkzeug reads 64 KiB at a time
MOST_BODY = MOST_BYTES + BESIDE
MOST_PIXELS = 64_000_000
LEAST_SIDE = 64  # pixels
