"""A certified query answers the questions it is written for, under the asker's rights, and says so."""

import asyncio
import shutil

import pytest

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, MetaSearched, Outcome, SqlFinished, SqlStarted, Thought
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.value_queries import find_values
from tests.analyst.demo import DEMO, engine, left
from tests.analyst.shop import TODAY

NET = """# What did we really earn in 2024?

Also asked as:

- real earnings in 2024
- net revenue 2024

Revenue without the web channel, as finance reports it.

```sql
SELECT MEASURE(sales.revenue) AS net
FROM sales
WHERE sales.channel <> 'Web' AND sales.created_at >= '2024-01-01' AND sales.created_at < '2025-01-01'
```
"""
BY_CHANNEL = """# Revenue by channel

```sql
SELECT sales.channel AS channel, MEASURE(sales.revenue) AS revenue
FROM sales WHERE sales.channel <> 'Phone' GROUP BY 1 ORDER BY 2 DESC
```
"""
BROKEN = {"no-sql.md": "# Revenue\n", "no-question.md": "```sql\nSELECT 1\n```\n", "empty.md": ""}
POLICY = """
    access_policy:
      - group: finance
        row_level: {allow_all: true}
"""


class Tools:
    """The tools of one viewer over a model folder."""

    def __init__(self, folder, viewer=None):
        self.viewer = viewer or Viewer("tester", is_internal=True)
        self.whole = load_model(folder)
        self.model = visible_model(self.whole, self.viewer)

    def search(self, words):
        return search_members(self.model, words)

    async def run_sql(self, sql):
        return run_query(self.whole, engine(), self.viewer, sql, limit=100)

    async def find_values(self, search):
        return find_values(self.whole, engine(), self.viewer, search)


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(DEMO / "model", tmp_path / "model")
    (tmp_path / "model" / "certified").mkdir()
    for name, text in {"net.md": NET, "channels.md": BY_CHANNEL}.items():
        (tmp_path / "model" / "certified" / name).write_text(text)

    return tmp_path / "model"


def answer(tools, question, remembered=b""):
    async def collect():
        return [event async for event in OfflineAnalyst().answer(Task(question, TODAY, remembered), tools)]

    return asyncio.run(collect())


def text_of(events):
    return "".join(event.text for event in events if isinstance(event, AnswerText))


def sql_of(events):
    return [event.sql for event in events if isinstance(event, SqlStarted)]


@pytest.mark.parametrize(
    "question",
    [
        "What did we really earn in 2024?",
        "what did we really earn in 2024",
        "net revenue 2024",
        "show me the net revenue in 2024, please",
    ],
)
def test_its_questions_run_its_sql_and_the_answer_says_so(folder, question):
    events = answer(Tools(folder), question)

    assert "<> 'Web'" in sql_of(events)[0]
    assert "This is the certified query *net*. Revenue without the web channel" in text_of(events)
    assert [event.kind for event in events if isinstance(event, Outcome)] == ["answered"]
    assert [type(event) for event in events][:4] == [Thought, MetaSearched, SqlStarted, SqlFinished]


@pytest.mark.parametrize("question", ["net revenue 2023", "net revenue 2024 by channel", "revenue in 2024"])
def test_other_questions_do_not(folder, question):
    assert "certified" not in text_of(answer(Tools(folder), question))


def test_where_the_reading_has_its_columns_it_is_told_and_drawn_as_usual_and_followed(folder):
    tools = Tools(folder)
    events = answer(tools, "revenue by channel")
    (finished,) = [event for event in events if isinstance(event, SqlFinished)]

    assert text_of(events).startswith("**Web has the highest revenue")
    assert "Phone" not in text_of(events)
    assert '"bar"' in finished.vega_spec
    (sql,) = sql_of(answer(tools, "the second one by month", left(events)))
    assert "sales.channel = 'Store'" in sql


@pytest.mark.case("Z01")
def test_a_query_that_the_asker_may_not_run_is_as_good_as_none(folder):
    views = next(path for path in folder.rglob("*.yml") if "name: sales" in path.read_text())
    views.write_text(views.read_text().replace("  - name: sales\n", f"  - name: sales{POLICY}", 1))
    finance, other = (Viewer("ada", groups=groups) for groups in (("finance",), ()))

    allowed, refused = (answer(Tools(folder, viewer), "net revenue 2024") for viewer in (finance, other))

    assert "certified query" in text_of(allowed)
    assert "certified" not in text_of(refused) + "".join(sql_of(refused))
    assert "finance reports" not in text_of(refused)


def test_a_file_that_is_none_is_left_out_and_named(folder):
    for name, text in BROKEN.items():
        (folder / "certified" / name).write_text(text)

    model = load_model(folder)

    assert [each.name for each in model.certified] == ["channels", "net"]
    assert [each.partition(":")[0] for each in model.left_out] == [
        f"certified/{name}" for name in sorted(BROKEN)
    ]


def test_a_branch_has_its_own(folder):
    branch = folder / "branches" / "next" / "certified"
    branch.mkdir(parents=True)
    (branch / "net.md").write_text(NET.replace("<> 'Web'", "= 'Web'"))

    assert "= 'Web'" in {each.name: each.sql for each in load_model(folder, branch.parent).certified}["net"]
