"""A word that is the end of one member's name is no other word for the end of another's."""

import asyncio
from datetime import date

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools


def test_states_are_those_of_addresses_beside_a_status(tmp_path):
    statuses, states = ("Current", "Fully Paid", "Charged Off"), ("CA", "TX", "NY", "FL")
    rows = "".join(f"{at},{5000 + at * 37},{statuses[at % 3]},{states[at % 4]}\n" for at in range(90))
    (tmp_path / "loans.csv").write_text("id,loan_amnt,loan_status,addr_state\n" + rows, encoding="utf-8")
    engine = DuckDBEngine.open(tmp_path)
    tools = SetTools(infer_model(engine).model, engine)

    read = asyncio.run(Reader(tools, date(2025, 9, 15)).read("which 3 states have the highest loan amount?"))
    plain = asyncio.run(Reader(tools, date(2025, 9, 15)).read("loan amount by state"))
    engine.close()

    assert "addr_state" in plain.planned.sql
    assert "addr_state" in read.planned.sql
