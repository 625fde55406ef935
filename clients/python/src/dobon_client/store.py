"""A store that survives the program."""

import json
from collections.abc import Iterator, MutableMapping
from pathlib import Path


class FileStore(MutableMapping[str, str]):
    """Texts by name in a JSON file, which is replaced as a whole with each change. Only its owner can read it."""

    def __init__(self, path: str | Path) -> None:
        """Use this file; it need not exist yet."""
        self._path = Path(path)

    def _read(self) -> dict[str, str]:
        try:
            found: dict[str, str] = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return found

    def _write(self, content: dict[str, str]) -> None:
        temporary = self._path.with_name(f"{self._path.name}.new")
        temporary.touch(mode=0o600)
        temporary.write_text(json.dumps(content), encoding="utf-8")
        temporary.replace(self._path)

    def __getitem__(self, name: str) -> str:
        return self._read()[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._write(self._read() | {name: value})

    def __delitem__(self, name: str) -> None:
        content = self._read()
        del content[name]
        self._write(content)

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())
