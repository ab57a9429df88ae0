"""Templates stay readable: no line is longer than 120 characters."""

from scorekeeper.config import asset_folder

TEMPLATES = asset_folder("templates")


def test_no_line_of_a_template_is_too_long() -> None:
    files = [file for file in TEMPLATES.rglob("*") if file.is_file()]
    assert len(files) > 50
    long = [
        f"{file.relative_to(TEMPLATES)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []
