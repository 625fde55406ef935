"""Where the files of a public log are: a server, a mirror, or a folder."""

from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from domain.transparency.tiles import WIDTH, Tile, split_hashes

SECONDS = 10.0
"""Timeout of a request."""

MOST_BYTES = 1 << 20
"""No file of a log of heads is larger."""


class LogSource:
    """The files of a public log, by their names below the address or folder, such as `checkpoint`."""

    def __init__(self, place: str) -> None:
        """`place` begins with `http://` or `https://`, or is a folder."""
        self._place = place.rstrip("/")
        self._is_address = place.startswith(("http://", "https://"))

    def read(self, name: str) -> bytes:
        """Return the content of a file. Raises `OSError`; `FileNotFoundError` if it does not exist."""
        if not self._is_address:
            return (Path(self._place) / name).read_bytes()
        address = f"{self._place}/{name}"
        try:
            with urlopen(Request(address, headers={"Accept": "*/*"}), timeout=SECONDS) as answer:  # noqa: S310 - http
                data: bytes = answer.read(MOST_BYTES + 1)
        except HTTPError as problem:
            problem.close()
            kind = FileNotFoundError if problem.code in (404, 410) else OSError
            raise kind(f"{address}: {problem.code} {problem.reason}") from problem
        except HTTPException as problem:
            raise OSError(f"{address}: {problem!r}") from problem
        if len(data) > MOST_BYTES:
            raise OSError(f"{address}: larger than {MOST_BYTES} bytes")
        return data

    def hashes(self, tile: Tile) -> list[bytes]:
        """Return the hashes of a tile. Raises `OSError` and `BadTile`.

        A mirror that has the full tile may have deleted the partial one.
        """
        try:
            data = self.read(f"tile/{tile.name}")
        except FileNotFoundError:
            if tile.width == WIDTH:
                raise
            data = self.read(f"tile/{tile.full.name}")
        return split_hashes(data, tile)
