"""Code that rebuilds a frame: run, it gives the same frame, whatever the rows say."""

import ast

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcchat_magic.errors import RequestRefused
from svcchat_magic.frames.frame_code import MOST_ROWS
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.protocol.results import Column, SqlResult, cast_rows
from tests.frames.test_loaded_frames import TYPES, VALUES

EVIL = "\"\"\"'''\\'); import os; os.abort() #\n\r\u2028\u202e\x00{}"


def frame_of(columns, rows, title="", sql="SELECT 1"):
    return result_frame(SqlResult(title, sql, "", tuple(columns), tuple(rows), len(rows)))


def run(code, name="frame"):
    names = {}
    exec(code, names)
    return names[name]


@settings(max_examples=60)
@given(st.data())
def test_the_rebuilt_frame_is_the_frame(data):
    types = data.draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=4))
    table = data.draw(st.lists(st.tuples(*(st.none() | VALUES[each] for each in types)), max_size=6))
    columns = [Column(f"c{at}", each) for at, each in enumerate(types)]
    frame = frame_of(columns, cast_rows([list(row) for row in table], columns), data.draw(st.text()))

    pd.testing.assert_frame_equal(run(frame.svc.to_code()), frame)


@pytest.mark.parametrize(
    "step",
    [
        lambda frame: frame[frame.n > 1],
        lambda frame: frame.groupby("kind").sum(numeric_only=True),
        lambda frame: frame.assign(share=frame.n / frame.n.sum(), at=frame["at"].dt.tz_localize("UTC")),
    ],
    ids=["filtered", "grouped", "added to"],
)
def test_a_changed_frame_is_rebuilt_as_it_is_now(step):
    columns = [Column("kind", "String"), Column("n", "Int64"), Column("at", "Timestamp")]
    frame = step(frame_of(columns, [("a", 1, "2024-01-01"), ("b", 2, None), ("a", 3, "2024-03-01T10:00:00")]))

    rebuilt = run(frame.svc.to_code())

    pd.testing.assert_frame_equal(rebuilt, frame)


@pytest.mark.case("N01")
@pytest.mark.case("N14")
@pytest.mark.parametrize("rows", ["snapshot", "query"])
def test_nothing_that_came_is_more_than_text_in_the_code(rows):
    frame = frame_of(
        [Column(EVIL, "String"), Column("odd", "Odd")], [(EVIL, [EVIL, {EVIL: None}])], EVIL, EVIL
    )

    tree = ast.parse(frame.svc.to_code(rows, name="rebuilt"))

    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    imports = {node.names[0].name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)}
    assert calls <= {"pd.DataFrame", "pd.array", "pd.Index", "Conversation", "conversation.query"}
    assert imports <= {"pandas", "Conversation"}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert EVIL in (
        texts if rows == "snapshot" else {"".join(t for t in texts if isinstance(t, str))} | texts
    )


@pytest.mark.parametrize("name", ["a b", "class", "1a", "", "x = 1; y", "ﬁ"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(RequestRefused, match="Python name"):
        frame_of([Column("a", "Int64")], [(1,)]).svc.to_code(name=name)


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (lambda one: pd.concat([one, one], axis=1), "named by text"),
        (lambda one: one.set_index(["a", one["a"].rename("b")]), "several levels"),
        (lambda one: one.assign(a=[object()]), "cannot hold a value"),
        (lambda one: one.reindex(range(MOST_ROWS + 1)), "10,000 rows"),
    ],
    ids=["names", "levels", "values", "rows"],
)
def test_a_frame_that_code_cannot_hold_is_refused_with_a_way_out(frame, reason):
    with pytest.raises(RequestRefused, match=reason):
        frame(frame_of([Column("a", "Int64")], [(1,)])).svc.to_code()


def test_rows_come_from_two_places_only():
    with pytest.raises(RequestRefused, match="rows='query'"):
        frame_of([Column("a", "Int64")], [(1,)]).svc.to_code("agent")


def test_code_for_the_query_api_needs_sql():
    with pytest.raises(RequestRefused, match="which SQL"):
        frame_of([Column("a", "Int64")], [(1,)], sql="").svc.to_code("query")


def test_code_for_the_query_api_gives_the_frame_again(service, monkeypatch, tmp_path):
    from svcchat_magic import Conversation

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SVCCHAT_CHAT_URL", service.chat_url)
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)
    monkeypatch.setenv("SVCCHAT_API_KEY", service.api_key.reveal())
    with Conversation() as conversation:
        frame = conversation.ask("Orders by channel in 2024").df()

    pd.testing.assert_frame_equal(run(frame.svc.to_code("query", name="orders"), "orders"), frame)
