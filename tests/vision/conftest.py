"""Without the extra `camera` there is nothing to test here, and every test says so."""

import pytest

pytest.importorskip("cv2", reason="the extra camera (opencv-python-headless) is not installed")
