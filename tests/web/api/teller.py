"""A program that acts through the API, with a token that may and with lesser ones that may not."""

from dataclasses import dataclass
from typing import Any

from tests.web.api.acts import API_ACTS
from tests.web.api.test_api import Program
from tests.web.cast import Pub, fresh_key

LOWER = {"score": "watch", "manage": "score"}
COUNTS_WHAT_IS_KNOWN = "api_spreadsheets.take"
Answer = dict[str, Any]


@dataclass
class Teller:
    """Performs acts, each twice under one key, once a lesser token and an unknown field were refused."""

    pub: Pub

    def send(
        self, role: str, endpoint: str, body: Answer, at: dict[str, object], key: str | None = ""
    ) -> tuple[int, Answer]:
        with self.pub.app.test_request_context():
            path = self.pub.app.url_for(endpoint, club=self.pub.id, **at)
        token = Program(self.pub, role).token
        headers = {"Authorization": f"Bearer {token}"}
        headers |= {} if key is None else {"Idempotency-Key": key or fresh_key()}
        answer = self.pub.app.test_client().post(path, json=body, headers=headers)
        return answer.status_code, answer.get_json()

    def acted_on(self) -> dict[str, object]:
        return {name: rows for name, rows in self.pub.stored().items() if name != "devices"}

    def do(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> Answer:
        role, place = API_ACTS[endpoint], at or {}
        before = self.pub.facts()
        assert self.send(LOWER[role], endpoint, body, place)[0] == 403, endpoint
        assert self.pub.facts() == before, endpoint
        status, refused = self.send(role, endpoint, {**body, "nobody_knows": 1}, place)
        assert (status, refused["code"]) == (422, "form"), (endpoint, refused)
        kept, key = self.acted_on(), fresh_key()
        status, answer = self.send(role, endpoint, body, place, key)
        assert status in (200, 201), (endpoint, answer)
        now = self.acted_on()
        assert endpoint == "api_names.name_device" or now != kept, f"{endpoint}: nothing was stored"
        status, second = self.send(role, endpoint, body, place, key)  # its answer was lost
        assert status in (200, 201), (endpoint, second)
        assert second | {"replayed": False} == answer | {"replayed": False}, endpoint
        assert self.acted_on() == now, f"{endpoint}: done a second time"
        self.send_without_a_key(role, endpoint, body, place, answer)
        return answer

    def send_without_a_key(
        self, role: str, endpoint: str, body: Answer, at: dict[str, object], first: Answer
    ) -> None:
        """What may be sent without a key only says how things shall be: they are so, and nothing changes."""
        before = self.pub.facts()
        status, second = self.send(role, endpoint, body, at, key=None)
        if status != 400:
            same = {name: first[name] for name in first if name != "key"}
            assert (status, second) == (200, same) or endpoint == COUNTS_WHAT_IS_KNOWN, endpoint
            assert self.pub.facts() == before, f"{endpoint}: changed although nothing is otherwise"

    def read(self, path: str) -> Answer:
        answer: Answer = Program(self.pub, "manage").ask(path).get_json()
        return answer

    def refused(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> tuple[int, str]:
        """The status and the sentence of a refusal; checks that nothing is stored."""
        before = self.acted_on()
        status, answer = self.send(API_ACTS[endpoint], endpoint, body, at or {})
        assert self.acted_on() == before, endpoint
        return status, answer["detail"]
