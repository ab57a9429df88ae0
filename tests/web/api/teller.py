"""Programs that act through the API, with a token that may and with lesser ones that may not."""

from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from tests.web.api.acts import API_ACTS
from tests.web.cast import Pub, fresh_key

LOWER = {"score": "watch", "manage": "score"}
COUNTS_WHAT_IS_KNOWN = "api_spreadsheets.take"
Answer = dict[str, Any]


@dataclass
class Program:
    """A script with the secret of one of the club's links."""

    pub: Pub
    role: str = "score"

    @property
    def token(self) -> str:
        return self.pub.link(self.role).rsplit("/", 1)[1]

    def ask(self, path: str = "", token: str | None = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return self.pub.app.test_client().get(f"/api/v1/clubs/{self.pub.id}{path}", headers=headers)

    def send(self, path: str, body: Any, key: str = "") -> TestResponse:
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or fresh_key()}
        under = path.removeprefix("../") if path.startswith("../") else f"matches/{path}".rstrip("/")
        address = f"/api/v1/clubs/{self.pub.id}/{under}"
        return self.pub.app.test_client().post(address, json=body, headers=headers)


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

    def do(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> Answer:
        role, place = API_ACTS[endpoint], at or {}
        kept, key = self.pub.facts(), fresh_key()
        assert self.send(LOWER[role], endpoint, body, place)[0] == 403, endpoint
        status, refused = self.send(role, endpoint, {**body, "nobody_knows": 1}, place)
        assert (status, refused["code"]) == (422, "form"), (endpoint, refused)
        assert self.pub.facts() == kept, f"{endpoint}: stored although it was refused"
        status, answer = self.send(role, endpoint, body, place, key)
        assert status in (200, 201), (endpoint, answer)
        now = self.pub.facts()
        assert endpoint == "api_names.name_device" or now != kept, f"{endpoint}: nothing was stored"
        status, second = self.send(role, endpoint, body, place, key)  # its answer was lost
        assert status in (200, 201), (endpoint, second)
        assert second | {"replayed": False} == answer | {"replayed": False}, endpoint
        # What may be sent without a key only says how things shall be: they are so, and nothing changes.
        status, third = self.send(role, endpoint, body, place, key=None)
        if status != 400:
            same = {name: answer[name] for name in answer if name != "key"}
            assert (status, third) == (200, same) or endpoint == COUNTS_WHAT_IS_KNOWN, endpoint
        assert self.pub.facts() == now, f"{endpoint}: done a second time"
        return answer

    def read(self, path: str) -> Answer:
        answer: Answer = Program(self.pub, "manage").ask(path).get_json()
        return answer

    def refused(self, endpoint: str, at: dict[str, object] | None = None, **body: Any) -> tuple[int, str]:
        before = self.pub.facts()
        status, answer = self.send(API_ACTS[endpoint], endpoint, body, at or {})
        assert self.pub.facts() == before, endpoint
        return status, answer["detail"]
