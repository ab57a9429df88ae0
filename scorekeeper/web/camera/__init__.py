"""Reading a photo of a hand: offered where the extra `camera` is installed."""

from flask import Flask, current_app

from scorekeeper import vision
from scorekeeper.vision.worker import Worker
from scorekeeper.web.camera.reading import PhotoRequest
from scorekeeper.web.http.rate_limit import RateLimit

PHOTOS, SECONDS = 30, 600  # what one phone may ask for, and within how long


def camera_offered() -> bool:
    """Whether pages offer to read a photo."""
    return current_app.extensions["camera"] is not None


def init_app(app: Flask) -> None:
    """Accept photos in memory only; the process that reads them is started when the first one arrives."""
    app.request_class = PhotoRequest
    offered = bool(app.config["CAMERA"]) and vision.available()
    app.extensions["camera"] = Worker() if offered else None
    app.extensions["camera_limit"] = RateLimit(PHOTOS, SECONDS)
    app.add_template_global(camera_offered)
