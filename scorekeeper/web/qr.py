"""QR codes of links."""

import io

import segno
from flask import Response


def qr_code(url: str) -> Response:
    """The code of ``url``, dark on white in every colour scheme for scanners; never cached."""
    image = io.BytesIO()
    segno.make(url, error="q", micro=False).save(
        image, kind="svg", border=4, scale=8, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    return Response(image.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})
