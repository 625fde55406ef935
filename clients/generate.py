"""Generate the parts of the clients that follow from `openapi.yaml`, and the web client's copy of the TypeScript core.

`python -m clients.generate` writes all files, and `python clients/generate.py types` what the Python client needs to
be imported, as building its package does. The types and the synchronous Python client are not committed. Tests compare
the files that are with fresh ones.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
OPENAPI = ROOT / "openapi.yaml"
TYPESCRIPT = ROOT / "clients" / "typescript"
PYTHON = ROOT / "clients" / "python"
WEB = ROOT / "api" / "web" / "lib" / "client"

PYTHON_TYPES = PYTHON / "src" / "dobon_client" / "types.py"
ASYNC = PYTHON_TYPES.with_name("_async")
PYTHON_PAGES = ASYNC / "pages.py"
SYNC = PYTHON_TYPES.with_name("_sync")
TYPESCRIPT_TYPES = TYPESCRIPT / "src" / "openapi.ts"

NOTICE = "Generated from openapi.yaml by `make clients`."
WEB_NOTICE = "// Compiled from clients/typescript/src by `make clients`.\n"

INSTALLED = TYPESCRIPT / "node_modules" / ".package-lock.json"
"""Written by npm after it has installed everything."""

METHODS = ("get", "post", "put", "patch", "delete")

Files = dict[Path, str]
"""Contents by path."""


def keyed_files() -> Files:
    """Return the modules of both clients that name the operations with idempotency keys."""
    names = list(keyed_operations())
    python = "".join(f"    {json.dumps(name)},\n" for name in names)
    head = f"Operations with idempotency keys. {NOTICE}"
    return {
        PYTHON_TYPES.with_name("_keyed.py"): f'"""{head}"""\n\nKEYED = (\n{python})\n',
        TYPESCRIPT_TYPES.with_name("keyed.ts"): f"// {head}\n\n"
        f"export const KEYED: readonly string[] = {json.dumps(names, indent=2)};\n",
    }


def web_files() -> Files:
    """Return the modules of the TypeScript client that the web client imports, directly or through others."""
    with tempfile.TemporaryDirectory() as scratch:
        run_node("typescript", "tsc", "--project", "src", "--noCheck", "--declaration", "false", "--outDir", scratch)
        compiled = {WEB / path.relative_to(scratch): path.read_text() for path in Path(scratch).rglob("*.js")}
    pages = [path for path in WEB.parents[1].rglob("*.js") if not path.is_relative_to(WEB)]
    waiting = [one for path in pages for one in imported(path, path.read_text())]
    found: Files = {}
    while waiting:
        path = waiting.pop()
        if path in compiled and path not in found:
            found[path] = WEB_NOTICE + compiled[path]
            waiting += imported(path, compiled[path])
    return found


def imported(module: Path, text: str) -> list[Path]:
    """Return the paths of the modules that a module imports."""
    names = re.findall(r'^(?:import|export|\}) .*"(\.[^"]+)"', text, re.MULTILINE)
    return [Path(os.path.normpath(module.parent / name)) for name in names]


def keyed_operations() -> Iterator[str]:
    """Yield `METHOD path` of each operation that takes an idempotency key."""
    description = yaml.safe_load(OPENAPI.read_text())
    for path, operations in description["paths"].items():
        for method in METHODS:
            parameters = operations.get("parameters", []) + operations.get(method, {}).get("parameters", [])
            if any(resolve(description, one)["name"] == "Idempotency-Key" for one in parameters):
                yield f"{method.upper()} {path}"


def resolve(description: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """Return a value of the description, or the component that it refers to."""
    while "$ref" in value:
        found: Any = description
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


def python_types() -> str:
    """Return the schemas as typed dictionaries."""
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "types.py"
        command = [
            *(sys.executable, "-m", "datamodel_code_generator", "--input", str(OPENAPI), "--output", str(target)),
            *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
            *("--target-python-version", "3.11", "--enum-field-as-literal", "all", "--no-use-closed-typed-dict"),
            *("--use-schema-description", "--disable-timestamp", "--formatters", "builtin"),
            *("--custom-file-header", f'"""Types of the API. {NOTICE}"""'),
        ]
        subprocess.run(command, check=True, capture_output=True, text=True)
        return target.read_text()


PAGES = '''"""Iteration over pages. Generated from openapi.yaml by `make clients`."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, ParamSpec, overload

from dobon_client import types
from dobon_client._async.paging import items

P = ParamSpec("P")


class AsyncPages:
    """Iteration over the items of operations that return pages."""

{overloads}
    def iterate(self, operation: Any, *args: Any, **kwargs: Any) -> Any:
        """Yield the items of all pages of an operation: `iterate(dobon.games.list, mine=True)` yields games."""
        return items(operation, *args, **kwargs)
'''
OVERLOAD = """    @overload
    def iterate(
        self, operation: Callable[P, Awaitable[types.{page}]], *args: P.args, **kwargs: P.kwargs
    ) -> AsyncIterator[types.{item}]: ...
"""


def python_pages() -> str:
    """Return the module that says which items each page has. A page has one list, and `next`."""
    schemas = yaml.safe_load(OPENAPI.read_text())["components"]["schemas"]
    overloads = []
    for page, schema in schemas.items():
        properties = schema.get("properties", {})
        if "next" in properties:
            [item] = [one["items"]["$ref"] for one in properties.values() if one.get("type") == "array"]
            overloads.append(OVERLOAD.format(page=page, item=item.rpartition("/")[2]))
    return PAGES.format(overloads="".join(overloads))


SYNCHRONOUS = (
    (r"\b(?:async|await) ", ""),
    (r"\bAwaitable\[([\w.]+)\]", r"\1"),
    (r"\bAsync(?=[A-Z])|\ba(?=(?:next|close|closing|read|iter_sse|iter_lines)\b)", ""),
    (r"\b__a(?=(?:enter|exit|iter|next)__)", "__"),
    (r"\basyncio\b", "time"),
    (r"\b_async\b", "_sync"),
)
"""Replacements that make synchronous code of asynchronous code."""


def python_sync() -> Files:
    """Return the modules of the synchronous client, made from those of the asynchronous one."""
    found = {}
    for path in sorted(ASYNC.glob("*.py")):
        text = path.read_text()
        for pattern, replacement in SYNCHRONOUS:
            text = re.sub(pattern, replacement, text)
        found[SYNC / path.name] = f"# Generated from _async/{path.name} by `make clients`.\n{text}"
    del found[SYNC / "__init__.py"]
    return found


def typescript_types() -> str:
    """Return the paths and schemas as TypeScript types. Raises `subprocess.CalledProcessError`."""
    with tempfile.TemporaryDirectory() as scratch:
        target = Path(scratch) / "openapi.ts"
        run_node("openapi-typescript", "openapi-typescript", str(OPENAPI), "--output", str(target))
        return target.read_text()


def run_node(package: str, program: str, *arguments: str) -> None:
    """Run a program of an installed npm package. Raises `subprocess.CalledProcessError`."""
    described = json.loads((TYPESCRIPT / "node_modules" / package / "package.json").read_text())
    script = TYPESCRIPT / "node_modules" / package / described["bin"][program]
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    command = [shutil.which("node") or "node", str(script), *arguments]
    subprocess.run(command, check=True, capture_output=True, text=True, cwd=TYPESCRIPT, env=environment)


def write(files: Files) -> None:
    """Write files where their content differs. Another process sees the old file or the whole new one."""
    for path, text in files.items():
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(exist_ok=True)
            new = path.with_name(f"{path.name}.{os.getpid()}")
            new.write_text(text)
            new.replace(path)
            print(path.relative_to(ROOT))


def write_python() -> None:
    """Write the parts of the Python client that are not committed."""
    write({PYTHON_TYPES: python_types(), PYTHON_PAGES: python_pages()})
    write(python_sync())


def main() -> None:
    """Write everything, or only what the Python client needs to be imported."""
    write_python()
    if sys.argv[1:] == ["types"]:
        return
    write({TYPESCRIPT_TYPES: typescript_types(), **keyed_files()})
    compiled = web_files()
    for stale in set(WEB.rglob("*.js")) - set(compiled):
        stale.unlink()
    write(compiled)


if __name__ == "__main__":
    main()
