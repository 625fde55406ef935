"""Check the English of comments, docstrings, Markdown and messages: `python -m tests.style.prose [PATH ...]`.

The word list in `prose.toml` names phrases that readers stumble over, each with a better wording and a reason.
Prose lines may have at most 120 characters; tables, code and links may be longer.
"""

import ast
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIDTH = 120
DEFAULT = ("api", "infra", "domain", "prove", "bench", "tests", "docs", *(path.name for path in ROOT.glob("*.md")))

_PRAGMA = re.compile(r"#\s*(noqa|type:|fmt:|pragma:|mypy:|ruff:|!)")
_SPEAKING = re.compile(r"Problem|Refused|Sentence|Kind|print|add_argument|add_parser|ArgumentParser|\w*(Error|Exit)")
"""Calls whose string arguments people read."""
_SPOKEN = {"help", "description", "summary", "detail", "epilog"}
"""Keywords and keys whose strings people read."""

_LITERAL = re.compile(
    r"""[a-z]*(?P<quotes>\"{3}|'{3}|"|')(?P<words>(?:\\.|(?!(?P=quotes)).)*)(?P=quotes)""", re.DOTALL | re.IGNORECASE
)
"""A string of Python with its prefix and its quotes."""

_SCRIPT = re.compile(
    r"""(?P<comment>/\*.*?\*/|(?<![\\/:])//[^\n]*)"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
    r"""|(?<=[=(,:!&|?\[])\ ?/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/""",
    re.DOTALL | re.VERBOSE,
)
"""A comment, or a string, template or regular expression that may hold what looks like one."""
_MARKERS = re.compile(r"^[ \t]*(?:#:?|//+|/?\*+)|\*/", re.MULTILINE)
_FENCE = re.compile(r"^ *(`{3,}|~{3,}).*?^ *\1[^\n]*$", re.DOTALL | re.MULTILINE)
_INDENTED = re.compile(r"(?<=\n\n)(?: {4}(?![-*+] |\d+\. )[^\n]*\n+)+")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"\]\([^)\s]*\)|<?https?://\S+|<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the word list. `pattern` ignores case, and a space in it matches any white space."""

    pattern: re.Pattern[str]
    instead: str
    reason: str
    found: list[str]
    "Sentences that the pattern finds."
    fine: list[str]
    "Near ones that it lets pass."


@dataclass(frozen=True, slots=True)
class Passage:
    """Text that people read, the number of its first line, and whether the width of its lines counts."""

    line: int
    text: str
    wrapped: bool = True


def _entries() -> tuple[Entry, ...]:
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    patterns = (re.compile(one["pattern"].replace(" ", r"\s+"), re.IGNORECASE) for one in data["entry"])
    return tuple(Entry(**one | {"pattern": pattern}) for one, pattern in zip(data["entry"], patterns, strict=True))


ENTRIES = _entries()


def _blank(text: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", text[0])


def _without_code(text: str) -> str:
    """Return the text with code and links blanked; each piece of code leaves an x, so that sentences stay whole."""
    return _LINK.sub(_blank, _CODE.sub(lambda code: "x" + _blank(code)[1:], _FENCE.sub(_blank, text)))


def _is_spoken(parent: ast.AST, node: ast.expr) -> bool:
    """Tell whether a string is a message: an argument of a speaking call, or the description of a field."""
    match parent:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return _SPEAKING.fullmatch(name) is not None
        case ast.keyword(arg=name):
            return name in _SPOKEN
        case ast.Dict(keys=keys, values=values):
            return any(
                isinstance(k, ast.Constant) and k.value in _SPOKEN
                for k, v in zip(keys, values, strict=True)
                if v is node
            )
    return False


def _python(source: str, *, all_strings: bool) -> Iterator[Passage]:
    lines = source.splitlines(keepends=True)
    for parent in ast.walk(ast.parse(source)):
        for node in ast.iter_child_nodes(parent):
            text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
            documents = isinstance(parent, ast.Expr)
            if text and isinstance(node, ast.expr) and (documents or all_strings or _is_spoken(parent, node)):
                if documents:
                    literal = "".join(lines[node.lineno - 1 : node.end_lineno])
                else:
                    literal = ast.get_source_segment(source, node) or ""
                # Quotes are removed, because a sentence begins after them; a prefix belongs to the opening quote.
                yield Passage(node.lineno, _LITERAL.sub(r" \g<words> ", literal), wrapped=documents)
    start, block = 0, ""
    for token in tokenize.generate_tokens(iter(lines).__next__):
        if token.type == tokenize.COMMENT and not _PRAGMA.match(token.string):
            if token.start[0] == start + block.count("\n") + 1 and not token.line[: token.start[1]].strip():
                block += "\n"
            else:
                yield Passage(start, _MARKERS.sub(_blank, block))
                start, block = token.start[0], ""
            block += token.string
    yield Passage(start, _MARKERS.sub(_blank, block))


def _script(source: str) -> Iterator[Passage]:
    line, block, end = 0, "", 0
    for found in _SCRIPT.finditer(source):
        if found["comment"]:
            gap = source[end : found.start()]
            if block and not gap.strip() and gap.count("\n") == 1:
                block += gap + found[0]
            else:
                yield Passage(line, _MARKERS.sub(_blank, block))
                line, block = source.count("\n", 0, found.start()) + 1, found[0]
            end = found.end()
    yield Passage(line, _MARKERS.sub(_blank, block))


def _texts(source: str) -> Iterator[Passage]:
    for text in re.finditer(r'"((?:\\.|[^"\\\n])*)"', source):
        yield Passage(source.count("\n", 0, text.start()) + 1, text[1], wrapped=False)


def _markdown(source: str) -> Iterator[Passage]:
    line = 1
    for block in re.split(
        r"(\n(?:[ \t]*\n)+|\n(?=[ \t]*(?:[-*|#]|\d+\.) ))", _INDENTED.sub(_blank, _FENCE.sub(_blank, source))
    ):
        table = block.lstrip().startswith("|")
        text = re.sub(r"^[ \t]*(?:[-*>#]+|\d+\.) |\*\*|\|", _blank, block, flags=re.MULTILINE)
        yield Passage(line, text, wrapped=not table)
        line += block.count("\n")


def passages(path: Path, source: str) -> Iterator[Passage]:
    """Yield the passages of a file that people read; files named `*.en.js` hold the English texts of the web client."""
    if path.suffix == ".py":
        yield from _python(source, all_strings="texts" in path.parts)
    elif path.suffix in {".js", ".css"}:
        yield from _script(source)
        yield from _texts(source) if path.name.endswith(".en.js") else ()
    else:
        yield from _markdown(source)


def findings(path: Path, source: str) -> list[tuple[int, str]]:
    """Return numbers of lines with what to write instead, in the order of the lines."""
    found: set[tuple[int, str]] = set()
    lines = source.splitlines()
    for passage in passages(path, source):
        text = _without_code(passage.text)
        for entry in ENTRIES:
            for match in entry.pattern.finditer(text):
                number = passage.line + text.count("\n", 0, match.end() - len(match[0].lstrip()))
                found.add((number, f'"{" ".join(match[0].split())}": write {entry.instead} ({entry.reason})'))
        for number, words in enumerate(passage.text.splitlines() if passage.wrapped else (), passage.line):
            width = len(lines[number - 1])
            if words.strip() and width > WIDTH and "://" not in lines[number - 1]:
                found.add((number, f"{width} characters: break the line at {WIDTH}"))
    return sorted(found)


def main(arguments: list[str]) -> int:
    """Print findings of the given files and folders, or of all; return 1 if there are any."""
    count = 0
    for root in map(Path, arguments or [str(ROOT / name) for name in DEFAULT]):
        files = sorted(root.rglob("*")) if root.is_dir() else [root]
        for path in files:
            if path.suffix in {".py", ".js", ".css", ".md"} and not path.name.endswith(".ja.md"):
                shown = path.resolve().relative_to(ROOT) if path.resolve().is_relative_to(ROOT) else path
                for line, message in findings(path, path.read_text("utf-8")):
                    print(f"{shown}:{line}: {message}")  # noqa: T201
                    count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
