"""What every form of a page has in common."""

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import CombinedMultiDict


class PageForm(FlaskForm):
    """A form as a page sends it, also where all of it was left empty; never JSON."""

    class Meta(FlaskForm.Meta):
        csrf = False  # checked before every view: see web.http.csrf

    def __init__(self, formdata: Any = ..., **rest: Any) -> None:
        """What this request has sent, or ``formdata`` in its place."""
        if formdata is ...:
            sent: list[Any] = [request.files, request.form]
            formdata = CombinedMultiDict[str, Any](sent) if request.method == "POST" else None
        super().__init__(formdata=formdata, **rest)
