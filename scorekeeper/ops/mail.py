"""Mail by the operator's own SMTP server, where one is set; nothing is sent where none is."""

import smtplib
import socket
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from scorekeeper.config import mail_settings

_HERE = ("localhost", "127.0.0.1", "::1")
_PATIENCE = 20  # seconds that the server may take for each of its answers


class NotSent(Exception):
    """The mail did not go; ``str(error)`` says why, without the password."""


def send(to: str, subject: str, text: str, ends: str | None = None) -> None:
    """Send a plain mail by ``SCOREKEEPER_SMTP``; raises ``NotSent``. ``ends``: the page that ends such mails.

    ``smtps://`` is TLS from the start; ``smtp://`` changes to TLS where the server offers it, and sends a
    password in no other way but to this machine itself.
    """
    asked = mail_settings()
    try:
        place = urlsplit(asked.server)
        port = place.port
    except ValueError:
        place, port = urlsplit(""), None
    if place.scheme not in ("smtp", "smtps") or not place.hostname:
        raise NotSent("SCOREKEEPER_SMTP is not set, or not like smtps://name:password@mail.example.org.")
    sender = asked.sender or f"scorekeeper@{place.hostname}"
    try:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if ends:
            message["List-Unsubscribe"] = f"<{ends}>"
        message.set_content(text)
        with _server(place.scheme, place.hostname, port) as server:
            if place.username:
                server.login(unquote(place.username), unquote(place.password or ""))
            server.send_message(message)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise NotSent(f"{place.hostname} took no mail: {type(error).__name__}.") from error


def tell_operator(words: str) -> None:
    """Mail whoever ``SCOREKEEPER_WARN`` names; the first sentence is the subject. Raises ``NotSent``."""
    asked = mail_settings()
    if not asked.warned:
        raise NotSent("SCOREKEEPER_WARN is not set, so nobody gets this mail.")
    first = words.partition(". ")[0].rstrip(".")
    send(asked.warned, f"Scorekeeper on {socket.gethostname()}: {first}", f"{words}\n")


def _server(scheme: str, host: str, port: int | None) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port or 465, timeout=_PATIENCE, context=context)
    server = smtplib.SMTP(host, port or 587, timeout=_PATIENCE)
    server.ehlo()
    if server.has_extn("starttls"):
        server.starttls(context=context)
        server.ehlo()
    elif host not in _HERE:
        server.close()
        raise smtplib.SMTPNotSupportedError("no TLS")
    return server
