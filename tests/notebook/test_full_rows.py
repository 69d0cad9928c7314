"""All rows from a cell: the caption that offers them, and the count while they are loaded."""

import pytest

QUESTION = "%%ask rows <<\nRevenue by product and month"


@pytest.fixture
def with_query_url(served_notebook, service, monkeypatch):
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)
    return served_notebook


def test_the_caption_says_how_to_load_the_rest(with_query_url):
    cell = with_query_url.run(QUESTION)

    assert "first 100 of 4,525 rows loaded; <span" in cell.html
    assert ".svc.full()" in cell.html
    plain = "\n".join(bundle.get("text/plain", "") for bundle in cell.bundles)
    assert "first 100 of 4,525 rows loaded · 20 shown; `--all-rows` or `.svc.full()`" in plain


def test_the_caption_offers_nothing_where_there_is_no_query_address(served_notebook):
    cell = served_notebook.run(QUESTION)

    assert "100 of 4,525 rows loaded" in cell.html
    assert ".svc.full()" not in cell.html


@pytest.mark.smoke
def test_a_cell_shows_the_rows_that_were_loaded_before_it_was_drawn(with_query_url):
    with_query_url.run("%config AskMagics.load_rows = 5000")

    cell = with_query_url.run("%%ask days <<\nRevenue by day from 2022 to 2024")

    [chart] = cell.charts
    assert len(chart["data"]["values"]) == len(with_query_url["days"]) == 1_096
    assert "1,096 rows · all rows loaded" in cell.html
    assert "of 1,096 rows loaded" not in cell.html


def test_a_chart_of_the_first_rows_says_so(with_query_url):
    cell = with_query_url.run("%%ask\nRevenue by day from 2022 to 2024")

    [chart] = cell.charts
    assert len(chart["data"]["values"]) == 100
    assert chart["title"]["subtitle"][-1] == "First 100 of 1,096 rows"


def test_a_chart_saves_no_rows_that_it_does_not_draw(with_query_url):
    with_query_url.run("%config AskMagics.load_rows = 5000")

    cell = with_query_url.run("%%ask products <<\nRevenue by product")

    [chart] = cell.charts
    assert len(with_query_url["products"]) == 126
    assert len(chart["data"]["values"]) == 25


@pytest.mark.long
def test_the_rows_of_a_variable_are_all_loaded(with_query_url):
    with_query_url.run(QUESTION)

    cell = with_query_url.run("full = rows.svc.full()")

    assert cell.error is None
    assert len(with_query_url["full"]) == 4_525
    assert len(with_query_url["rows"]) == 100


@pytest.mark.parametrize("setting", ["idle_seconds = 30.0", "external_id = 'ada'"])
def test_a_frame_can_be_loaded_and_refreshed_after_a_setting_changed(with_query_url, setting):
    with_query_url.run(f"{QUESTION} in 2024")
    with_query_url.run(f"%config AskMagics.{setting}\n%ask orders")
    with_query_url.run("%config AskMagics.total_seconds = 60.0\n%ask orders")

    cell = with_query_url.run("full = rows.svc.full(); fresh = rows.svc.refresh()")

    assert cell.error is None
    assert len(with_query_url["full"]) == len(with_query_url["fresh"]) > 100


@pytest.mark.long
def test_a_kernel_shows_the_count(with_query_url):
    with_query_url.shell.kernel = object()
    with_query_url.run(QUESTION)

    cell = with_query_url.run("full = rows.svc.full()")

    del with_query_url.shell.kernel
    assert "4,525 rows loaded" in cell.html


def test_a_refreshed_variable_is_bound_to_the_new_frame_and_says_so(with_query_url):
    with_query_url.run("%%ask orders <<\nOrders by channel in 2024")
    with_query_url.run("mine = orders")
    before = with_query_url["orders"]

    cell = with_query_url.run("fresh = mine.svc.refresh()")

    assert cell.error is None
    assert with_query_url["orders"] is with_query_url["fresh"] is with_query_url["_df"]
    assert with_query_url["mine"] is before  # a name of the user's own is the user's
    assert "orders: 4 rows, all as before" in cell.html
