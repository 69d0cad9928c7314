"""The question sets themselves: models load, data is the same each time, every SQL has an answer."""

import shutil
from collections import Counter

import pytest
import yaml

from svcchat_magic.evaluation.question_file import Need, read_question_file
from svcchat_magic.evaluation.verdicts import Answered, Status, judge
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SETS, data_of, graded, model_of, open_set, set_names, table

NAMES = set_names(held_out=True)
ALWAYS = {"demo", "demo_german", "payroll"}  # the others change as rarely, and cost a minute


def each_set(names):
    """A case for each set; those that few runs need are long."""
    return [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.long) for name in names]


def rows_of(engine, sql):
    rows = engine.run(sql, {}, limit=1_000).rows
    return Answered(rows=rows, total_rows=len(rows))


def content(engine):
    return {
        name: engine.run(f"SELECT * FROM {name} ORDER BY ALL", {}, limit=10_000).rows
        for name in engine.tables()
    }


@pytest.mark.parametrize("name", each_set(NAMES))
def test_every_question_has_an_answer_or_none(name, tmp_path):
    engine = DuckDBEngine.open(data_of(name, tmp_path / "data"))
    empty = []
    for item in read_question_file(SETS / name / "questions.yml"):
        for sql in item.sql:
            rows = engine.run(sql, {}, limit=1_000).rows
            if not rows or all(cell is None for cell in rows[0]):
                empty.append((item.name, sql))

        assert (item.kind == "unanswerable") == (item.need is Need.REFUSAL)

    engine.close()
    assert empty == []


@pytest.mark.long
@pytest.mark.parametrize("name", each_set(NAMES))
def test_the_rows_of_each_sql_pass_and_those_of_another_question_fail(name, tmp_path):
    engine = DuckDBEngine.open(data_of(name, tmp_path / "data"))
    items = [item for item in read_question_file(SETS / name / "questions.yml") if item.sql]
    answers = [rows_of(engine, item.sql[0]) for item in items]

    right = [judge(item, answer, engine).status for item, answer in zip(items, answers, strict=True)]
    others = [_before(answers, at) for at in range(len(items))]
    wrong = [judge(item, other, engine).status for item, other in zip(items, others, strict=True)]

    engine.close()
    assert set(right) == {Status.PASS}
    assert set(wrong) == {Status.FAIL}


def _before(answers, at):
    """The nearest answer before this one, around the end, that has other rows: two counts may be the same."""
    return next(other for other in reversed(answers[at:] + answers[:at]) if other.rows != answers[at].rows)


@pytest.mark.parametrize("name", each_set(name for name in NAMES if (SETS / name / "data.py").is_file()))
def test_a_model_loads_and_its_data_is_the_same_each_time(name, tmp_path):
    first = DuckDBEngine.open(data_of(name, tmp_path / "first"))
    second = DuckDBEngine.open(data_of(name, tmp_path / "second"))

    assert model_of(name, first).tables()
    assert content(first) == content(second)
    first.close()
    second.close()


def test_data_without_model_files_is_asked_over_an_inferred_model(tmp_path, monkeypatch):
    left = shutil.ignore_patterns("model")
    shutil.copytree(SETS / "payroll", tmp_path / "sets" / "payroll", ignore=left)
    monkeypatch.setattr("tests.campaigns.question_sets.SETS", tmp_path / "sets")

    tools, engine = open_set("payroll", tmp_path / "data")

    assert tools.model == infer_model(engine).model
    assert tools.model != load_model(SETS / "payroll" / "model")
    engine.close()


def test_four_models_are_held_out():
    held_out = Counter(
        yaml.safe_load((SETS / name / "meta.yml").read_text(encoding="utf-8"))["held_out"] for name in NAMES
    )

    assert held_out[True] == 4
    assert len(set_names(held_out=False)) == held_out[False]


def test_a_set_is_asked_without_an_error():
    found = list(graded("payroll"))

    assert len(found) == 30
    assert [each.verdict.reason for each in found if each.verdict.status is Status.ERROR] == []
    assert Status.PASS in {each.verdict.status for each in found}


def test_the_table_adds_up():
    lines = table("kind", [("total", "right"), ("total", "refused"), ("list", "right")]).splitlines()

    assert [line.split()[:3] for line in lines[1:]] == [
        ["list", "1", "1"],
        ["total", "2", "1"],
        ["all", "3", "2"],
    ]
