"""A mail server on this machine (aiosmtpd) that keeps what it is given."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.postgres import free_port


class Mailbox:
    """``refusing`` answers each recipient with 550; everything ``slowly``, after so many seconds."""

    def __init__(self, *, refusing: bool = False) -> None:
        self.refusing = refusing
        self.slowly = 0.0
        self.mails: list[EmailMessage] = []
        self.url = ""

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        await asyncio.sleep(self.slowly)
        if self.refusing:
            return "550 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 good"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.original_content or b"", policy=default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.append(mail)
        return "250 taken"


@contextmanager
def mailbox(*, refusing: bool = False) -> Iterator[Mailbox]:
    box = Mailbox(refusing=refusing)
    controller = Controller(box, hostname="0.0.0.0", port=free_port())
    controller.start()
    try:
        box.url = f"smtp://127.0.0.1:{controller.port}"
        yield box
    finally:
        controller.stop()
