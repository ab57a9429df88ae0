"""A photo of a hand comes back as tiles to check: nothing is stored, and no other request waits."""

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request
from werkzeug.test import TestResponse

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")


from scorekeeper.vision.limits import MOST_BYTES
from scorekeeper.vision.worker import Worker
from scorekeeper.web.auth.rate_limit import RateLimit
from scorekeeper.web.camera import PHOTOS, allow_photo
from tests.databases import make_database
from tests.photos import photo_of, two_hands
from tests.web.cast import Phone, Pub, open_pub, record, sit_down
from tests.web.conftest import app_over

HAND = photo_of((6, 4), (5, 5), (1, 0))
PROGRAM = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def camera_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = app_over(tmp_path_factory.mktemp("camera"), CAMERA=True)
    app.extensions["camera"] = Worker(limit=60, patience=120)  # a machine that runs tests is a busy one
    yield app
    app.extensions["camera"].close()


@pytest.fixture
def crown(camera_app: Flask) -> Pub:
    return open_pub(camera_app, "The Crown")


def send(
    phone: Phone, path: str, photo: bytes = HAND, headers: dict[str, str] | None = None, **fields: object
) -> TestResponse:
    """Post the fields, and the photo if there is one, as a browser puts them together."""
    parts = [(f'name="{name}"', str(one).encode()) for name, said in fields.items() for one in _each(said)]
    if photo:
        parts.append(('name="photo"; filename="hand.jpg"', photo))
    form = b"--x\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n"
    body = b"".join(form % (about.encode(), value) for about, value in parts)
    kind = "multipart/form-data; boundary=x"
    return phone.client.post(
        path, data=body + b"--x--\r\n", content_type=kind, base_url=phone.base, headers=headers
    )


def _each(said: object) -> list[object]:
    return said if isinstance(said, list) else [said]


def read(crown: Pub, match: str, photo: bytes = HAND, **fields: object) -> TestResponse:
    return send(crown.manager, crown.at(match, "/photo"), photo, PROGRAM, **fields)


def test_the_tiles_of_a_photo_come_back_with_their_places(crown: Pub, match: str) -> None:
    answer = read(crown, match)
    assert answer.status_code == 200
    assert sorted(answer.json["tiles"]) == [[1, 0], [5, 5], [6, 4]]
    for seen in answer.json["seen"]:
        assert sorted(seen["tile"]) == sorted(numbers[0] for numbers in seen["likely"])
        assert seen["doubted"] == [False, False]


def test_no_photo_touches_the_disk(camera_app: Flask) -> None:
    """With two megabytes, which Werkzeug would otherwise write to a temporary file."""
    head = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="hand.jpg"\r\n\r\n'
    body = io.BytesIO(head + bytes(2_000_000) + b"\r\n--x--\r\n")
    with camera_app.test_request_context(
        "/c/a/matches/b/photo",
        method="POST",
        input_stream=body,
        content_type="multipart/form-data; boundary=x",
    ):
        allow_photo(None, None)
        stream = request.files["photo"].stream
        assert isinstance(stream, io.BytesIO)
        assert len(stream.read()) == 2_000_000


def test_a_photo_is_in_no_file_and_no_log(
    crown: Pub, camera_app: Flask, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    remark = b"a remark within the photo"
    marked = HAND[:2] + b"\xff\xfe" + (len(remark) + 2).to_bytes(2, "big") + remark + HAND[2:]
    with caplog.at_level("DEBUG"):
        assert read(crown, match, marked).status_code == 200
        assert read(crown, match, marked[:4000]).status_code == 422
    logged = caplog.text + "".join(capfd.readouterr())
    assert not any(words in logged for words in (remark.decode(), "hand.jpg", "JFIF"))
    files = [path for path in Path(camera_app.config["DATABASE"]).parent.rglob("*") if path.is_file()]
    assert files
    assert not any(remark in path.read_bytes() for path in files)


def test_tiles_in_other_hands_cannot_be_in_the_photo(crown: Pub, match: str) -> None:
    answer = read(crown, match, elsewhere=["5-5", "nonsense"])
    assert [5, 5] not in answer.json["tiles"]
    assert answer.json["sure"] is False


def test_where_the_photo_was_tapped_one_tile_is_read(crown: Pub, match: str) -> None:
    assert read(crown, match, x=0.43, y=0.6).json["tiles"] == [[5, 5]]
    assert len(read(crown, match, x="nan", y=0.5).json["tiles"]) == 3


def test_every_form_for_a_hand_offers_it_and_knows_what_the_double_blank_counts(crown: Pub) -> None:
    match = sit_down(crown, "draw_100", "Ann", "Bob", double_blank_value=10)
    record(crown, match, 0, {1: 35})
    for page in ("/rounds/new?out=0", "/hands/own", "/rounds/1"):
        form = crown.manager.open(crown.at(match, page))
        assert "Count a hand from a photo" in form.text
        assert form.html.count('rel="stylesheet"') == 1
    assert 'data-blank="10"' in crown.manager.open(crown.at(match, "/hands/own")).html


UNREAD = {
    b"": "Take or choose a photo",
    b"nothing of the kind": "not a photo that can be read",
    b"\0\0\0\x18ftypheic" + bytes(40): "damaged",
    HAND[:4000]: "damaged",
    b"\xff\xd8" + bytes(MOST_BYTES): "larger than",
    two_hands(): "perhaps two hands",
    photo_of((6, 6), (5, 4), (3, 2), (1, 1), (6, 0), (4, 3), (5, 2), (4, 0)): "more than one hand holds",
}


def test_what_cannot_be_read_is_refused_with_a_sentence(crown: Pub) -> None:
    match = sit_down(crown, "block", "Ann", "Bob", "Cy", "Dee")
    for photo, words in UNREAD.items():
        answer = read(crown, match, photo)
        assert (answer.status_code, words in answer.json["detail"]) == (422, True), answer.json["detail"]


def test_far_too_large_a_photo_is_not_even_read(crown: Pub, match: str) -> None:
    assert read(crown, match, bytes(MOST_BYTES + 2**20)).status_code == 413
    assert send(crown.manager, crown.at(match, "/rounds"), bytes(100_000)).status_code == 413


def test_only_scorers_may_send_a_photo(crown: Pub, match: str) -> None:
    watcher = crown.phone("watch")
    assert send(watcher, crown.at(match, "/photo"), headers=PROGRAM).status_code in (400, 403)
    del crown.manager.client.environ_base["HTTP_ORIGIN"]
    assert read(crown, match).status_code == 400


def test_a_phone_that_sends_too_many_is_asked_to_wait_and_others_are_not(crown: Pub, match: str) -> None:
    phone, other = crown.phone("score"), crown.phone("score")
    for _ in range(PHOTOS):
        assert send(phone, crown.at(match, "/photo"), b"not a photo", PROGRAM).status_code == 422
    answer = send(phone, crown.at(match, "/photo"), b"not a photo", PROGRAM)
    assert (answer.status_code, int(answer.headers["Retry-After"]) > 0) == (429, True)
    assert send(other, crown.at(match, "/photo"), b"not a photo", PROGRAM).status_code == 422


def test_a_phone_that_opens_the_link_again_and_again_has_what_its_club_has(
    crown: Pub, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(crown.app.extensions, "camera_limits", (RateLimit(PHOTOS, 600), RateLimit(3, 600)))

    def by_a_new_phone(pub: Pub, match: str) -> int:
        return send(pub.phone("score"), pub.at(match, "/photo"), b"not a photo", PROGRAM).status_code

    assert [by_a_new_phone(crown, match) for _ in range(4)] == [422, 422, 422, 429]
    ship = open_pub(crown.app, "The Ship")
    assert by_a_new_phone(ship, sit_down(ship, "draw_100", "Cy", "Di")) == 422


def test_without_script_the_tiles_come_back_ticked_and_what_was_typed_is_kept(crown: Pub, match: str) -> None:
    form = crown.manager.open(crown.at(match, "/rounds/new?out=0")).form_with("pips_1")
    fields: dict[str, object] = dict(form.filled(reason="", photo_seat=1, pips_1=7, boneyard=9, photo=None))
    answer = send(crown.manager, crown.at(match, "/photo/round"), **fields)
    page = crown.manager._show(answer, "")
    assert answer.status_code == 200
    assert "The photo shows" in page.text
    seen = page.form_with("pips_1")
    assert sorted(value for name, value in seen.fields if name == "tiles_1") == ["1-0", "5-5", "6-4"]
    assert (seen.value("pips_1"), seen.value("boneyard"), seen.value("out")) == ("", "9", "0")


def test_without_script_one_s_own_hand_is_ticked_too_and_nothing_stored(crown: Pub, match: str) -> None:
    before = crown.facts()
    answer = send(crown.manager, crown.at(match, "/photo/round"), key="k", round="1")
    assert "Say whose hand" in answer.get_data(as_text=True)
    answer = send(crown.manager, crown.at(match, "/photo/hand"), key="k", round="1", seat="1")
    form = crown.manager._show(answer, "").form_with("pips")
    assert sorted(value for name, value in form.fields if name == "tiles") == ["1-0", "5-5", "6-4"]
    assert form.value("seat") == "1"
    assert crown.facts() == before


def test_a_save_does_not_wait_for_a_photo(crown: Pub, match: str, camera_app: Flask) -> None:
    """The process that reads photos is stopped until the round is saved."""
    read(crown, match)
    process = camera_app.extensions["camera"]._process.pid
    os.kill(process, signal.SIGSTOP)
    reading = threading.Thread(target=read, args=(crown, match))
    try:
        reading.start()
        assert record(crown, match, 0, {1: 35}, phone=crown.phone("score")).status_code == 303
        assert reading.is_alive()
    finally:
        os.kill(process, signal.SIGCONT)
        reading.join()


STARTED = """
import sys
from pathlib import Path
from scorekeeper.app import create_app
app = create_app({"DATABASE": Path(sys.argv[1])})
camera = app.extensions["camera"]
print(app.config["CAMERA"], camera and camera._process, {"cv2", "numpy"} & set(sys.modules))
"""


@pytest.mark.parametrize("installed", [True, False])
def test_where_nothing_is_set_the_extra_switches_it_on_and_costs_nothing_until_a_photo_comes(
    tmp_path: Path, installed: bool
) -> None:
    database = make_database(tmp_path / "scorekeeper.db")
    hidden = "" if installed else "import sys; sys.modules['cv2'] = None\n"
    unset = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_CAMERA"}
    command = [sys.executable, "-c", hidden + STARTED, database]
    said = subprocess.run(command, env=unset, capture_output=True, text=True, check=True).stdout
    seen = "set()" if installed else "{'cv2'}"  # hidden, not loaded
    assert said == f"{installed} None {seen}\n"


@pytest.mark.parametrize("wanted", [False, True, None], ids=["switched off", "wanted in vain", "without"])
def test_where_no_photo_can_be_read_none_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool | None
) -> None:
    if wanted is not False:
        monkeypatch.setitem(sys.modules, "cv2", None)  # as if it were not installed
    crown = open_pub(app_over(tmp_path, CAMERA=wanted), "The Anchor")
    match = sit_down(crown, "draw_100", "Ann", "Bob")
    for page in ("/rounds/new?out=0", "/hands/own"):
        assert "photo of" not in crown.manager.open(crown.at(match, page)).text.lower()
    answer = read(crown, match)
    assert (answer.status_code, "dominoes-scorekeeper[camera]" in answer.text) == (404, wanted is True)
