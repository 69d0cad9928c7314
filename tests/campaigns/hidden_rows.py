"""Two databases that differ only in rows a viewer may not see: whatever the viewer asks must come out alike.

What is compared is all that can be told from an answer: rows and their order, totals, columns, error or none,
and the error's sentence. Beside it, plain questions are held against an oracle that joins row by row.
"""

import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path as File

from svcchat_magic.errors import SvcchatError
from svcchat_magic.semantic.engines.engines import ClosableEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.writing.row_fence import RULE_NOT_FENCED
from svcchat_magic.service.process.server import RunningService
from tests.campaigns.rule_data import engines_over, random_data, without_hidden, without_joined
from tests.campaigns.rule_joins import joined_statement, table_of
from tests.campaigns.rule_outcomes import DOORS, MOST_ROWS, Ask, Outcome, found_rows, outcome, values
from tests.campaigns.rule_rows import (
    OF_ALL_GROUPS,
    Data,
    Joined,
    Sight,
    joined_rows,
    measured,
    resolved,
    value_of,
)
from tests.campaigns.rule_service import DOORS as SERVICE_DOORS
from tests.campaigns.rule_service import Door, as_sent, by_any, random_words, serving
from tests.campaigns.rule_shapes import Path, Shape, Shown, as_yaml, random_shape
from tests.campaigns.rule_statements import TESTS, Asked, plain_statement, random_statement
from tests.campaigns.rule_users import Rules, random_rules, random_viewer

SCENES_A_MODEL = 3
QUESTIONS_A_SCENE = 15
PLAIN_SHARE = 0.2
JOINS_SHARE = 0.2  # of the others: tables joined on columns
PLAIN_OF_VIEW = 0.5  # where a view has rules of its own, for these bind to its paths
CONTROL_EACH = 10  # so many questions share one control with the rules taken out
SERVED_SHARE = 0.06  # of the scenes: over HTTP a question takes five times as long
WORDS_SHARE = 0.4  # of the questions over HTTP that may be asked of any table
MAX_SHOWN = 5
OF_THE_MODEL = ("decoded", "scaled", "doubled", "product", "risky")  # members that compute, and may fail

_TOO_LONG = "took longer than the database may work"  # the limit holds whatever the rows are

Both = Callable[[Asked], Sequence[Outcome]]  # asks both databases


@dataclass(frozen=True)
class Scene:
    """One viewer over one model, the rows, and the rows that this viewer must not tell from them."""

    model: Model
    bare: Model  # without rules
    sight: Sight
    data: Data
    other: Data
    table: str  # that is asked, or "" for whichever
    always: tuple[Path, ...]  # of which every question reads a dimension
    is_served: bool  # asked over HTTP

    @property
    def viewer(self) -> Viewer:
        return self.sight.viewer

    def question(self, chance: random.Random) -> Asked:
        shape = self.sight.shape
        ruled = [table for table, policy in self.sight.rules.items() if policy is not None]
        table = self.table or chance.choice([*shape.views, *shape.cubes, *ruled * 2])
        if self.is_served and not self.table and chance.random() < WORDS_SHARE:  # they may ask any table
            return Asked(table, "", words=random_words(chance, shape, table))

        if not self.always and chance.random() < (PLAIN_OF_VIEW if self.table else PLAIN_SHARE):
            return plain_statement(chance, shape, table)

        if not self.always and chance.random() < JOINS_SHARE:
            tables = [self.table] if self.table else [*shape.views, *shape.cubes]
            named = next(each.name for each in shape.shown(table) if each.member.type == "string")
            joined = joined_statement(chance, [table_of(shape, each) for each in tables])
            return Asked(table, joined, named=named)

        return random_statement(chance, shape, table, self.always)


def run_hidden(count: int, seed: int, *, is_shown: bool = True, kind: str = "duckdb") -> Counter[str]:
    """Ask so many questions of both databases, DuckDB's or PostgreSQL's; what came of it."""
    chance = random.Random(seed)
    judge = _Judge(MAX_SHOWN if is_shown else 0)
    while judge.tally["asked"] < count:
        for scene in _scenes(chance):
            with ExitStack() as ending:
                both = (scene.data, scene.other)
                engines = ending.enter_context(engines_over(scene.sight.shape, both, kind))
                doors = _doors(scene, engines, ending)
                for _ in range(min(QUESTIONS_A_SCENE, count - judge.tally["asked"])):
                    judge.ask(scene, scene.question(chance), chance.choice(doors), engines)

    return judge.tally


def _doors(scene: Scene, engines: Sequence[ClosableEngine], ending: ExitStack) -> Sequence[Both]:
    """The ways to ask both databases; some scenes are asked over HTTP."""
    if not scene.is_served:
        doors = [ask for ask in DOORS if ask is not values or not scene.always]  # it reads one member alone
        return [partial(_asked_directly, ask, scene.model, scene.viewer, engines) for ask in doors]

    services = [ending.enter_context(serving(scene.model, engine)) for engine in engines]
    return [partial(_asked_of_services, door, scene.viewer, services) for door in SERVICE_DOORS]


def _asked_directly(
    ask: Ask, model: Model, viewer: Viewer, engines: Sequence[ClosableEngine], asked: Asked
) -> list[Outcome]:
    return [outcome(ask, model, engine, viewer, asked) for engine in engines]


def _asked_of_services(
    door: Door, viewer: Viewer, services: Sequence[RunningService], asked: Asked
) -> list[Outcome]:
    return [("reply", *by_any(door, service, viewer, asked)) for service in services]


class _Judge:
    """Counts what came of the questions, and prints the first that went wrong in each way."""

    def __init__(self, shown: int) -> None:
        self.tally: Counter[str] = Counter()
        self._shown = shown

    def ask(self, scene: Scene, asked: Asked, both: Both, engines: Sequence[ClosableEngine]) -> None:
        mine, theirs = both(asked)
        self.tally["asked"] += 1
        self.tally[str(mine[0])] += 1
        self.tally["with rows"] += mine[0] == "rows" and bool(
            mine[-2] if isinstance(mine[-1], int) else mine[-1]
        )
        if mine != theirs:
            self._note("told apart", scene, asked, mine, theirs)
            self.tally[f"told apart: {mine[0]} or {theirs[0]}"] += 1

        if mine[0] == "uncaught":
            self._note("uncaught", scene, asked, mine, theirs, counts=False)

        if _is_fault(mine) and not any(name in asked.sql for name in OF_THE_MODEL):
            self._note("faults", scene, asked, mine, theirs)

        if asked.measures and scene.sight.shape.is_tree:
            self._ask_oracle(scene, asked, engines[0])

        if self.tally["asked"] % CONTROL_EACH == 0:
            self.tally["controls"] += 1
            plain = replace(asked, sql=asked.sql or f"SELECT id FROM {scene.sight.shape.root(asked.table)}")
            free = _asked_directly(found_rows, scene.bare, scene.viewer, engines, plain)
            self.tally["controls told apart"] += free[0] != free[1]

    def _ask_oracle(self, scene: Scene, asked: Asked, engine: ClosableEngine) -> None:
        """The rows of a plain question, as the oracle finds them; refusals are counted."""
        self.tally["plain"] += 1
        try:
            found = run_query(scene.model, engine, scene.viewer, asked.sql, limit=MOST_ROWS)
        except SvcchatError:
            self.tally["plain refused"] += 1
            return

        right = sorted(map(as_text, expected_rows(scene.sight, asked, scene.data)))
        got = sorted(map(as_text, found.rows))
        if got != right:
            self._note("wrong", scene, asked, ("rows", got), ("right", right))

    def _note(
        self, what: str, scene: Scene, asked: Asked, mine: Outcome, theirs: Outcome, *, counts: bool = True
    ) -> None:
        self.tally[what] += counts
        self.tally[f"shown {what}"] += 1
        if self.tally[f"shown {what}"] <= self._shown:
            words = asked.words or asked.sql
            print(f"{what}: {words}\n  {scene.viewer}\n  {mine!r:.600}\n  {theirs!r:.600}", file=sys.stderr)


def _is_fault(found: Outcome) -> bool:
    """Whether the service itself failed, which is never the answer to what a caller wrote.

    A rule that an engine cannot fence is the model's own fault.
    """
    if RULE_NOT_FENCED in str(found) or _TOO_LONG in str(found):
        return False

    return found[0] == "failed" or (found[0] == "reply" and (found[1] == "cut" or int(str(found[1])) >= 500))


def expected_rows(sight: Sight, asked: Asked, data: Data) -> list[tuple[object, ...]]:
    """The rows of a plain question by the rules as they are written."""
    shape = sight.shape
    groups: dict[tuple[object, ...], list[Joined]] = defaultdict(list)
    if not asked.keys:
        groups[()] = []

    paths = _paths(shape, asked)
    for row in joined_rows(shape, data, sight.touched(asked.table, paths)):
        kept = all(TESTS[test](value_of(shape, row, each.path, each.member)) for each, test in asked.filters)
        if kept and sight.admits(asked.table, row):
            key = tuple(value_of(shape, row, each.path, each.member) for each in asked.keys)
            groups[key].append(row)

    found = []
    for left_out in range(len(asked.keys) + 1 if asked.is_rolled_up else 1):
        level = _levelled(groups, left_out, len(asked.keys))
        columns = [_of_level(shape, each, level) for each in asked.measures]
        found += [(*key, *(column[key] for column in columns)) for key in level]

    return found


def _of_level(
    shape: Shape, shown: Shown, level: Mapping[tuple[object, ...], list[Joined]]
) -> Mapping[tuple[object, ...], object]:
    """A measure for each group of a level; one over all groups is the sum of what they have."""
    found = {key: measured(shape, shown, rows) for key, rows in level.items()}
    if shown.member.of not in OF_ALL_GROUPS:
        return found

    known = [value for value in found.values() if value is not None]
    return dict.fromkeys(found, sum(known) if known else None)


def _levelled(
    groups: Mapping[tuple[object, ...], list[Joined]], left_out: int, width: int
) -> dict[tuple[object, ...], list[Joined]]:
    """The groups without so many of the last keys, which are null in them; the total is always there."""
    found: dict[tuple[object, ...], list[Joined]] = defaultdict(list)
    if left_out == width > 0:
        found[(None,) * width] = []

    for key, rows in groups.items():
        found[(*key[: width - left_out], *[None] * left_out)] += rows

    return found


def _paths(shape: Shape, asked: Asked) -> Iterator[Path]:
    for each in (*asked.keys, *asked.measures, *(each for each, _ in asked.filters)):
        yield each.path
        if each.member.refers:
            yield resolved(shape, each.path, each.member.refers)


def as_text(row: Sequence[object]) -> tuple[str, ...]:
    """Numbers to 9 digits."""
    return tuple(
        str(value) if value is None or isinstance(value, (str, bool)) else f"{float(value) + 0.0:.9g}"
        for value in row
    )


def _scenes(chance: random.Random) -> Iterator[Scene]:
    shape = random_shape(chance)
    rules = random_rules(chance, shape)
    model, bare = _loaded(shape, rules), _loaded(shape, {})
    for _ in range(SCENES_A_MODEL):
        is_served = chance.random() < SERVED_SHARE
        viewer = random_viewer(chance)
        sight = Sight(shape, rules, as_sent(viewer) if is_served else viewer)
        data = random_data(chance, shape)
        table, always = _aim(chance, shape, rules)
        # Where nothing has rules everyone may read every table, its rows without a join too.
        aims = table and any(policy is not None for policy in rules.values())
        apart = without_joined(chance, sight, data, table, always) if aims else data
        other = without_hidden(chance, sight, apart)
        yield Scene(model, bare, sight, data, other, table, always, is_served)


def _aim(chance: random.Random, shape: Shape, rules: Rules) -> tuple[str, tuple[Path, ...]]:
    """A view whose own rules count, or one joined cube whose rules count, or no aim."""
    if not shape.is_tree or chance.random() < 0.3:
        return "", ()

    ruled = [view for view in shape.views if rules[view] is not None]
    if ruled and chance.random() < 0.75:
        return chance.choice(ruled), ()

    view = chance.choice(list(shape.views))

    return view, (chance.choice(shape.views[view])[0],)


def _loaded(shape: Shape, rules: Rules) -> Model:
    with tempfile.TemporaryDirectory() as folder:
        (File(folder) / "model.yml").write_text(as_yaml(shape, rules), encoding="utf-8")
        return load_model(File(folder))
