"""A table that an agent or a policy denies is as if it were not there: word for word, wherever one asks."""

import json
import re
from urllib.parse import quote, urlsplit

import pytest

from svcchat_magic.analyst.events import AnswerText, MetaSearched, SqlFailed, SqlFinished, SqlStarted
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account import AgentProfile
from svcchat_magic.service.runs.tools import Workspace
from tests.raw_api import EXTERNAL, call, chat_path
from tests.service.conftest import Clock, running_service

FRUIT = """
cubes:
  - name: fruit
    sql_table: fruit
    {joins}
    {policy}
    dimensions:
      - {{name: id, sql: id, type: number, primary_key: true}}
      - {{name: kind, sql: kind, type: string}}
      - {{name: seller, sql: seller, type: string}}
    measures:
      - {{name: count, type: count}}
      - {{name: weight, sql: weight, type: sum}}
"""
JOINS = """joins:
      - {name: payroll, relationship: many_to_one, sql: "{CUBE}.seller = {payroll}.person"}"""
PAYROLL = """
  - name: payroll
    sql_table: payroll
    {policy}
    title: Payroll ledger
    description: What each person earns
    meta: {{synonyms: [wages, compensation]}}
    dimensions:
      - {{name: person, sql: person, type: string, primary_key: true}}
      - {{name: grade, sql: grade, type: string, meta: {{synonyms: [rank]}}}}
    measures:
      - {{name: salary, sql: salary, type: sum, description: Paid before tax}}
      - {{name: headcount, type: count}}
views:
  - name: staff
    {policy}
    cubes:
      - {{join_path: payroll, includes: "*"}}
"""
FOR_ALL = 'access_policy: [{group: "*", row_level: {allow_all: true}}]'
FOR_HR = "access_policy: [{group: hr, row_level: {allow_all: true}}]"
OF_PAYROLL = re.compile("payroll|salary|headcount|grade|wage|compensation|earns|staff|zaphod|principal", re.I)
CHANGING = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}"
)  # ids of chats, messages, results and requests

QUESTIONS = [
    "what can I ask?",
    "weight by kind",
    "total salary by grade",
    "salery by grad",
    "what does headcount mean?",
    "how many people are in the payroll ledger?",
    "compensation of zaphod",
    "weight by rank",
    "wages by person, top 3",
    "weight of principal sellers",
    "hello",
    "which tables are there?",
    "what columns are there?",
    "describe the staff",
    "which columns does payroll have?",
    "overview",
    "show me some rows",
]
STATEMENTS = [
    "SELECT MEASURE(salary) FROM payroll",
    "SELECT MEASURE(salary) FROM staff",
    "SELECT person FROM payroll",
    "SELECT payroll.grade, MEASURE(fruit.weight) FROM fruit CROSS JOIN payroll GROUP BY 1",
    "SELECT payroll.grade FROM fruit",
    "SELECT grade FROM fruit",
    "SELECT MEASURE(weight), salary FROM fruit",
    "SELECT fruit.payroll.grade FROM fruit",
    "SELECT MEASURE(salery) FROM payrol",
    "SELECT * FROM payroll",
    "SELECT MEASURE(weight) FROM fruit WHERE payroll.grade = 'principal'",
    "WITH payroll AS (SELECT kind FROM fruit) SELECT kind FROM payroll",
]


class Obedient:
    """Searches for what it is asked and runs it as SQL, as a language model might that was talked into it."""

    async def answer(self, task, tools):
        yield MetaSearched(task.question, tools.search(task.question))
        yield SqlStarted(0, task.question, "Asked", "", task.question)
        try:
            yield SqlFinished(0, await tools.run_sql(task.question), "u")
        except (QueryRefused, EngineError) as refusal:
            yield SqlFailed(0, str(refusal))

        for member in ("payroll.grade", "staff.grade", "fruit.grade", "nowhere.grade"):
            try:
                yield AnswerText(f"{len(await tools.values(member))} values. ")
            except (QueryRefused, EngineError) as refusal:
                yield AnswerText(str(refusal).replace(member.partition(".")[0], "TABLE"))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    (folder / "fruit.csv").write_text("id,kind,seller,weight\n1,apple,Ada,3\n2,pear,Bert,4\n")
    (folder / "payroll.csv").write_text("person,grade,salary\nAda,junior,10\nZaphod,principal,20\n")
    return folder


@pytest.fixture(scope="module")
def serve(data, tmp_path_factory):
    """A service with an analyst, on a model with or without the table that the agent may not see."""
    undo = []

    def started(analyst, *, has_payroll, views, has_policies=False, **others):
        model = tmp_path_factory.mktemp("model")
        text = FRUIT.format(joins=JOINS if has_payroll else "", policy=FOR_ALL if has_policies else "")
        text += PAYROLL.format(policy=FOR_HR if has_policies else "") if has_payroll else ""
        (model / "model.yml").write_text(text)
        engine = DuckDBEngine.open(data)
        agents = {"analyst": AgentProfile("Fruit", views=views), **others}
        service = running_service(Workspace(load_model(model), engine), Clock(), analyst, agents=agents)
        undo.extend([engine.close, service.stop])
        return service

    yield started
    for each in reversed(undo):
        each()


@pytest.fixture(scope="module", params=[OfflineAnalyst, Obedient])
def analyst(request):
    return request.param()


@pytest.fixture(scope="module", params=["views", "policies"])
def twins(request, analyst, serve):
    """Services that nobody can tell apart: what one hides, the other has not."""
    has_policies = request.param == "policies"
    views = None if has_policies else frozenset({"fruit"})
    return (
        serve(analyst, has_payroll=True, views=views, has_policies=has_policies),
        serve(analyst, has_payroll=False, views=None, has_policies=has_policies),
    )


@pytest.fixture(scope="module")
def unlimited(serve):
    return serve(Obedient(), has_payroll=True, views=None)


def told(service, path, body, method="POST"):
    status, _, answer = call(service, path, body, method=method)
    return status, CHANGING.sub("ID", answer.decode())


def asked(service, question):
    return told(service, chat_path(service), {"input": question, "sessionSettings": EXTERNAL})


def queried(service, sql):
    return told(service, urlsplit(service.query_url).path, {"query": sql, "sessionSettings": EXTERNAL})


@pytest.mark.case("Q08")
@pytest.mark.case("Z14")
@pytest.mark.parametrize("question", [*QUESTIONS, *STATEMENTS])
def test_a_chat_tells_nothing_of_a_table_its_agent_may_not_see(twins, question):
    hiding, without = twins

    answer = asked(hiding, question)

    assert answer == asked(without, question)
    assert answer[0] == 200
    assert set(OF_PAYROLL.findall(answer[1].lower())) <= set(OF_PAYROLL.findall(question.lower()))


@pytest.mark.case("Q08")
@pytest.mark.case("Z14")
@pytest.mark.parametrize("sql", STATEMENTS)
def test_the_query_api_tells_nothing_of_a_table_no_agent_may_see(twins, sql):
    hiding, without = twins

    answer = queried(hiding, sql)

    assert answer == queried(without, sql)
    assert set(OF_PAYROLL.findall(answer[1].lower())) <= set(OF_PAYROLL.findall(sql.lower()))


@pytest.mark.case("Z14")
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_description_of_the_model_tells_nothing_of_it(twins, method):
    hiding, without = twins
    path = urlsplit(hiding.query_url).path.replace("/sql", "/meta")
    settings = f"?sessionSettings={quote(json.dumps(EXTERNAL))}" if method == "GET" else ""
    body = None if method == "GET" else {"sessionSettings": EXTERNAL}

    answer = told(hiding, path + settings, body, method)

    assert answer == told(without, path + settings, body, method)
    assert answer[0] == 200
    assert not OF_PAYROLL.search(answer[1])


def test_an_agent_that_may_see_it_is_told_all_of_it(twins, unlimited):
    """The control: the questions above do reach the table where it is open."""
    hiding, _ = twins

    differing = [sql for sql in STATEMENTS if queried(unlimited, sql) != queried(hiding, sql)]

    assert len(differing) >= 4
    assert "principal" in asked(unlimited, "SELECT grade FROM payroll")[1]
    assert queried(unlimited, "SELECT MEASURE(salary) FROM staff")[0] == 200


def test_a_user_whom_the_policies_admit_is_told_all_of_it(serve):
    """The control of the policies."""
    service = serve(Obedient(), has_payroll=True, views=None, has_policies=True)
    admitted = {
        "query": "SELECT MEASURE(salary) FROM staff",
        "sessionSettings": {**EXTERNAL, "groups": ["hr"]},
    }

    status, reply = told(service, urlsplit(service.query_url).path, admitted)

    assert (status, "30" in reply) == (200, True)


@pytest.mark.case("Q08")
def test_an_agent_beside_it_that_may_see_more_makes_no_difference_to_its_chats(serve):
    more = AgentProfile("Payroll")
    beside = serve(Obedient(), has_payroll=True, views=frozenset({"fruit"}), payroll=more)
    alone = serve(Obedient(), has_payroll=False, views=None)

    assert [asked(beside, sql) for sql in STATEMENTS] == [asked(alone, sql) for sql in STATEMENTS]
    assert queried(beside, STATEMENTS[0])[0] == 200  # the account's key stands for all of its agents
