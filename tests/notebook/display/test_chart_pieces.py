"""Charts in a cell, and the pictures that are added to them."""

import base64
import json
import signal
import threading
from concurrent.futures import Future

import pytest
from IPython.utils.capture import capture_output

from svcchat_magic.charts.layout.narrow_charts import following, narrowing
from svcchat_magic.charts.pictures.chart_pictures import TOO_MUCH, ChartPictures
from svcchat_magic.charts.result_charts import MIME_TYPE, ChartBundle, chart_bundle
from svcchat_magic.errors import ChartRefused, StreamStopped
from svcchat_magic.notebook.display import answer_view, chart_pieces
from svcchat_magic.notebook.display.chart_pieces import OPTIONS, PICTURE_TYPE, ChartPieces
from svcchat_magic.protocol.results import Column, SqlResult
from tests.waiting import PATIENCE, until_inside

QUESTION = "%%ask\nRevenue by month last year"
CHART = ChartBundle({MIME_TYPE: {"mark": "bar"}, "text/plain": "bar chart"}, "bar chart")
METADATA = {MIME_TYPE: {"embed_options": OPTIONS}}
PNG = b"\x89PNG\r\n\x1a\n" + bytes(8) + (600).to_bytes(4, "big") + (400).to_bytes(4, "big")


class Drawing:
    """Pictures that come when the test says so."""

    def __init__(self):
        self.future = Future()
        self.drawn = {}

    def draw(self, spec):
        self.drawn = spec
        return self.future


@pytest.fixture
def drawing():
    return Drawing()


@pytest.fixture
def shown(notebook):
    """Runs something in the shell and gives what was displayed, updates included."""

    def run(action):
        with capture_output() as captured:
            action()

        return [(output.data, output.metadata, bool(output.update)) for output in captured.outputs]

    return run


def test_a_picture_that_is_there_at_once_is_part_of_the_first_display(shown, drawing):
    drawing.future.set_result(PNG)
    charts = ChartPieces(drawing)

    outputs = shown(lambda: (charts.show(charts.piece(CHART)), charts.finish(1)))

    picture = {PICTURE_TYPE: base64.b64encode(PNG).decode()}
    assert outputs == [
        (CHART.data | picture, METADATA | {PICTURE_TYPE: {"width": 300, "height": 200}}, False)
    ]


def test_a_chart_is_shown_without_its_picture_which_is_added_in_its_place(shown, drawing):
    charts = ChartPieces(drawing)

    first = shown(lambda: charts.show(charts.piece(CHART)))
    none_yet = shown(charts.add_pictures)
    drawing.future.set_result(PNG)
    then = shown(charts.add_pictures)
    after = shown(lambda: charts.finish(1))

    assert first == [(CHART.data, METADATA, False)]
    assert none_yet == []
    assert [(set(data), is_update) for data, _, is_update in then] == [({*CHART.data, PICTURE_TYPE}, True)]
    assert after == []


def test_a_single_chart_gives_way_to_a_narrow_cell_and_its_picture_keeps_its_width(shown, drawing):
    spec = json.dumps({"mark": "bar", "encoding": {"x": {"field": "kind", "type": "nominal"}}})
    found = SqlResult("T", "S", "", (Column("kind", "String"),), (("a",), ("b",)), 2, vega_spec=spec)
    chart = chart_bundle(found)
    charts = ChartPieces(drawing)

    ((data, metadata, _),) = shown(lambda: charts.show(charts.piece(chart)))

    wide = chart.data[MIME_TYPE]
    assert data[MIME_TYPE] == narrowing(wide)
    assert data[MIME_TYPE]["width"] == drawing.drawn["width"] == wide["width"] == 538
    assert metadata == {MIME_TYPE: {"embed_options": {**OPTIONS, "patch": following(wide)}}}
    assert "params" not in drawing.drawn


@pytest.mark.case("V17")
def test_a_chart_that_cannot_be_drawn_stays_and_says_so_in_text(shown, drawing):
    charts = ChartPieces(drawing)
    shown(lambda: charts.show(charts.piece(CHART)))
    drawing.future.set_exception(ChartRefused("it is a bomb"))

    outputs = shown(lambda: charts.finish(0.01))

    told = {**CHART.data, "text/plain": "bar chart (no picture: it is a bomb)"}
    assert outputs == [(told, METADATA, True)]


@pytest.mark.case("V17")
@pytest.mark.parametrize("refusal", [None, ChartRefused(TOO_MUCH)], ids=["late", "ended"])
def test_a_slow_machine_says_the_same_in_text_and_notes_the_missing_picture(shown, drawing, refusal):
    charts = ChartPieces(drawing)
    shown(lambda: charts.show(charts.piece(CHART)))
    if refusal:
        drawing.future.set_exception(refusal)

    ((data, metadata, is_update),) = shown(lambda: charts.finish(0.01))

    assert is_update
    assert data == CHART.data
    assert metadata == {**METADATA, "no_picture": str(refusal or "it was not drawn in time")}


def test_an_interrupt_ends_the_waiting_for_pictures(shown, drawing, monkeypatch):
    charts = ChartPieces(drawing)
    shown(lambda: charts.show(charts.piece(CHART)))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        until_inside("finish", "wait")
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()

    with pytest.raises(StreamStopped, match="The answer is complete"):
        charts.finish(PATIENCE)

    interrupting.join(PATIENCE)
    signal.signal(signal.SIGINT, before)


def test_a_kernel_gets_charts_with_pictures_and_text(served_notebook, monkeypatch):
    pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    monkeypatch.setattr(answer_view, "LAST_SECONDS", PATIENCE)
    answers = served_notebook.shell.magics_manager.registry["AskMagics"].kernel.answers
    answers._pictures = ChartPictures(seconds=PATIENCE)
    served_notebook.shell.kernel = object()

    cell = served_notebook.run(QUESTION)

    del served_notebook.shell.kernel
    last = [bundle for bundle in cell.bundles if MIME_TYPE in bundle][-1]
    assert set(last) == {MIME_TYPE, PICTURE_TYPE, "text/plain"}
    assert base64.b64decode(last[PICTURE_TYPE]).startswith(b"\x89PNG")
    assert last["text/plain"].startswith("line chart: revenue by month")


def test_the_history_of_a_chat_has_its_pictures_too(served_notebook, monkeypatch):
    pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    monkeypatch.setattr(answer_view, "LAST_SECONDS", PATIENCE)
    served_notebook.run(QUESTION)  # in a terminal, which draws none
    answers = served_notebook.shell.magics_manager.registry["AskMagics"].kernel.answers
    answers._pictures = ChartPictures(seconds=PATIENCE)
    served_notebook.shell.kernel = object()

    cell = served_notebook.run("%chat history")

    del served_notebook.shell.kernel
    last = [bundle for bundle in cell.bundles if MIME_TYPE in bundle][-1]
    assert base64.b64decode(last[PICTURE_TYPE]).startswith(b"\x89PNG")


@pytest.mark.parametrize("line", [QUESTION, "%chat history"])
def test_a_setting_leaves_the_pictures_out(served_notebook, line):
    served_notebook.shell.kernel = object()
    served_notebook.run("%config AskMagics.chart_png = False")
    served_notebook.run(QUESTION)

    cell = served_notebook.run(line)

    del served_notebook.shell.kernel
    assert [set(bundle) for bundle in cell.bundles if MIME_TYPE in bundle] == [{MIME_TYPE, "text/plain"}]


@pytest.mark.long
def test_unloading_ends_the_process_that_draws(served_notebook):
    pytest.importorskip("vl_convert", reason="the extra `png` brings it")
    served_notebook.shell.kernel = object()
    served_notebook.run(QUESTION)
    pictures = served_notebook.shell.magics_manager.registry["AskMagics"].kernel.answers.pictures

    served_notebook.run("%unload_ext svcchat_magic")

    del served_notebook.shell.kernel
    assert pictures.process_id is None


def test_the_wait_for_a_picture_at_once_is_shorter_than_two_redraws():
    assert chart_pieces.AT_ONCE_SECONDS < 0.2
