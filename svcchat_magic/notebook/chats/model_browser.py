"""`%chat model`: list the tables of the data model, or search its members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from svcchat_magic.notebook.chats.model_found import (
    FoundMember,
    KnownModel,
    known_model,
    members_found,
    slips_in,
)
from svcchat_magic.notebook.display.answer_pieces import EDGE, MONO, MUTED, SMALL, STATUS_LINE, counted
from svcchat_magic.notebook.display.safe_text import escaped
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.display.live_piece import Bundle
    from svcchat_magic.protocol.model_description import (
        DescribedHierarchy,
        DescribedMember,
        DescribedTable,
    )
    from svcchat_magic.settings import Settings

MOST_SHOWN = 30
MOST_DESCRIPTION = 300
_QUOTES = " \"'“”‘’„«»"  # allowed around a phrase, and ignored


def model_bundle(kernel: KernelState, settings: Settings, words: str) -> Bundle:
    """The tables, or with `words` the members found, as the configured user may see them.

    Raises RequestRefused if nothing is known of the model, and what requesting it raises.
    """
    words = words.strip(_QUOTES)
    known = known_model(kernel.chats.conversation(settings).model, kernel.answers.kept)
    return found_bundle(members_found(known.tables, words), words, known) if words else tables_bundle(known)


def tables_bundle(known: KnownModel) -> Bundle:
    """Every table with its title, its description and how many members it has."""
    rows = [(table.title, _table_facts(table), table.description, "") for table in known.tables]
    measures = (member.title for table in known.tables for member in table.members if member.agg_type)
    word = next(measures, "revenue").lower()
    hint = f"To search, write %chat model WORDS, for example %chat model {_line(word)}"
    if known.questions:
        hint = f"Ask for example: {' · '.join(known.questions)}. {hint}"

    return _bundle(rows, known.note, counted(len(rows), "table"), hint)


def found_bundle(found: Sequence[FoundMember], words: str, known: KnownModel) -> Bundle:
    """The members found, each with its type, its description and how to ask for it."""
    rows = [
        (
            each.member.title,
            _member_facts(known, each),
            each.member.description,
            _how_to_ask(each.table, each.member),
        )
        for each in found[:MOST_SHOWN]
    ]
    heading = f"Nothing found for “{words}”; %chat model lists the tables."
    if found:
        slips = slips_in(known.tables, words).items()
        read_as = "".join(f", reading “{typed}” as “{meant}”" for typed, meant in slips)
        heading = f"{counted(len(found), 'member')} found for “{words}”{read_as}"

    hint = ""
    if len(found) > MOST_SHOWN:
        hint = f"and {len(found) - MOST_SHOWN:,} more; add a word to narrow the search"

    return _bundle(rows, known.note, heading, hint)


_Row = tuple[str, str, str, str]  # title, facts, description, how to ask
_ROW = f"padding:4px 0 5px {EDGE};max-width:70ch"


def _bundle(rows: Sequence[_Row], note: str, heading: str, hint: str) -> Bundle:
    html = "".join(f'<div style="{STATUS_LINE}">{escaped(line)}</div>' for line in (heading, note) if line)
    html += "".join(map(_row_html, rows))
    html += f'<div style="{STATUS_LINE}">{escaped(hint)}</div>' if hint else ""
    lines = [heading, *([note] if note else []), *(line for row in rows for line in _row_lines(row))]
    return {"text/html": html, "text/plain": "\n".join(map(visible, [*lines, *([hint] if hint else [])]))}


def _row_html(row: _Row) -> str:
    title, facts, description, asking = row
    html = (
        f'<div style="{_ROW}"><span style="font-size:14px;font-weight:600">{escaped(title)}</span>'
        f' <span style="{MUTED};{SMALL}">· {escaped(facts)}</span>'
    )
    if description:
        html += f'<div style="{SMALL}">{escaped(_short(description))}</div>'

    if asking:
        html += f'<div style="{SMALL};{MUTED}">ask: <span style="{MONO}">{escaped(asking)}</span></div>'

    return f"{html}</div>"


def _row_lines(row: _Row) -> list[str]:
    title, facts, description, asking = row
    rest = [_short(description), f"ask: {asking}" if asking else ""]
    return [f"{_line(title)}  ({_line(facts)})", *(f"  {line}" for line in rest if line)]


def _table_facts(table: DescribedTable) -> str:
    folders = f"folders {', '.join(each.name for each in table.folders)}" if table.folders else ""
    drills = ", ".join(_drill(table, each) for each in table.hierarchies)
    facts = (table.name, counted(len(table.members), "member"), folders, drills)
    return " · ".join(part for part in facts if part)


def _drill(table: DescribedTable, hierarchy: DescribedHierarchy) -> str:
    """A hierarchy with its levels, the coarsest first."""
    titles = {member.name: member.title for member in table.members}
    return f"{hierarchy.title}: {' > '.join(titles.get(level, level) for level in hierarchy.levels)}"


def _member_facts(known: KnownModel, found: FoundMember) -> str:
    member = found.member
    names = ", ".join(each.member.name for each in (found, *found.elsewhere))
    kind = (
        f"measure ({member.agg_type})" if member.agg_type else "" if not known.is_described else member.type
    )
    listed = ", ".join(found.table.lists_of(member.name))
    return " · ".join(part for part in (names, found.tables, kind, listed) if part)


def _how_to_ask(table: DescribedTable, member: DescribedMember) -> str:
    """A question with the member in it: a measure by a dimension of its table."""
    wants_measure = not member.agg_type
    fitting = (
        each for each in table.members if bool(each.agg_type) == wants_measure and each.type != "boolean"
    )
    partner = next((each for each in fitting if wants_measure or each.type == "string"), None)
    asked = [member] if partner is None else [partner, member] if wants_measure else [member, partner]
    return f"%ask {' by '.join(_line(each.title or each.name) for each in asked).lower()}"


def _short(text: str) -> str:
    line = _line(text)
    return line if len(line) <= MOST_DESCRIPTION else f"{line[:MOST_DESCRIPTION].rstrip()} …"


def _line(text: str) -> str:
    return " ".join(text.split())
