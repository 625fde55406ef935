"""QR codes as the path of an SVG."""

import re

import segno

from api.representations.qr import QUIET_ZONE, qr_code

ADDRESS = "https://play.example/account.html#link=7Q2M-9KXD-4TZB"


def test_the_path_draws_each_dark_module_once() -> None:
    code = qr_code(ADDRESS)
    drawn = [
        (int(left) + step - QUIET_ZONE, int(top) - QUIET_ZONE)
        for left, top, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code["path"])
        for step in range(int(length))
    ]
    matrix = segno.make_qr(ADDRESS, error="m").matrix
    assert sorted(drawn) == sorted((x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark)
    assert code["size"] == len(matrix) + 2 * QUIET_ZONE


def test_the_corners_have_the_patterns_that_readers_look_for() -> None:
    code = qr_code(ADDRESS)
    end = code["size"] - QUIET_ZONE - 7
    for left, top in ((QUIET_ZONE, QUIET_ZONE), (end, QUIET_ZONE), (QUIET_ZONE, end)):
        assert f"M{left} {top}h7v1h-7z" in code["path"]
