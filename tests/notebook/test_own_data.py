"""Data of one's own in a notebook: one line, then questions; the service of the settings is not asked."""

import pandas as pd
import pytest

from svcchat_magic.errors import EngineError, RecordingMissing, RequestRefused

FRAME = """
import pandas as pd, svcchat_magic
channels = ["Email", "Phone", "Email"] * 2
tickets = pd.DataFrame({"ticket_id": range(1, 7), "channel": channels, "hours": [1.5] * 6})
"""


@pytest.fixture
def own(notebook):
    """A notebook that has a frame."""
    assert notebook.run(FRAME).error is None
    return notebook


def counts(frame):
    return dict(zip(frame.iloc[:, 0], frame.iloc[:, 1], strict=True))


def test_a_frame_is_asked_after_one_line(own):
    said = own.run("svcchat_magic.use(tickets=tickets)")
    own.run("%%ask\ntickets by channel")

    assert "Using your data on this machine" in said.text
    assert "tickets: 6 rows, 3 columns" in said.text
    assert counts(own["tickets_by_channel"]) == {"Email": 4, "Phone": 2}
    assert "your own data, on this machine" in own.run("%chat").text


def test_use_loads_the_extension(bare_notebook):
    bare_notebook.run(FRAME)

    assert bare_notebook.run("svcchat_magic.use(tickets=tickets)").error is None
    assert bare_notebook.run("%ask tickets by channel").error is None


def test_a_changed_frame_is_seen_after_use_again(own):
    own.run("svcchat_magic.use(tickets=tickets)")
    own.run("%ask tickets by channel")
    chat = own["_ask"].chat_id
    own.run("tickets = tickets.head(3)\nsvcchat_magic.use(tickets=tickets)\n%ask tickets by channel")

    assert counts(own["tickets_by_channel"]) == {"Email": 2, "Phone": 1}
    assert own["_ask"].chat_id != chat


def test_files_and_frames_are_named_on_the_line(own, tmp_path):
    pd.DataFrame({"town": ["Ulm"], "people": [5]}).to_csv(tmp_path / "my towns.csv", index=False)

    said = own.run(f"%chat use tickets places='{tmp_path / 'my towns.csv'}'")

    assert "tickets: 6 rows" in said.text
    assert "places: 1 row, 2 columns" in said.text
    own.run("%ask people by town")
    assert own["_ask"].is_complete


def test_it_answers_here_whatever_the_settings_say_until_one_goes_back(own, monkeypatch, service):
    monkeypatch.setenv("SVCCHAT_CHAT_URL", service.chat_url)
    monkeypatch.setenv("SVCCHAT_API_KEY", service.api_key.reveal())

    said = own.run("%chat use tickets")
    own.run("%ask tickets by channel")
    back = own.run("%chat use --remote")
    own.run("%ask orders by channel in 2023")

    assert "To go back to it, run %chat use" in said.text
    assert counts(own["tickets_by_channel"]) == {"Email": 4, "Phone": 2}
    assert service.chat_url in back.text
    assert own["orders_by_channel"].iloc[:, 1].sum() > 1_000


def test_a_cell_asks_other_data_in_a_chat_of_its_own(own, tmp_path):
    file = tmp_path / "towns.csv"
    pd.DataFrame({"town": ["Ulm", "Bonn"], "people": [5, 7]}).to_csv(file, index=False)
    own.run("%chat use tickets")
    own.run("%ask tickets by channel")
    first = own["_ask"].chat_id
    own.run(f"%%ask --data {file}\npeople by town")
    towns = own["_ask"]
    own.run(f"%%ask --data {file}\nonly Ulm")
    follow_up = own["_ask"]
    own.run("%ask only Email")

    assert towns.chat_id == follow_up.chat_id != first
    assert own["_ask"].chat_id == first


def test_a_cell_reads_a_file_anew_that_has_changed(own, tmp_path):
    file = tmp_path / "towns.csv"
    for people in (5, 8):
        pd.DataFrame({"town": ["Ulm", "Bonn"], "people": [people, 7]}).to_csv(file, index=False)
        own.run(f"%%ask --data {file}\ntotal people by town")

    assert counts(own["_ask"].df()) == {"Ulm": 8, "Bonn": 7}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("%chat use nowhere.csv", EngineError),
        ("%chat use https://example.com/a.csv", EngineError),
        ("%chat use 'not closed", RequestRefused),
        ("%chat use", RequestRefused),
        ("%%ask --data a.csv --chat x\nhow many?", RequestRefused),
        ("%%ask --data a.csv --as-user a,b\nhow many?", RequestRefused),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_changes_nothing(own, line, kind):
    own.run("%chat use tickets")

    assert type(own.run(line).error) is kind
    assert own.run("%ask tickets by channel").error is None


def test_a_chat_about_own_data_is_not_listed(own):
    own.run("%chat use tickets")
    own.run("%ask tickets by channel")

    assert "There are no chats" in own.run("%chat list").text


def test_a_recording_is_of_its_data(own, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SVCCHAT_MODE", "auto")
    own.run("svcchat_magic.use(tickets=tickets)\n%ask tickets by channel")
    monkeypatch.setenv("SVCCHAT_MODE", "replay")

    own.run("svcchat_magic.use(tickets=tickets.copy())")
    assert own.run("%ask tickets by channel").error is None
    own.run("svcchat_magic.use(tickets=tickets.head(3))")
    assert type(own.run("%ask tickets by channel").error) is RecordingMissing


TARGETS = """
regions = ["Europe", "Asia Pacific", "North America", "Latin America"]
targets_df = pd.DataFrame({"region": regions, "target": [7e6, 2e6, 4e6, 9e5], "manager": list("abab")})
"""


def test_a_frame_joins_a_model_for_one_cell(own):
    own.run(TARGETS)
    asked = own.run("%%ask --model demo --data targets=targets_df\nrevenue by manager")

    assert asked.error is None
    assert set(counts(own["revenue_by_manager"])) == {"a", "b"}
    assert "your own data" not in own.run("%chat").text


def test_tables_join_the_model_that_is_used(own, tmp_path):
    own.run(TARGETS)
    said = own.run("svcchat_magic.use(model='demo', targets=targets_df)")
    own.run("%ask target by region")

    assert "customers.region refers to targets.region" in said.text
    assert counts(own["total_target_by_region"])["Europe"] == 7e6
    own.run("goals = targets_df.rename(columns={'target': 'goal', 'manager': 'lead'})")
    own.run("%%ask --data goals=goals\nrevenue by lead")
    assert set(counts(own["revenue_by_lead"])) == {"a", "b"}


def test_a_model_has_the_data_beside_it_and_the_demo_its_own(own, tmp_path):
    own.run(TARGETS)
    (tmp_path / "towns.yml").write_text(
        "cubes: [{name: towns, sql_table: towns, measures: [{name: count, type: count}]}]"
    )

    without = own.run(f"svcchat_magic.use(model={str(tmp_path)!r}, tickets=tickets)").error
    assert isinstance(without, EngineError)
    assert "own data is missing" in str(without)
    assert isinstance(own.run(f"%chat use {tmp_path} --model demo").error, RequestRefused)
    assert isinstance(own.run("%chat use tickets --model").error, RequestRefused)
