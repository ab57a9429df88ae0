"""Error pages: a sentence that says what to do, never a trace, and what was typed is not lost."""

from contextlib import suppress
from http import HTTPStatus

from flask import Flask, Response, current_app, g, make_response, redirect, render_template, request
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException, MethodNotAllowed, SecurityError
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.config import data_dir
from scorekeeper.services.gate import Refused, TooMany
from scorekeeper.store.engine.errors import (
    EngineError,
    OperationalError,
    ReadOnly,
    StoreError,
    UnstorableError,
    fault_of_disk,
    is_busy,
    is_damage,
)
from scorekeeper.web.http.answers import drop_copies, never_kept
from scorekeeper.web.http.changes import Moved
from scorekeeper.web.http.negotiation import for_program, problem

_PHONE_IS_FULL = (
    "This phone is full, so nothing was saved. Make room on it: delete some pictures or an app. What was "
    "typed is tried again by itself."
)
_OWN_WORDS = {
    400: "The phone sent something that cannot be read. Go back and try once more.",
    404: "There is nothing at this address. Perhaps the link was cut short.",
    405: "This address only accepts its own form.",
    413: "That is too much to send at once. Nothing was saved; go back and send less of it.",
}

_READ_ONLY_SECONDS = 30  # after which a phone asks again


def http_error(error: HTTPException) -> BaseResponse:
    """The page for an HTTP error; a view's own sentence goes before the general one."""
    if isinstance(error, MethodNotAllowed) and request.method in ("GET", "HEAD") and not for_program():
        return redirect(_page_above(), 303)
    code = error.code or 500
    own = error.description if error.description != type(error).description else None
    sentence = own or _OWN_WORDS.get(code) or error.description
    answer = refusal(code, sentence or "")
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def _page_above(names: int | None = None) -> str:
    """The nearest address at or above this one that can be opened and, if said, names at most so many things.

    A phone that shows a refused form has the form's own address in its bar, and asks for it again when it
    wakes up.
    """
    addresses = current_app.create_url_adapter(request)
    path = request.path.rstrip("/")
    while path and addresses:
        for way in (path, f"{path}/"):
            with suppress(HTTPException):
                found = addresses.match(way, "GET")[1]
                if names is None or len(found) <= names:
                    return request.script_root + way
        path = path.rpartition("/")[0]
    return request.script_root + "/"


def once_more(_error: CSRFError) -> tuple[str, int] | Response:
    """The browser does not say where its form comes from: offer it again as typed, with a CSRF token."""
    if for_program():
        return problem(
            400,
            "The CSRF token is not valid. Send it again with this one.",
            "csrf",
            csrf_token=generate_csrf(),
        )
    sentence = (
        "This browser does not say from which page it sends, so nothing was changed yet. "
        "What you typed or tapped is still here."
    )
    return _resend_page("Tap once more", sentence), 400


def too_many(error: TooMany) -> Response:
    return _later(429, str(error), "too_many", error.wait)


def read_only(_error: ReadOnly) -> Response:
    words = g.get("read_only") or "Nothing can be saved here just now."
    return _later(503, words, "read_only", _READ_ONLY_SECONDS)


def _later(status: int, words: str, code: str, seconds: int) -> Response:
    if for_program():
        answer = problem(status, words, code)
    elif request.method == "POST":
        sentence = f"{words} Nothing was changed yet. What you typed or tapped is still here."
        answer = make_response(_resend_page("Not just now", sentence), status)
    else:
        answer = refusal(status, words)
    answer.headers["Retry-After"] = str(seconds)
    return answer


def moved(error: Moved) -> Response:
    if for_program():
        return problem(410, f"This club has moved to {error.address}.", "moved", address=error.address)
    page = render_template("errors/moved.html", address=error.address, way=error.address + error.way)
    drop_copies()  # what the phone has kept of the club is no longer how it stands
    answer = never_kept(page)
    answer.status_code = 410
    return answer


def _resend_page(title: str, sentence: str) -> str:
    """A page that holds the form that was sent, as it was typed, and can send it once more."""
    typed = [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]
    return render_template(
        "errors/resend.html",
        title=title,
        sentence=sentence,
        action=request.full_path,
        typed=typed,
        files=[*request.files],
        csrf_token=generate_csrf(),
    )


def declined(error: Refused) -> Response:
    if for_program():
        fields = {"errors": {error.field: [str(error)]}} if error.field else {}
        return problem(error.status, str(error), error.code, **fields)
    return refusal(error.status, str(error))


def busy(error: Exception) -> Response:
    """The database is held by another program, or its disk takes no more: nothing was saved.

    503 with Retry-After where trying again is right, 507 where somebody has to make room first.
    """
    if is_busy(error):
        answer = refusal(503, "The server is busy just now. Nothing was changed; go back and tap again.")
        answer.headers["Retry-After"] = "1"
        return answer
    if fault := fault_of_disk(error, data_dir(current_app.config["DATABASE"])):
        g.fault = error
        if current_app.config["POCKET"]:
            return refusal(507, _PHONE_IS_FULL)
        what = fault.removeprefix("its ")
        return refusal(507, f"The server’s {what}. Nothing was saved; tell whoever runs this server.")
    return fail(error)


def damaged(error: Exception) -> Response:
    """The file is gone, or holds what no Scorekeeper has written; a fault of ours where it is neither."""
    if current_app.config["POCKET"] or not (isinstance(error, StoreError) or is_damage(error)):
        return fail(error)
    g.fault = error
    answer = refusal(
        503,
        "The server’s file is damaged or gone. Nothing was saved, and phones keep what they have. Whoever "
        "runs this server stops it and starts it again: then the newest copy is shown.",
    )
    answer.headers["Retry-After"] = str(_READ_ONLY_SECONDS)
    return answer


def fail(error: Exception) -> Response:
    """A fault of ours: logged under a number that the page shows, without internal details."""
    g.fault = error
    return refusal(
        500,
        "Something went wrong on our side. Nothing was saved. "
        f"If it happens again, tell us number {g.request_id}.",
    )


def refusal(code: int, sentence: str) -> Response:
    """A page with this sentence, or for a program the problem."""
    if for_program():
        return problem(code, sentence, HTTPStatus(code).phrase.lower().replace(" ", "_"))
    way = ""
    if code == 404 and request.view_args:  # what stood here may be gone: lead to what it was in
        way = _page_above(len(request.view_args) - 1)
        sentence += " Nothing was saved or changed." if request.method == "POST" else ""
    return make_response(render_template("errors/refused.html", code=code, sentence=sentence, way=way), code)


def init_app(app: Flask) -> None:
    app.register_error_handler(Refused, declined)
    app.register_error_handler(TooMany, too_many)
    app.register_error_handler(ReadOnly, read_only)
    app.register_error_handler(Moved, moved)
    app.register_error_handler(CSRFError, once_more)
    # Bare, because no URL of ours can be built for a foreign host name.
    words = "Scorekeeper does not answer at this address.\n"
    app.register_error_handler(SecurityError, lambda _: Response(words, 400, mimetype="text/plain"))
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(OperationalError, busy)
    for error in (EngineError, StoreError):
        app.register_error_handler(error, damaged)
    app.register_error_handler(UnstorableError, lambda _: refusal(400, _OWN_WORDS[400]))
    app.register_error_handler(Exception, fail)
