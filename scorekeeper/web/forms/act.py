"""The key that goes with every act on a match, and the small forms that need little else."""

import hashlib
import re
import secrets
from typing import Any

from flask import abort, g, request
from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.services.gate import IdempotencyKey
from scorekeeper.web.auth.access import visitor
from scorekeeper.web.forms.page_form import PageForm

NO_KEY = "The form came without its key. Open the match again."
NO_ACT = "The form came without its action. Open the page again."
NO_ROUND = "The form came without its round. Open the match again."
_KEY = r"[ -~]{1,64}\Z"  # plain characters; a key is stored with its entry
_SEEN = "seen-"  # how a key begins that is the same for all phones
_NOT_SAID = ("csrf_token", "key")  # not part of the content, so not of its fingerprint


def is_key(text: str) -> bool:
    """Whether a page or a phone may have made this key."""
    return re.fullmatch(_KEY, text) is not None


class KeyField(HiddenField):
    """The key that goes with an act: made by the phone, or of what the page shows; never typed."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(validators=[Regexp(_KEY, message=NO_KEY)], **rest)

    def process_formdata(self, valuelist: list[str]) -> None:
        """The key as this phone's own."""
        super().process_formdata([own_key(key) for key in valuelist])


class ActForm(PageForm):
    """A button that does one thing once, however often it is tapped."""

    key = KeyField()

    def sent_key(self) -> str:
        """The key of the submitted form, a new one if it has none; 400 for a key that no page makes."""
        key = self.key.data or new_key()
        if not is_key(key):
            abort(400, NO_KEY)
        return key

    def idempotency_key(self) -> IdempotencyKey:
        """The same, with the fingerprint of what came with it."""
        return idempotency_key_of(self.sent_key())


def chosen(field: str, *known: str) -> str:
    """Which of this form's acts was requested; anything else is refused, not guessed."""
    value = request.form.get(field, "")
    if value not in known:
        abort(400, NO_ACT)
    return value


def new_key() -> str:
    """The key with which the page that is being made offers its acts.

    A page that is kept for all phones says only what it shows. A phone's script makes a new key for each act;
    without one it is made when the act comes, see ``own_key``.
    """
    if "about" in g:
        _, version = g.about
        return f"{_SEEN}{'.'.join(map(str, version))}"
    return secrets.token_urlsafe(12)


def own_key(key: str) -> str:
    """The key of this phone's act: of what its page said that it shows, the same however often it comes."""
    if not key.startswith(_SEEN) or not is_key(key):
        return key
    return hashlib.sha256(f"{visitor().device} {request.path} {key}".encode()).hexdigest()[:32]


def idempotency_key_of(key: str) -> IdempotencyKey:
    """The key, with a fingerprint of the rest of this request's form and its address."""
    said = sorted((name, value) for name, value in request.form.items(multi=True) if name not in _NOT_SAID)
    return IdempotencyKey(key, hashlib.sha256(repr((request.path, said)).encode()).hexdigest())


def standing() -> int:
    """The version of the entry that the page refers to; 0, which no entry has, if it sent none."""
    return request.form.get("standing", 0, type=int)
