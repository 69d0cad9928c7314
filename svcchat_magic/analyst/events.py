"""What an analyst does while it works, one value per event; the service turns them into messages."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from svcchat_magic.semantic.query.query import Rows


@dataclass(frozen=True, slots=True)
class Thought:
    """A sentence of reasoning, shown as `thinking`."""

    text: str


@dataclass(frozen=True, slots=True)
class MetaSearched:
    """The model was searched; `tables` are the hits in the shape of 2.5 (name, type, title, members)."""

    search_query: str
    tables: tuple[dict[str, object], ...]


@dataclass(frozen=True, slots=True)
class SqlStarted:
    """A query is about to run (2.6, input fields)."""

    call: int  # numbers the calls of one turn from 0; the finishing event carries the same
    sql: str
    title: str
    description: str
    user_request: str
    vega_spec: str = ""  # a Vega-Lite v5 specification without data, or empty
    memory_id: str = ""  # uuid of the earlier result this one follows from


@dataclass(frozen=True, slots=True)
class SqlFinished:
    """The query ran; `vega_spec` is given here because a chart is chosen from the result's shape."""

    call: int
    rows: Rows
    uuid: str
    vega_spec: str = ""


@dataclass(frozen=True, slots=True)
class SqlFailed:
    """The query was refused or failed; the turn goes on (7, tool errors)."""

    call: int
    error: str


@dataclass(frozen=True, slots=True)
class AnswerText:
    """A piece of the final answer, in Markdown; the pieces joined are the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the question is answered; it comes before the last AnswerText, and the last one counts.

    `choices` are what to ask instead: pairs of a label and a complete question. An analyst that cannot say
    whether it answered sends no outcome.
    """

    kind: Literal["answered", "clarify", "refused"]
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ModelUsed:
    """What one request to a language model has taken so far; a later event of the same `call` replaces it.

    The first comes before the request is sent, so that one that is stopped or never answered is counted
    too. Counts are in tokens as the provider counts them, None where it has not.
    """

    call: int  # numbers the requests of one turn from 0
    model: str
    input_tokens: int | None = None  # without those of the cache
    output_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_read_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Remembered:
    """What the next turn of the chat is given as `Task.remembered`; stored with the turn and never sent.

    It may hold rows, so it is given back only for the rights that it was made with.
    """

    content: bytes


Event: TypeAlias = (
    Thought
    | MetaSearched
    | SqlStarted
    | SqlFinished
    | SqlFailed
    | AnswerText
    | Outcome
    | ModelUsed
    | Remembered
)
