"""Names of columns and tables as people read them."""

from pathlib import Path

import pytest

from svcchat_magic.semantic import inference
from svcchat_magic.semantic.inference.abbreviations import guess, spelled_out
from svcchat_magic.semantic.inference.names import (
    entity_title,
    joined_words,
    member_name,
    plural,
    singular,
    title_of,
    words_of,
)

INFERENCE = Path(str(inference.__file__)).parent


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("order_ts", "Order time"),
        ("OrderDate_UTC", "Order date UTC"),
        ("CustomerID", "Customer ID"),
        ("qty", "Quantity"),
        ("Culmen Length (mm)", "Culmen length mm"),
        ("straße", "Straße"),
        ("売上", "売上"),
        ("q1_sales", "Q1 sales"),
        ("__", "__"),
        ("FRST_NM", "First name"),
        ("lst_nm", "Last name"),
        ("sched_dep_dt", "Scheduled departure date"),
        ("exam_sched", "Exam schedule"),
        ("ht_goals", "Ht goals"),
        ("max_ht", "Maximum height"),
        ("dur_min", "Duration minutes"),
        ("lctr", "Lecturer"),
        ("gdp", "GDP"),
        ("fclty", "Fclty"),
    ],
)
def test_a_name_is_written_out_as_a_title(name, title):
    assert title_of(name) == title


@pytest.mark.parametrize(
    ("table", "title"),
    [
        ("dim_customers", "Customers"),
        ("fct_order_line", "Order lines"),
        ("city", "Cities"),
        ("weather", "Weather"),
        ("stu_mst", "Students"),
        ("ord_hdr", "Orders"),
        ("custs", "Customers"),
        ("exam_rslt", "Exam results"),
    ],
)
def test_the_rows_of_a_table_have_a_name(table, title):
    assert entity_title(table) == title


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("customer", "customers"),
        ("city", "cities"),
        ("box", "boxes"),
        ("class", "classes"),
        ("person", "people"),
        ("day", "days"),
        ("movie", "movies"),
        ("status", "statuses"),
        ("calorie", "calories"),
        ("prize", "prizes"),
        ("cache", "caches"),
        ("hero", "heroes"),
        ("loaf", "loaves"),
        ("video", "videos"),
    ],
)
def test_one_and_many(one, many):
    assert (plural(one), singular(many), plural(many)) == (many, one, many)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Order Date (UTC)", "order_date_utc"),
        ("2024 sales", "column_2024_sales"),
        ("Café", "cafe"),
        ("Größe", "grosse"),
        ("売上", "column"),
        ('a"b', "a_b"),
        ("x" * 90, "x" * 60),
    ],
)
def test_every_text_gives_a_name_that_a_model_takes(text, name):
    assert member_name(text) == name


@pytest.mark.parametrize(
    ("name", "kind", "words", "told"),
    [
        ("CRS_TTL", "text", ("course", "title"), "guessed (80%): ttl is read as title"),
        ("ord_ttl", "number", ("order", "total"), "guessed (80%): ttl is read as total"),
        ("max_cap", "integer", ("maximum", "capacity"), "guessed (80%): cap is read as capacity"),
        ("cap", "text", ("cap",), ""),
        ("drvr", "text", ("driver",), "guessed (80%): drvr is read as driver"),
        ("qty", "integer", ("quantity",), ""),
        ("exp_dt", "time", ("expiry", "date"), "guessed (80%): exp is read as expiry"),
        ("life_exp", "number", ("life", "expectancy"), "guessed (80%): exp is read as expectancy"),
        ("exp_type", "text", ("expense", "type"), "guessed (80%): exp is read as expense"),
    ],
)
def test_what_is_only_read_so_is_told_with_how_sure_it_is(name, kind, words, told):
    assert (spelled_out(words_of(name), kind), guess(words_of(name), kind)) == (words, told)


@pytest.mark.parametrize(
    ("one", "name", "joined"),
    [
        ("player", "player_name", "player name"),
        ("home_team", "team_id", "home team id"),
        ("team", "club_name", "team club name"),
        ("assist_player", "players_team", "assist player team"),
    ],
)
def test_no_word_is_said_twice_where_names_are_joined(one, name, joined):
    assert " ".join(joined_words(words_of(one), words_of(name))) == joined


@pytest.mark.parametrize("file", sorted(INFERENCE.glob("*.yml")), ids=lambda each: each.name)
def test_no_list_of_words_hides_another_of_its_name(file):
    names = [line.split(":")[0] for line in file.read_text("utf-8").splitlines() if line[:1].isalpha()]

    assert len(names) == len(set(names))
