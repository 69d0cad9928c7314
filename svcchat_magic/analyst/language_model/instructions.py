"""The system text of a language model: how it works, what it may say, and the data model it asks."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from string import Template

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.language_model.prompt import ToolSpec
from svcchat_magic.semantic.model.model import Cube, Field, Model, View

_PROMPTS = Path(__file__).parent / "prompts"
_MOST_CHARACTERS = 24_000  # of the listed model; the rest is found by searching
_MOST_DESCRIBED = 160
_FEW, _MANY = 5, 6  # words by which a sentence is known: fewer may be anyone's


def instructions(task: Task, model: Model) -> str:
    """The system text for one question."""
    rules = " ".join(task.rules.split())
    return _template("system").substitute(
        account="the user",
        today=_day(task.today),
        rules=f"- The owner of the data says: {rules}" if rules else "",
        model=_listed(model),
    )


def repeats_instructions(sentence: str) -> bool:
    """Whether a sentence begins as one of these texts does: a value may ask a model to show them."""
    words = _words(sentence)
    return any(len(each) >= _FEW and words[: len(each)] == each for each in _beginnings())


@cache
def _beginnings() -> frozenset[tuple[str, ...]]:
    """The first words of each sentence, as far as the text is the same for every question."""
    texts = (_template(each).template.partition("$model")[0] for each in ("system", "actions"))
    sentences = (each for text in texts for each in re.split(r"[.;:?!]\s|\n", text))
    return frozenset(_words(each.partition("$")[0])[:_MANY] for each in sentences)


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d_]+", text.casefold()))


def action_instructions(tools: Iterable[ToolSpec]) -> str:
    """What a model without tool calls is told beside."""
    import json

    described = [
        f"{each.name}: {each.description}\n{json.dumps(each.parameters, separators=(',', ':'))}"
        for each in tools
    ]
    return _template("actions").substitute(tools="\n".join(described))


@cache
def _template(name: str) -> Template:
    return Template((_PROMPTS / f"{name}.md").read_text("utf-8"))


def _day(today: date) -> str:
    return f"{today:%A}, {today.isoformat()}"


def _listed(model: Model) -> str:
    """The tables with their members, as many as fit."""
    lines: list[str] = []
    size = 0
    for table in model.tables():
        for line in _table_lines(model, table):
            size += len(line) + 1
            if size > _MOST_CHARACTERS:
                return "\n".join([*lines, "(more tables and members: search with svcMeta)"])

            lines.append(line)

    return "\n".join(lines)


def _table_lines(model: Model, table: Cube | View) -> Iterator[str]:
    kind = "view" if isinstance(table, View) else "cube"
    yield f"{kind} {table.name}{_about(table.title, table.description)}"
    for each in model.fields(table.name):
        yield f"  {each.kind} {each.qualified} ({_type(each)}){_about(each.title, each.description)}"


def _type(field: Field) -> str:
    return field.agg_type or field.type


def _about(title: str, description: str) -> str:
    said = " - ".join(" ".join(each.split()) for each in (title, description) if each)
    return f": {said[:_MOST_DESCRIBED]}" if said else ""
