"""A page as a browser without JavaScript shows it: its text, links and forms."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNREAD = {"script", "style"}
# Our own pages are well-formed, so this reads them, in half the time of Python’s parser of any page.
WITHIN_UNREAD = re.compile(r"(<(script|style)\b[^>]*>).*?(</\2>)", re.S)
PIECE = re.compile(
    r"""<(/?)([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|<!--.*?-->|<![^>]*>|([^<]+)""", re.S
)
ATTRIBUTE = re.compile(r"""([^\s="'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")


@dataclass
class Form:
    """A form as shown; ``fields`` are what would be sent, ``buttons`` its named buttons."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Its text, with single spaces."""
        return with_single_spaces(self.said)

    def filled(self, **typed: object) -> list[tuple[str, str]]:
        """The fields with these values filled in; None leaves one out."""
        kept = [(name, value) for name, value in self.fields if name not in typed]
        return kept + [(name, str(value)) for name, value in typed.items() if value is not None]

    def value(self, name: str) -> str | None:
        return dict(self.fields).get(name)


def with_single_spaces(pieces: list[str]) -> str:
    return " ".join(" ".join(pieces).split())


class Page:
    """An answer, parsed on first use; ``text`` is all of its visible text."""

    def __init__(self, path: str, status: int, html: str) -> None:
        self.path, self.status, self.html = path, status, html
        if "data-bad" in html:
            assert self._parsed, "whatever is at fault is in sight"

    @cached_property
    def _parsed(self) -> "_Parser":
        return _Parser(self.path, self.html)

    @property
    def forms(self) -> list[Form]:
        return self._parsed.forms

    @property
    def links(self) -> list[tuple[str, str]]:
        return self._parsed.links

    @property
    def described(self) -> dict[str, str]:
        """For each id of a description, the name of the field it describes."""
        return self._parsed.described

    @property
    def tags(self) -> list[tuple[str, dict[str, str]]]:
        return self._parsed.tags

    @property
    def text(self) -> str:
        return with_single_spaces(self._parsed.words)

    def by_id(self, id: str) -> str:
        """The text of the element with this id; empty where there is none."""
        return with_single_spaces(self._parsed.by_id.get(id, []))

    def fault(self, name: str) -> str:
        """The sentence beside the field of this name; empty where nothing is wrong with it."""
        return self.by_id(f"{name}-error")

    def faults(self) -> dict[str, str]:
        """Every field that has a sentence beside it."""
        ids = [id for id in self._parsed.by_id if id.endswith("-error")]
        return {id.removesuffix("-error"): self.by_id(id) for id in ids}

    def form_with(self, *names: str) -> Form:
        """The first form that has all these fields or buttons."""
        for form in self.forms:
            if set(names) <= {name for name, _ in [*form.fields, *form.buttons]}:
                return form
        raise AssertionError(f"{self.path} has no form with {names}: {self.text}")

    def form_saying(self, words: str) -> Form:
        """The first form with these words in its text."""
        for form in self.forms:
            if words in form.words:
                return form
        raise AssertionError(f"{self.path} has no form that says “{words}”: {self.text}")

    def link_saying(self, words: str) -> str:
        for saying, href in self.links:
            if words in saying:
                return href
        raise AssertionError(f"{self.path} has no link that says “{words}”: {self.links}")

    def link_to(self, end: str) -> str:
        """The link whose address ends so."""
        for _, href in self.links:
            if href.endswith(end):
                return href
        raise AssertionError(f"{self.path} has no link to {end}: {self.links}")


class _Parser:
    def __init__(self, path: str, html: str) -> None:
        self.path = path
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.described: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.by_id: dict[str, list[str]] = {}
        self._open: list[tuple[str, str, bool]] = []  # each with its id, and whether nobody sees it
        self._off = False  # in a group of fields that is disabled
        self._folds: list[bool] = []  # the folds around, and whether each is closed
        self._unread = 0  # how many of the open elements are invisible
        self._form: Form | None = None
        self._select = ""
        self._chosen = False
        self._href: str | None = None
        self._link_words: list[str] = []
        for ends, tag, has, text in PIECE.findall(WITHIN_UNREAD.sub(r"\1\3", html)):
            if text:
                self._data(unescape(text))
            elif ends:
                self._end(tag.lower())
            elif tag:
                self._start(
                    tag.lower(),
                    {name.lower(): unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(has)},
                )
                if has.endswith("/"):
                    self._end(tag.lower())

    def _start(self, tag: str, values: dict[str, str]) -> None:
        self.tags.append((tag, values))
        if tag == "details":
            self._folds.append("open" not in values)
        fault = "data-bad" in values or "error" in values.get("class", "").split()
        assert not (fault and any(self._folds)), f"{self.path}: folded away: {values}"
        if tag not in VOID:
            unseen = tag in UNREAD or "hidden" in values
            self._open.append((tag, values.get("id", ""), unseen))
            self._unread += unseen
            if "id" in values:
                self.by_id[values["id"]] = []
        if values.get("aria-describedby"):
            self.described[values["aria-describedby"]] = values.get("name", "")
        if self._form is not None or tag == "form":
            self._start_form_part(tag, values)
        if tag == "a" and "href" in values:
            self._href, self._link_words = values["href"], [values.get("aria-label", "")]

    def _start_form_part(self, tag: str, values: dict[str, str]) -> None:
        if tag == "form":
            self._form = Form(values.get("action") or self.path, values.get("method", "get"))
            self.forms.append(self._form)
        assert self._form is not None
        name = "" if self._off else values.get("name", "")
        if tag == "fieldset":
            self._off = "disabled" in values
        elif (
            tag == "input"
            and name
            and (values.get("type") not in ("radio", "checkbox") or "checked" in values)
        ):
            self._form.fields.append((name, values.get("value", "on")))
        elif tag == "button" and name:
            self._form.buttons.append((name, values.get("value", "")))
        elif tag == "select":
            self._select, self._chosen = name, self._form.value(name) is not None
        elif tag == "option" and self._select and (not self._chosen or "selected" in values):
            self._form.fields = [pair for pair in self._form.fields if pair[0] != self._select]
            self._form.fields.append((self._select, values.get("value", "")))
            self._chosen = True

    def _end(self, tag: str) -> None:
        if any(tag == open_tag for open_tag, *_ in reversed(self._open)):
            closed = ""
            while closed != tag:
                closed, _, unseen = self._open.pop()
                self._unread -= unseen
        if tag == "form":
            self._form = None
        elif tag == "fieldset":
            self._off = False
        elif tag == "details":
            self._folds.pop()
        elif tag == "select":
            self._select = ""
        elif tag == "a" and self._href is not None:
            self.links.append((with_single_spaces(self._link_words), self._href))
            self._href = None

    def _data(self, data: str) -> None:
        if self._unread or data.isspace():
            return
        self.words.append(data)
        for _, id, _ in self._open:
            if id:
                self.by_id[id].append(data)
        if self._form is not None:
            self._form.said.append(data)
        if self._href is not None:
            self._link_words.append(data)
