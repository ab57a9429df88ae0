"""What may be sent as a photo, known even where OpenCV is not installed."""

MOST_BYTES = 12 * 2**20
MOST_PIXELS = 64_000_000
LEAST_SIDE = 64  # pixels
