"""The prose check finds what its word list names, where people read it, and nothing near it."""

import re
from pathlib import Path

import pytest

from tests.style import prose

BAD = "Whoever asks."
LONG = "word " * 25


def _lines(name: str, source: str) -> list[int]:
    return [line for line, _ in prose.findings(Path(name), source)]


@pytest.mark.parametrize("entry", prose.ENTRIES, ids=lambda entry: entry.pattern.pattern[:40])
def test_each_entry_finds_its_examples_and_lets_near_ones_pass(entry: prose.Entry) -> None:
    for example in entry.found:
        assert entry.pattern.search(example), example
    for example in entry.fine:
        assert not entry.pattern.search(example), example


@pytest.mark.parametrize("entry", prose.ENTRIES, ids=lambda entry: entry.pattern.pattern[:40])
def test_each_entry_has_examples_a_better_wording_and_a_reason(entry: prose.Entry) -> None:
    assert entry.found
    assert entry.fine
    assert entry.instead
    assert entry.reason


def test_docstrings_and_comments_of_python_are_read() -> None:
    assert _lines(
        "a.py", f'"""{BAD}"""\n\nx = 1\n"""{BAD}"""\n# {BAD}\ndef f():\n    """Return.\n\n    {BAD}\n    """\n'
    ) == [1, 4, 5, 9]


def test_ordinary_strings_of_python_are_not_read() -> None:
    assert _lines("a.py", f'x = "{BAD}"\ny = f(z, "{BAD}")\n') == []


@pytest.mark.parametrize(
    "code",
    [
        'raise Problem("code", "{}")',
        'raise ValueError(f"{{x}}: {}")',
        'console.print("{}")',
        'parser.add_argument("--to", help="{}")',
        'x = {{"description": "{}"}}',
    ],
)
def test_messages_are_read(code: str) -> None:
    assert _lines("a.py", code.format(BAD) + "\n") == [1]


@pytest.mark.parametrize(
    "code",
    [
        'raise ValueError("Whoever")',
        "raise ValueError('Whoever')",
        'raise ValueError(rf"A word, Whoever" f" asks {x}")',
        'raise ValueError(f"A word, {x} " "Whoever")',
    ],
)
def test_a_word_before_the_closing_quote_is_read_whole(code: str) -> None:
    (passage,) = [one for one in prose.passages(Path("a.py"), code) if "Whoever" in one.text]
    assert re.search(r"\bWhoever\b", passage.text)
    assert not re.search("['\"]|\\b[rf]+\\b", passage.text)


def test_every_string_of_the_words_of_refusals_is_read() -> None:
    assert _lines("api/texts/codes/games.py", f'RULES = {{"code": ("{BAD}", 1)}}\n') == [1]


def test_a_phrase_is_found_across_the_lines_of_a_comment() -> None:
    assert _lines("a.py", "# This is kept for\n# good.\n") == [1]
    assert _lines("a.js", "// This is kept for\n// good.\n") == [1]
    assert _lines("a.md", "This is kept for\ngood.\n") == [1]


def test_comments_of_scripts_and_styles_are_read_and_strings_are_not() -> None:
    assert _lines(
        "a.js", f'/** {BAD} */\nconst a = "// {BAD}"; // {BAD}\nconst b = /["/*]/;\nconst c = `\n// {BAD}`;\n'
    ) == [1, 2]
    assert _lines("a.css", f'/* Fine.\n   {BAD} */\na::before {{ content: "{BAD}"; }}\n') == [2]


def test_english_texts_of_the_web_client_are_read() -> None:
    assert _lines("a.en.js", f'export default {{\n  "a": "{BAD}",\n}};\n') == [2]


def test_code_and_links_in_markdown_are_not_read() -> None:
    assert _lines("a.md", f"```\n{BAD}\n```\n\n`whoever` [a](whoever.md)\n\nhttps://example.org/whoever\n") == []
    assert _lines("a.md", f"Fine:\n\n    {BAD}\n\n    {BAD} {LONG}\n\n{BAD}\n") == [7]


def test_lists_headings_and_tables_of_markdown_are_read() -> None:
    assert _lines("a.md", f"# {BAD}\n\n- {BAD}\n- fine\n1. {BAD}\n\n| {BAD} |\n|---|\n| {BAD} |\n") == [1, 3, 5, 7, 9]


@pytest.mark.parametrize(
    ("name", "source"), [("a.md", "{}"), ("a.py", '"""{}"""'), ("a.py", "# {}"), ("a.js", "// {}")]
)
def test_prose_has_at_most_120_characters_a_line(name: str, source: str) -> None:
    assert _lines(name, source.format(LONG)) == [1]
    assert _lines(name, source.format(LONG[:100])) == []


def test_tables_code_and_links_may_be_longer() -> None:
    assert _lines("a.md", f"| {LONG} |\n\n```\n{LONG}\n```\n\nhttps://example.org/{LONG}\n") == []
    assert _lines("a.py", f'x = "{LONG}"\n') == []


def test_a_finding_names_the_phrase_and_a_better_one() -> None:
    [(_, message)] = prose.findings(Path("a.md"), "It is kept for\ngood.\n")
    assert message.startswith('"for good": write "permanently"')


def test_findings_are_printed_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text(f"Fine.\n\n{BAD}\n", "utf-8")
    (tmp_path / "b.ja.md").write_text(BAD, "utf-8")
    assert prose.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith(f"{tmp_path / 'a.md'}:3: ")
    (tmp_path / "a.md").unlink()
    assert prose.main([str(tmp_path)]) == 0
