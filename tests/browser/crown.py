"""“The Crown” with its season, as ``scorekeeper demo`` makes it, on a server of its own."""

from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Page

from scorekeeper.cli.main import main
from tests.serving import ServerProcess


class Crown:
    """The demo club between ``open`` and ``close``; ``home`` is its page."""

    def __init__(self, database: Path) -> None:
        self.server = ServerProcess(database)
        self.home = ""
        self._links: dict[str, str] = {}

    def open(self) -> "Crown":
        self._run("demo")
        self.server.start()
        self.home = self.link("watch").partition("join")[0]
        return self

    def close(self) -> None:
        self.server.kill()

    def link(self, role: str) -> str:
        """The club's link for this role, as the terminal prints it; tests here never replace it."""
        if role not in self._links:
            self._links[role] = self._run("link", "--role", role, "--address", self.server.url).strip()
        return self._links[role]

    def come_in(self, phone: Page, role: str = "manage") -> None:
        """Open the club's link on this phone; it is on the club's page then."""
        phone.goto(self.link(role))

    def _run(self, command: str, *options: str) -> str:
        typed = [command, "--database", str(self.server.database), *options]
        done = CliRunner().invoke(main, typed, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout
