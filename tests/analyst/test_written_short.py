"""Tables whose names and values are written short: people ask for them in full."""

import asyncio
from datetime import date, timedelta

import pyarrow as pa
import pytest

from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.unread_words import unread_names, unread_turns
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.reading.grounds import GroundTools

TABLES = {
    "drvr_mst": {
        "DRVR_ID": [f"D{at}" for at in range(1, 13)],
        "FRST_NM": [f"{'ABCD'[at % 4]}nn" for at in range(12)],
        "LST_NM": [f"Lee{'fghijk'[at % 6]}" for at in range(12)],
        "DRVR_STAT": [("ACT", "ACT", "SUS")[at % 3] for at in range(12)],
        "LVL": [("PG", "UG", "APP")[at % 3] for at in range(12)],
    },
    "rte_cat": {
        "RTE_CD": ["N1", "N2", "S1", "S2"],
        "RTE_TTL": ["North one", "North two", "South one", "South two"],
        "FCLTY": ["Yard", "Dock", "Yard", "Dock"],
        "MAX_CAP": [10, 20, 30, 40],
    },
    "shpmt": {
        "SHPMT_ID": list(range(1, 61)),
        "DRVR_ID": [f"D{1 + at % 11}" for at in range(60)],
        "RTE_CD": [("N1", "N2", "S1", "S2")[at % 4] for at in range(60)],
        "SHPMT_DT": [date(2024, 1, 1) + timedelta(days=2 * at) for at in range(60)],
        "PICKUP": [("Curb-side", "Dock", "Front door")[at % 3] for at in range(60)],
        "SHIFT": [("PT", "FT")[at % 2] for at in range(60)],
        "TMPR": [("MLD", "HOT")[at % 2] for at in range(60)],
        "ZN": ["ABC"[at % 3] for at in range(60)],
        "INSURED_FLG": ["YN"[at % 2] for at in range(60)],
        "LANG": [("en", "es")[at % 2] for at in range(60)],
        "NO_SHOW": [("Y", "N")[at % 2] for at in range(60)],
        "SHPMT_STAT": [("DLV", "CNC", "PND", "DLV", "DLV")[at % 5] for at in range(60)],
        "WT_KG": [100.5 + at % 7 for at in range(60)],
        "NET_AMT": [20.0 + at % 9 for at in range(60)],
    },
}


@pytest.fixture(scope="module")
def reader():
    """Reads over a model that is inferred from the tables."""
    engine = open_engine({name: pa.table(columns) for name, columns in TABLES.items()})
    yield Reader(GroundTools(infer_model(engine).model, engine), date(2024, 6, 1))
    engine.close()


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how many drivers are active", ["FROM drvr_mst", "drvr_stat = 'ACT'"]),
        ("suspended drivers by level", ["drvr_stat = 'SUS'", "GROUP BY"]),
        ("how many postgrad drivers", ["lvl = 'PG'"]),
        ("route shipments by driver status", ['MEASURE(shpmt."count")', "drvr_stat AS drvr_stat"]),
        ("how many delivered shipments by route", ["shpmt_stat = 'DLV'"]),
        ("number of pending shipments", ["shpmt_stat = 'PND'"]),
        ("average capacity of the routes", ["average_max_cap"]),
        ("total net amount by route title", ["total_net_amt", "rte_ttl"]),
        ("curbside shipments", ["pickup = 'Curb-side'"]),
        ("shipments from the frontdoor by route", ["pickup = 'Front door'"]),
        ("no-shows by route", ["no_show = TRUE"]),
        ("shipments by pick-up", ["pickup AS pickup"]),
        ("english shipments", ["lang = 'en'"]),
        ("what share of shipments is 'front door'", ["pickup = 'Front door'"]),
        ("shipments by route excl. pending ones", ["shpmt_stat <> 'PND'"]),
        ("how many shipments did our company make", ["FROM shpmt"]),
        ("how many mild shipments", ["tmpr = 'MLD'"]),
        ("shipments by zone", ["zn AS zn"]),
        ("insured shipments by route", ["insured_flg = TRUE"]),
        ("average weight of part-time shipments", ["shift = 'PT'"]),
        ("how many shipments of course", ["FROM shpmt"]),
        ("how many different levels among the drivers", ["COUNT(DISTINCT", "FROM drvr_mst"]),
        ("shipments by facility", ["GROUP BY", "fclty"]),
        ("average weight per shipment status", ["average_wt_kg", "shpmt_stat"]),
    ],
)
def test_words_in_full_mean_what_is_written_short(reader, question, parts):
    read = asyncio.run(reader.read(question))

    assert read.is_sure, (read.unknown, read.problem)
    assert [each for each in parts if each not in " ".join(read.planned.sql.split())] == []


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how many drivers are active", (("active", "ACT"),)),
        ("number of pending shipments", (("pending", "PND"),)),
        ("how many postgrad drivers", (("postgrad", "PG"),)),
    ],
)
def test_the_code_that_a_word_was_taken_for_is_told(reader, question, told):
    assert asyncio.run(reader.read(question)).taken == told


@pytest.mark.parametrize("question", ["how many drivers are airborne", "no-calls of active drivers"])
def test_a_word_that_no_code_stands_for_is_not_left_out(reader, question):
    assert not asyncio.run(reader.read(question)).is_sure


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("shipments with a tarpaulin of more than 30", ("tarpaulin",)),
        ("average blue paint by route", ("blue paint",)),
        ("list the business drivers", ("business",)),
        ("no-calls of active drivers", ()),
    ],
)
def test_a_refusal_names_what_has_no_name_and_no_small_words(reader, question, named):
    assert unread_names(asyncio.run(reader.read(question))) == named


def test_words_that_are_known_are_named_as_they_stand_together(reader):
    read = asyncio.run(reader.read("no-calls of active drivers"))

    assert unread_turns(read) == ("no-calls",)
