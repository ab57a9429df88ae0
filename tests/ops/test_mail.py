"""Mail goes by the operator's own server, in words, and never carries a password in the open."""

import pytest
from click.testing import CliRunner

from scorekeeper.cli.main import main
from scorekeeper.ops.mail import NotSent, send
from tests.ops.mailbox import mailbox


def test_a_mail_arrives_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with mailbox() as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        monkeypatch.setenv("SCOREKEEPER_SENDER", "scores@crown.example")
        send("ann@crown.example", "No copy – since Tuesday", "Zoë’s stick is full.\n")
    (mail,) = box.mails
    assert (mail["From"], mail["To"], mail["Subject"]) == (
        "scores@crown.example",
        "ann@crown.example",
        "No copy – since Tuesday",
    )
    assert mail.get_content().splitlines() == ["Zoë’s stick is full."]


@pytest.mark.parametrize(
    "server",
    [
        "",
        "mail.example.org",
        "smtp://name:hush@[mail",
        "smtp://name:hush@mail:many",
        "smtp://name:hush@127.0.0.1:9",
        "smtps://name:hush@127.0.0.1:9",
    ],
)
def test_a_server_that_is_not_there_is_said_without_its_password(
    monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SMTP", server)
    with pytest.raises(NotSent) as refused:
        send("ann@crown.example", "Copies", "All is well.")
    assert "hush" not in str(refused.value)


def test_a_recipient_that_is_refused_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with mailbox(refusing=True) as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        with pytest.raises(NotSent):
            send("nobody@crown.example", "Copies", "All is well.")
    assert box.mails == []


def test_a_line_break_in_a_subject_sends_no_second_header(monkeypatch: pytest.MonkeyPatch) -> None:
    with mailbox() as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        with pytest.raises(NotSent):
            send("ann@crown.example", "Copies\nBcc: everybody@else.example", "All is well.")
    assert box.mails == []


def test_a_password_goes_nowhere_without_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a name that is not known as this machine's own."""
    with mailbox() as box:
        url = box.url.replace("//127.0.0.1", "//name:hush@127.0.0.2")
        monkeypatch.setenv("SCOREKEEPER_SMTP", url)
        with pytest.raises(NotSent):
            send("ann@crown.example", "Copies", "All is well.")
    assert box.mails == []


def test_a_warning_goes_to_the_operator_or_says_what_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["warn", "The server keeps failing. It is started again."]
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, refused.output.startswith("Error: SCOREKEEPER_WARN")) == (3, True)
    monkeypatch.setenv("SCOREKEEPER_WARN", "landlord@crown.example")
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, refused.output.startswith("Error: SCOREKEEPER_SMTP")) == (3, True)
    with mailbox() as box:
        monkeypatch.setenv("SCOREKEEPER_SMTP", box.url)
        assert CliRunner().invoke(main, words).exit_code == 0
    (mail,) = box.mails
    assert mail["To"] == "landlord@crown.example"
    assert mail["Subject"].endswith(": The server keeps failing")
    assert mail.get_content().strip() == words[1]
