"""QR codes of links."""

import io

import segno
from flask import Response


def qr_code(url: str) -> Response:
    """The code of ``url``, dark on white whatever the scheme: scanners want it so. Nobody may keep it."""
    image = io.BytesIO()
    segno.make(url, error="q", micro=False).save(
        image, kind="svg", border=4, scale=8, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(image.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
