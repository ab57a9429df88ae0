"""The pocket's files under ``/pocket/``, compressed when they were built, each with the policy it needs."""

from pathlib import Path

from flask import Blueprint, Response, abort, current_app, redirect, request, send_file
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

bp = Blueprint("pocket_files", __name__)

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".wasm": "application/wasm",  # else a browser does not compile it while it comes
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
_NOWHERE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_SHELL = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    f"manifest-src 'self'; worker-src 'self'; frame-src 'self'; {_NOWHERE}"
)
# A worker follows the policy of its own answer. Only this one may compile WebAssembly.
_POLICIES = {
    "worker.js": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    "service-worker.js": "default-src 'none'; script-src 'self'; connect-src 'self'",
}
_FOR_EVER = "public, max-age=31536000, immutable"


@bp.get("/pocket/")
@bp.get("/pocket/<path:name>")
def serve(name: str = "index.html") -> AnyResponse:
    """One file, brotli or gzip where the phone takes it. Folders named by their bytes never change."""
    if name.startswith("app/"):
        # A link to a page inside the pocket, on a phone that does not have it yet.
        return redirect(f"{request.script_root}/pocket/#/{request.full_path.partition('/pocket/app/')[2]}")
    path = _file(name)
    if path is None:
        abort(404, "The pocket is not on this server, or has nothing of this name.")
    encoding = next(
        (each for each in _ENCODINGS if each in _accepted() and _small(path, each).is_file()), None
    )
    answer: Response = send_file(
        _small(path, encoding) if encoding else path,
        mimetype=_TYPES.get(path.suffix, "application/octet-stream"),
        conditional=True,
    )
    if encoding:
        answer.headers["Content-Encoding"] = encoding
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Content-Security-Policy"] = _POLICIES.get(path.name, _SHELL)
    unchanging = name.startswith(("app-", "python-"))
    answer.headers["Cache-Control"] = _FOR_EVER if unchanging else "no-cache"
    return answer


def is_here() -> bool:
    """Whether this server has a pocket to serve."""
    return _file("index.html") is not None


def _file(name: str) -> Path | None:
    found = safe_join(str(current_app.config["POCKET_FOLDER"]), name)
    path = Path(found) if found else None
    return path if path and path.suffix in _TYPES and path.is_file() else None


def _small(path: Path, encoding: str) -> Path:
    return Path(f"{path}{_ENCODINGS[encoding]}")


def _accepted() -> list[str]:
    """What this phone takes of what was made, the smaller first."""
    return [name for name in _ENCODINGS if request.accept_encodings[name] > 0]
