"""Ask every question of a file in a chat of its own, and judge the answers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from svcchat_magic.conversation.connecting.connection import serve
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import SvcchatError
from svcchat_magic.evaluation.question_file import Item
from svcchat_magic.evaluation.verdicts import Answered, Graded, judge
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.service.process.service_options import ServiceOptions, data_limits, with_analyst
from svcchat_magic.service.state.state_file import IN_MEMORY
from svcchat_magic.settings import Settings

_DEMO_DATA = Path(__file__).parent.parent / "demo" / "data"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the embedded service answers about, as `ServiceOptions` has it; without all, the demo shop."""

    model: Path | None = None
    data: object | None = None
    joined: Mapping[str, object] = field(default_factory=dict)  # tables by name, beside a model or the shop

    @property
    def tables(self) -> object:
        """What the expected SQL reads: the tables of the data, and those beside it by their own names."""
        is_demo = self.data is None and (self.model is None or not self.joined)
        own = _DEMO_DATA if is_demo else self.data
        if not self.joined:
            return own

        given = own if isinstance(own, (list, tuple)) else [own]
        return [*(each for each in given if each is not None), self.joined]


def grade(items: Sequence[Item], about: Asked, settings: Settings) -> tuple[Graded, ...]:
    """Ask and judge every question, those of one day by one service; in the order of the items.

    Raises ModelError, EngineError or SettingsError when the service cannot start.
    """
    limits = data_limits(settings)
    plain = ServiceOptions(
        model=about.model, data=about.data, joined=about.joined, state=IN_MEMORY, data_limits=limits
    )
    served = with_analyst(plain, settings)
    with closing(open_engine(about.tables, limits=limits)) as engine:
        answered = {
            item: answer
            for day in dict.fromkeys(item.now for item in items)
            for item, answer in _answers(items, day, settings, served)
        }
        return tuple(Graded(item, answered[item], judge(item, answered[item], engine)) for item in items)


def _answers(
    items: Sequence[Item], day: date | None, settings: Settings, served: ServiceOptions
) -> Iterator[tuple[Item, Answered]]:
    """The answers to the questions asked on one day."""
    with _conversation(settings, replace(served, today=day or settings.today)) as conversation:
        for item in items:
            if item.now == day:
                yield item, _answer(conversation, item)


@contextmanager
def _conversation(settings: Settings, served: ServiceOptions) -> Iterator[Conversation]:
    """A conversation with a service that ends with it; nothing is recorded or replayed."""
    connection = serve(settings.with_values(mode="live", record=False), served)
    try:
        with Conversation(connection.settings) as conversation:
            yield conversation
    finally:
        connection.close()


def _answer(conversation: Conversation, item: Item) -> Answered:
    """Ask in a new chat, after the questions before it."""
    conversation.forget()
    try:
        for question in item.after:
            conversation.ask(question)

        answer = conversation.ask(item.question)
    except SvcchatError as error:
        return Answered(error=str(error))

    said = Answered(text=answer.text, outcome=str(answer.outcome))
    if not answer.is_complete:
        return replace(said, error=answer.error or str(answer.status))

    if not answer.results:
        return said

    last = answer.results[-1]
    return replace(said, rows=last.rows, total_rows=last.total_rows)
