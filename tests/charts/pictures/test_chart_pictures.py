"""Charts as PNG, from a process that is limited in all it may take."""

import os
import shutil
import signal
import struct
import sys
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path
from threading import Thread, Timer
from traceback import walk_stack

import pytest

from svcchat_magic.charts.pictures import chart_pictures
from svcchat_magic.charts.pictures.chart_pictures import ENVIRONMENT, ChartPictures, can_draw_pictures
from svcchat_magic.charts.pictures.picture_process import SCALE
from svcchat_magic.charts.rules.safe_chart import SCHEMA
from svcchat_magic.errors import ChartRefused
from tests.faults.fixtures import origin  # noqa: F401 - a fixture
from tests.waiting import PATIENCE, threads_of_ours, until, until_ended

pytest.importorskip("vl_convert", reason="the extra `png` brings it")

LONGEST = 2 * PATIENCE  # the process may take PATIENCE to start and draw
AXIS = {"field": "x", "type": "quantitative"}
CHART = {"$schema": SCHEMA, "background": "transparent", "width": 300, "height": 200, "mark": "point"}
CHART |= {"data": {"values": [{"x": 1}, {"x": 2}]}, "encoding": {"x": AXIS}}
BOMB = CHART | {"data": {"sequence": {"start": 0, "stop": 3e7, "as": "x"}}}
CANARY = "sk-canary-of-the-pictures"


@pytest.fixture
def pictures():
    drawing = ChartPictures(seconds=PATIENCE)
    yield drawing
    drawing.close()


def drawn(pictures, chart=CHART):
    return pictures.draw(chart).result(LONGEST)


def size(png):
    assert png.startswith(b"\x89PNG")
    return struct.unpack_from(">II", png, 16)


def test_a_chart_is_drawn_sharp_and_transparent(pictures):
    png = drawn(pictures)

    width, height = size(png)
    assert 300 * SCALE <= width < 340 * SCALE
    assert 200 * SCALE <= height < 250 * SCALE
    assert b"tRNS" in png  # with transparency
    assert len(png) < 8_000


def test_a_chart_that_is_no_json_is_refused_and_the_next_one_drawn(pictures):
    with pytest.raises(ChartRefused, match="JSON"):
        drawn(pictures, CHART | {"data": {"values": [{"x": object()}]}})

    assert size(drawn(pictures))


def test_one_process_draws_all(pictures):
    drawn(pictures)
    first = pictures.process_id
    drawn(pictures)

    assert pictures.process_id == first


@pytest.mark.long
@pytest.mark.case("V17")
def test_a_bomb_ends_its_process_and_the_next_chart_is_drawn_by_another(pictures):
    drawn(pictures)
    first = pictures.process_id
    ordered = pictures.draw(BOMB)

    assert not ordered.done()  # this thread goes on, as a kernel's does
    with pytest.raises(ChartRefused, match="too long or too much memory"):
        ordered.result(LONGEST)
    assert drawn(pictures)
    assert pictures.process_id != first


@pytest.mark.case("V17")
def test_a_drawing_that_hangs_is_killed(pictures):
    drawn(pictures)
    os.kill(pictures.process_id, signal.SIGSTOP)
    hung = ChartPictures(seconds=0.01)  # no process starts in that time

    with pytest.raises(ChartRefused, match="too long"):
        drawn(hung)

    hung.close()
    pictures.close()  # a stopped process ends too
    assert pictures.process_id is None


@pytest.mark.long
def test_a_process_that_the_system_ended_meanwhile_is_replaced(pictures):
    drawn(pictures)
    first = pictures.process_id
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)  # it has ended, and is still to be reaped

    assert drawn(pictures)
    assert pictures.process_id != first


@pytest.mark.long
def test_a_process_whose_time_is_up_just_when_it_has_drawn_is_not_asked_again(pictures, monkeypatch):
    class JustUp(Timer):
        def cancel(self):
            self.function()
            super().cancel()

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(chart_pictures, "Timer", JustUp)
        first = drawn(pictures)

    assert drawn(pictures) == first


@pytest.mark.skipif(sys.platform != "linux", reason="reads another process's environment")
@pytest.mark.case("K10")
def test_the_process_has_no_key_in_its_environment_or_its_command(pictures, monkeypatch):
    monkeypatch.setenv("SVCCHAT_API_KEY", CANARY)
    monkeypatch.setenv("SOME_OTHER_SECRET", CANARY)

    drawn(pictures)

    own = Path("/proc") / str(pictures.process_id)
    told = (own / "environ").read_bytes()
    assert CANARY.encode() not in told + (own / "cmdline").read_bytes()
    assert {each.split(b"=")[0].decode() for each in told.split(b"\0") if each} <= {
        *ENVIRONMENT,
        "OPENBLAS_NUM_THREADS",
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy"),
    }


@pytest.mark.case("V01")
@pytest.mark.case("V03")
def test_the_process_fetches_nothing_even_where_a_chart_asks_for_it(pictures, origin):  # noqa: F811
    address = origin.chat_url
    by_url = CHART | {"data": {"url": address}}
    image = CHART | {"mark": {"type": "image", "url": address, "width": 10, "height": 10}}

    for chart in (by_url, image):
        wait([pictures.draw(chart)], LONGEST)

    assert origin.requests == []


def test_what_is_no_chart_is_refused_and_the_process_goes_on(pictures):
    drawn(pictures)
    first = pictures.process_id

    with pytest.raises(ChartRefused, match="cannot be drawn"):
        drawn(pictures, {"$schema": SCHEMA, "mark": "no such mark"})

    assert drawn(pictures)
    assert pictures.process_id == first


@pytest.fixture
def system_fonts(tmp_path, monkeypatch):
    """A directory that the system's configuration names as its only one."""
    directory = tmp_path / "fonts"
    directory.mkdir()
    config = tmp_path / "fonts.conf"
    config.write_text(f"<fontconfig><dir>{directory}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))
    return directory


def font_file(name):
    found = next(Path("/usr/share/fonts").rglob(name), None)
    return found or pytest.skip(f"there is no {name}")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the renderer finds the fonts by itself")
def test_usual_letters_are_drawn_from_memory_whatever_fonts_the_system_has(pictures, system_fonts):
    copied = shutil.copy(font_file("LiberationSans-Regular.ttf"), system_fonts)
    first = drawn(pictures)

    Path(copied).unlink()

    assert drawn(pictures) == first


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the renderer finds the fonts by itself")
def test_letters_that_the_renderer_lacks_are_drawn_with_a_font_of_the_system(pictures, system_fonts):
    chart = CHART | {"title": "العربية"}
    without = drawn(pictures, chart)

    shutil.copy(font_file("DejaVuSans-Bold.ttf"), system_fonts)

    with closing(ChartPictures(seconds=PATIENCE)) as anew:
        assert drawn(anew, chart) != without


@pytest.mark.long
def test_an_idle_process_is_let_go_and_comes_back():
    pictures = ChartPictures(seconds=PATIENCE, idle_seconds=0.01)

    drawn(pictures)
    until(lambda: pictures.process_id is None)

    assert drawn(pictures)
    pictures.close()


def test_closing_ends_a_drawing_and_what_waits_behind_it(pictures):
    drawn(pictures)
    process = pictures.process_id
    waiting = [pictures.draw(BOMB), pictures.draw(CHART)]

    pictures.close()

    assert [type(each.exception(LONGEST)) for each in waiting] == [ChartRefused] * 2
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_closing_ends_also_when_a_chart_is_ordered_meanwhile(pictures):
    drawn(pictures)
    process = pictures._process
    os.kill(process.pid, signal.SIGSTOP)
    pictures.draw(CHART)
    until(pictures._orders.empty)
    ending = Thread(target=pictures.close, daemon=True)
    kill = process.kill

    def kill_late():
        process.kill = kill
        pictures.draw(CHART)
        until(lambda: pictures._orders.qsize() == 1)  # a new thread would take what is to end the old one
        kill()

    process.kill = kill_late
    ending.start()

    until_ended([ending])


def test_what_is_ordered_after_the_end_is_refused_and_starts_nothing(pictures):
    others = threads_of_ours()
    drawn(pictures)
    pictures.close()

    with pytest.raises(ChartRefused, match="nothing is drawn any more"):
        drawn(pictures)

    assert pictures.process_id is None
    assert threads_of_ours() <= others


def test_a_process_that_is_started_while_its_drawer_is_closed_draws_nothing(pictures):
    start = pictures._started
    ending = Thread(target=pictures.close)

    def start_late():
        ending.start()
        until(lambda: is_in(ending, "join"))
        return start()

    pictures._started = start_late
    ordered = pictures.draw(CHART)

    with pytest.raises(ChartRefused, match="nothing is drawn any more"):
        ordered.result(LONGEST)

    until_ended([ending])


def is_in(thread, function):
    frame = sys._current_frames().get(thread.ident)
    return function in {each.f_code.co_name for each, _ in walk_stack(frame)} if frame else False


def test_it_is_known_whether_pictures_can_be_drawn():
    assert can_draw_pictures()
