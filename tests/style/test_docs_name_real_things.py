"""Files, functions and links that the documentation names exist.

Code spans are read: `path/to/file.py`, `path/to/file.py: Class.method`, `Class.method`, and dotted names such as
`domain.running.self_play`.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "api" / "web").rglob("*.md")])
HISTORY = "CHANGELOG.md"
"""Names what earlier versions had."""

_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_FILE = re.compile(
    r"(?P<path>(?:api|infra|domain|prove|bench|tests|docs)(?:/[\w.-]+)+\.(?:py|js|css|html|md|json|toml))"
    r"(?:: (?P<name>[A-Za-z_][\w.]*))?"
)
_FOLDER = re.compile(r"(?:api|infra|domain|prove|bench|tests|docs)(?:/[\w.-]+)*/?")
_DOTTED = re.compile(r"(?!.*\.(?:js|css|md)$)(?:api|infra|domain|prove|bench|tests)(?:\.\w+)+")
_METHOD = re.compile(r"[A-Z]\w*[a-z]\w*\.[a-z_]\w*")
_LINK = re.compile(r"\]\((?!https?://)([^)\s#]*)(?:#([^)\s]*))?\)")


@cache
def names(path: Path) -> frozenset[str]:
    """Return the names that a module defines, those inside of classes as `Class.name`."""
    found: set[str] = set()

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    found.add(prefix + name)
                case ast.ClassDef(name=name, body=inner):
                    found.add(prefix + name)
                    collect(inner, f"{prefix}{name}.")
                case ast.Assign(targets=targets):
                    found.update(prefix + target.id for target in targets if isinstance(target, ast.Name))
                case ast.AnnAssign(target=ast.Name(id=name)):
                    found.add(prefix + name)
                case ast.ImportFrom(names=imported):
                    found.update(prefix + (alias.asname or alias.name) for alias in imported)

    collect(ast.parse(path.read_text("utf-8")).body, "")
    return frozenset(found)


@cache
def methods() -> frozenset[str]:
    """Return the methods and fields of all classes as `Class.name`."""
    modules = (path for layer in ("api", "infra", "domain", "prove", "bench") for path in (ROOT / layer).rglob("*.py"))
    return frozenset(name for module in modules for name in names(module) if "." in name)


def is_defined(dotted: str) -> bool:
    """Tell whether a dotted name is a package, a module, or something that a module defines."""
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:count])
        module = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
        if module.is_file():
            return count == len(parts) or ".".join(parts[count:]) in names(module)
    return False


def mistakes(text: str, page: Path) -> list[str]:
    """Return what a page names that does not exist."""
    found = []
    plain = _FENCE.sub("", text)
    for span in _SPAN.findall(plain):
        if file := _FILE.fullmatch(span):
            path, name = ROOT / file["path"], file["name"]
            if not path.is_file() or (name and name not in names(path)):
                found.append(span)
        elif _FOLDER.fullmatch(span) and "/" in span:
            found += [] if (ROOT / span).exists() else [span]
        elif _DOTTED.fullmatch(span):
            found += [] if is_defined(span) else [span]
        elif _METHOD.fullmatch(span):
            found += [] if span in methods() else [span]
    for target, anchor in _LINK.findall(plain):
        path = page.parent / target if target else page
        if not path.exists() or (anchor and path.suffix == ".md" and anchor not in anchors(path)):
            found.append(f"({target}{'#' * bool(anchor)}{anchor})")
    return found


@cache
def anchors(path: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as GitHub builds them."""
    headings = re.findall(r"^#+ +(.+?) *$", _FENCE.sub("", path.read_text("utf-8")), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_everything_that_a_page_names_exists(page: Path) -> None:
    if page.name != HISTORY:
        assert mistakes(page.read_text("utf-8"), page) == []


def test_a_missing_file_function_module_or_link_is_found() -> None:
    page = ROOT / "README.md"
    good = "`domain/game/game.py: view` `domain/game/game.py` `domain.game.game.Game.copy` `domain/dobon/` `Game.copy`"
    assert mistakes(good + " [x](docs/README.md)", page) == []
    for bad in (
        "`domain/nothing.py`", "`domain/game/game.py: nothing`", "`domain/game/game.py: Game.nothing`", "`domain.nothing`",
        "`domain.game.game.nothing`", "`domain/nothing/`", "`Game.nothing`", "[x](docs/nothing.md)", "[x](docs/operations.md#nothing)",
    ):  # fmt: skip
        assert mistakes(bad, page), bad


def imported_packages(layer: str, package: str) -> set[str]:
    """Return the packages and modules of a layer that one of them imports."""
    place = ROOT / layer / package
    sources = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    modules = {
        name
        for source in sources
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    }
    return {parts[1] for name in modules if (parts := name.split("."))[0] == layer and len(parts) > 1} - {package}


@pytest.mark.parametrize("layer", ["api", "infra"])
def test_the_map_of_the_packages_has_every_import(layer: str) -> None:
    """Each import between packages of the map follows its arrows, in one step or several."""
    drawn = re.search(
        rf"^ *subgraph {layer}\n(.*?)^ *end$", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.MULTILINE
    )
    assert drawn
    arrows = re.findall(r"^ *(\w+)(?:\[.*?\])? --> (\w+)", drawn[1], re.MULTILINE)
    below = {name: {other for one, other in arrows if one == name} for arrow in arrows for name in arrow}
    for _ in below:
        below = {name: others.union(*(below[other] for other in others)) for name, others in below.items()}
    packages = {place.name for place in (ROOT / layer).iterdir() if (place / "__init__.py").is_file()}
    assert packages <= below.keys()
    assert not [name for name in below if name in below[name]], "the arrows go in a circle"
    wrong = {name: imported_packages(layer, name) & below.keys() - below[name] for name in below}
    assert {name: found for name, found in wrong.items() if found} == {}
