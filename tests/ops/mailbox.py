"""A mail server on this machine that keeps what it is given."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default


class Mailbox(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as a client that sends mail needs; ``refusing`` answers each recipient with 550."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, *, refusing: bool = False) -> None:
        super().__init__(("0.0.0.0", 0), _Conversation)
        self.refusing = refusing
        self.mails: list[EmailMessage] = []

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Conversation(socketserver.StreamRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode().strip().upper():
            match line.split()[0]:
                case "QUIT":
                    self._say("221 bye")
                    return
                case "DATA":
                    self._say("354 go on")
                    self._take()
                    self._say("250 taken")
                case "RCPT" if self.server.refusing:
                    self._say("550 nobody of that name")
                case _:
                    self._say("250 good")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        mail = message_from_bytes(b"".join(lines), policy=default)
        assert isinstance(mail, EmailMessage)
        self.server.mails.append(mail)

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def mailbox(*, refusing: bool = False) -> Iterator[Mailbox]:
    with Mailbox(refusing=refusing) as box:
        threading.Thread(target=box.serve_forever, daemon=True).start()
        yield box
        box.shutdown()
