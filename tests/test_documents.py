"""Everything that code and tests refer to is in the repository: sections, rules, pages, paths and anchors."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas
import pytest

from tests.marks import marked

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
CODE = sorted(
    file
    for pattern in ("svcchat_magic/**/*.py", "svcchat_magic/embed/*.js", "tests/**/*.py")
    for file in ROOT.glob(pattern)
)
RULES = tomllib.loads((ROOT / "tests/contract_rules.toml").read_text(encoding="utf-8"))

# A place in the contract is written as "4.1", "2.2 rule 1", "section 7" or "5". A number may be much else: a
# citation stands in brackets, begins a docstring, or follows a word that leads to a section.
_PLACE = r"[1-9](?:\.[1-9])?(?: rule [1-9])?"
_PLACES = rf"{_PLACE}(?:(?:, | and | to ){_PLACE})*"
_CITED = (
    re.compile(rf"\(({_PLACES})(?:\)|, [a-z ]+\))"),
    re.compile(rf"^({_PLACES})[:,]"),
    re.compile(rf"(?:\b[Ss]ections? |\b(?:of|by|see|that) (?=\d\.\d))({_PLACES})(?![.\d])"),
    re.compile(r"\b([1-9](?:\.[1-9])? rule [1-9])"),
)
# What contract_rules.toml calls a rule that the contract says in a sentence and not in a table's row.
_SENTENCES = {
    *("abortUrl", "echo", "objects", "progress", "toolCall", "ephemeral", "order", "finalAnswer", "allRows"),
    *("headers", "replies", "response", "channel", "reserved", "tools", "toolErrors", "version"),
    *("persistedUsers", "embedUsers", "ephemeralLifetime", "resultRows", "isStreaming"),
}


class Section(NamedTuple):
    """What stands under a numbered heading, down to the next one."""

    rules: frozenset[str]
    rows: frozenset[str]


def contract() -> dict[str, Section]:
    text = (DOCS / "contract.md").read_text(encoding="utf-8")
    parts = re.split(r"^##+ (.+)$", text, flags=re.MULTILINE)
    return {
        number[1]: Section(
            frozenset(re.findall(r"^(\d)\. ", body, re.MULTILINE)),
            frozenset(re.findall(r"^\| `?([\w.\[\]]+)`? \|", body, re.MULTILINE)),
        )
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
        if (number := re.match(r"([1-9](?:\.[1-9])?)\.? ", title))
    }


CONTRACT = contract()


def words_of(file: Path) -> Iterator[str]:
    """The docstrings and comments of a file, each as one line."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        yield from (" ".join(found.split()) for found in re.findall(r"//(.+)", text))
        return

    holders = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, holders))
    yield from (" ".join(said.split()) for node in nodes if (said := ast.get_docstring(node)))
    yield from re.findall(r"# (.+)$", text, re.MULTILINE)


def cited() -> Iterator[tuple[str, str]]:
    """Each file with a place of the contract that it cites."""
    for file in CODE:
        name = file.relative_to(ROOT).as_posix()
        for said in words_of(file):
            lists = (found for pattern in _CITED for found in pattern.findall(said))
            yield from ((name, each) for found in lists for each in re.findall(_PLACE, found))


def is_there(place: str) -> bool:
    section, _, rule = place.partition(" rule ")
    return section in CONTRACT and (not rule or rule in CONTRACT[section].rules)


def rule_is_there(section: str, name: str) -> bool:
    if section not in CONTRACT:
        return False

    found = CONTRACT[section]
    if re.fullmatch(r"\d", name):
        return name in found.rules

    row = name.removeprefix("input.").replace("cubes.", "cubes[].").replace("members.", "members[].")
    return name in _SENTENCES or row in found.rows


def test_every_place_of_the_contract_that_is_cited_is_in_the_contract():
    places = list(cited())

    assert len(places) > 150  # the patterns find what there is
    assert {"2.2 rule 1", "4.1", "2.6", "7"} <= {place for _, place in places}
    assert [each for each in places if not is_there(each[1])] == []


def test_every_decision_that_is_cited_has_its_page():
    texts = {file: file.read_text(encoding="utf-8") for file in CODE if file != Path(__file__)}
    named = {
        (file.name, name) for file, text in texts.items() for name in re.findall(r"decisions/([\w-]+)", text)
    }

    assert len(named) > 30
    assert [each for each in sorted(named) if not (DOCS / f"decisions/{each[1]}.md").is_file()] == []


def test_nothing_cites_a_document_that_is_not_here():
    elsewhere = re.compile(r"\brulings? \d|\b(?:spec|design)/[\w-]+\.md")
    pages = [*PAGES, ROOT / "README.md", *(ROOT / ".github").glob("*.md")]
    cites = [
        (file.relative_to(ROOT).as_posix(), found)
        for file in [*CODE, *pages]
        for found in elsewhere.findall(file.read_text(encoding="utf-8"))
    ]

    assert cites == []


def test_every_marked_rule_is_in_the_contract():
    marks = {re.sub(r":.*", "", mark) for mark in marked("rule")}
    numbered = re.compile(r"(.+)\.(\d)")

    missing = [
        mark
        for mark in sorted(marks - CONTRACT.keys())
        if not ((found := numbered.fullmatch(mark)) and rule_is_there(*found.groups()))
    ]

    assert len(marks) > 20
    assert missing == []


def test_every_listed_rule_is_in_the_contract_and_every_section_is_listed():
    missing = [
        (section, name) for section in RULES for name in RULES[section] if not rule_is_there(section, name)
    ]

    assert missing == []
    assert CONTRACT.keys() - RULES.keys() == {"2", "4"}  # which have sub-sections alone


def test_every_field_and_status_of_the_contract_is_a_listed_rule():
    headings = {"field", "name", "status", "limit", "externalId"}
    unlisted = [
        (number, row)
        for number, section in CONTRACT.items()
        for row in section.rows - headings - {"---"}
        if number != "8" and not _is_listed(number, row)
    ]

    assert unlisted == []


def _is_listed(section: str, row: str) -> bool:
    name = row.replace("[]", "")
    return bool({name, f"input.{name}"} & RULES[section].keys())


def test_every_file_that_a_page_names_exists():
    files = {file.name for room in ("svcchat_magic", "tests") for file in (ROOT / room).rglob("*.*")}
    missing = [
        (page.name, named)
        for page in PAGES
        for named in re.findall(r"`([\w./-]+)`", page.read_text(encoding="utf-8"))
        if not _is_a_file(named, files)
    ]

    assert missing == []


def is_program(path):
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_every_program_that_a_page_names_exists():
    missing = [
        (page.name, module)
        for page in PAGES
        for module in re.findall(r"python -m (tests\.[\w.]*[a-z_])\b", page.read_text(encoding="utf-8"))
        if not is_program(ROOT / module.replace(".", "/")) and not module.endswith(".campaigns")
    ]

    assert missing == []


def _is_a_file(named: str, files: set[str]) -> bool:
    """Whether what looks like a path is there; a bare name may stand in any room, as rooms change."""
    if re.match(r"(svcchat_magic|tests)/", named):
        return (ROOT / named).exists()

    return not re.fullmatch(r"\w+\.(py|js)", named) or named in files


def test_every_test_that_a_page_names_exists():
    tests = {
        node.name
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    missing = [
        (page.name, name)
        for page in PAGES
        for name in re.findall(r"`(test_\w+)`", page.read_text(encoding="utf-8"))
        if name not in tests
    ]

    assert missing == []


def test_every_link_between_pages_leads_somewhere():
    pages = [*PAGES, ROOT / "README.md", *(ROOT / ".github").glob("*.md")]
    broken = [(page.name, link) for page in pages for link in links(page) if not leads(page, link)]

    assert broken == []


def test_every_page_is_in_an_index():
    index = {(DOCS / link.split("#")[0]).resolve() for link in links(DOCS / "README.md")}
    decisions = {(DOCS / "decisions" / link).resolve() for link in links(DOCS / "decisions/README.md")}

    left_out = [page for page in PAGES if page.name != "README.md" and page not in index | decisions]

    assert left_out == []


def links(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"(`+).+?\1", "", text)
    found = re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r'(?:srcset|src)="([^"]+)"', prose)
    return [link for link in found if "://" not in link]


def leads(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return target.exists() and (not anchor or anchor in anchors(target))


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get where it is shown."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.case("Z17")
def test_the_documents_say_what_pandas_itself_displays():
    said = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    option = re.search(r'pd\.set_option\("([\w.]+)", False\)', said)

    assert "MathJax" in said
    assert option is not None
    assert pandas.get_option(option[1]) in {True, False}, "pandas has no such option any more"
