"""The panel in a real kernel, used as a page uses it: by comm messages, with the real service."""

import json

import pytest

from tests.asking_back import AMBIGUOUS, CHOICES, AskingBack
from tests.faults.fixtures import KEY
from tests.notebook.lab_kernel import LabKernel, Shown, lab_kernel
from tests.notebook.safe_page import text_of
from tests.service.conftest import ScriptedAnalyst, clock, start, workspace  # noqa: F401 - fixtures
from tests.waiting import PATIENCE

CANARY = "<img src=x onerror=alert(1)>"


@pytest.fixture
def kernel(tmp_path, service):
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, SVCCHAT_QUERY_URL=service.query_url, **told) as kernel:
        yield kernel


def ask(kernel: LabKernel, panel: Shown, question: str) -> None:
    """Type a question, press Enter, and wait until its turn stands in the panel's cell."""
    before = panel.html.count("complete")
    kernel.type("Question", question)
    kernel.press("Question", "submit")
    kernel.read_until(lambda: panel.html.count("complete") > before and is_free(kernel))


def is_free(kernel: LabKernel) -> bool:
    return kernel.widgets[kernel.widget("Stop")]["disabled"]


def shown_in_panels(kernel: LabKernel) -> str:
    """What all outputs of all panels show."""
    outputs = [each for state in kernel.widgets.values() for each in state.get("outputs", ())]
    return "\n".join(each["data"].get("text/html", "") for each in outputs)


def test_the_cell_returns_at_once_and_a_question_is_answered_and_bound(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month last year")

    assert panel.error == ""
    assert "application/vnd.jupyter.widget-view+json" in panel.displays[0]
    assert "Revenue by month last year" in text_of(shown_in_panels(kernel))
    assert kernel.run("print(len(revenue_by_month), _ask.status, _df is revenue_by_month)").text == (
        "12 complete True\n"
    )


@pytest.mark.long
def test_the_same_turn_stands_below_the_panel_as_static_displays(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month last year")
    kernel.read_until(lambda: "peaked in November" in panel.html)

    kinds = [set(display) for display in panel.displays[1:]]
    assert "Revenue by month last year" in panel.html
    assert "revenue_by_month" in panel.html
    assert any("application/vnd.vegalite.v5+json" in kind for kind in kinds)
    assert not any("application/vnd.jupyter.widget-view+json" in kind for kind in kinds)
    assert all(each["text/plain"] for each in panel.displays)


@pytest.mark.long
def test_a_cell_and_the_panel_go_on_with_one_chat(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    kernel.run("%%ask\nRevenue by month last year", "b")
    kernel.read_until(lambda: "Revenue by month last year" in panel.html)
    in_panel = text_of(shown_in_panels(kernel))
    ask(kernel, panel, "and by region?")
    cell = kernel.run("%%ask\nonly 2023", "c")

    assert "revenue_by_month" in in_panel
    assert cell.error == ""
    assert "2023" in text_of(cell.html)
    assert kernel.run(
        "print(len({r.svc.chat_id for r in (revenue_by_month, revenue_by_region, _df)}))"
    ).text == ("1\n")


@pytest.mark.long
def test_two_panels_show_the_same_chat(kernel: LabKernel):
    first = kernel.run("%chat panel", "a")
    second = kernel.run("import svcchat_magic; svcchat_magic.panel()", "b")
    ask(kernel, second, "Revenue by month last year")
    kernel.read_until(lambda: "Revenue by month last year" in first.html)

    assert text_of(shown_in_panels(kernel)).count("Revenue in 2024 was") == 2
    assert kernel.run("print(len([n for n in dir() if n.startswith('revenue_by_month')]))").text == "1\n"


@pytest.mark.long
def test_questions_of_one_panel_do_not_take_each_others_variables(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month in 2023")
    ask(kernel, panel, "Revenue by month in 2024")

    kept = "print(str(revenue_by_month.iloc[0, 0])[:4], str(revenue_by_month_2.iloc[0, 0])[:4])"
    assert kernel.run(kept).text == "2023 2024\n"


@pytest.mark.long
def test_running_the_cell_again_shows_the_chat_again_and_ends_the_old_panel(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month last year")
    again = kernel.run("%chat panel", "a")
    kernel.read_until(lambda: "peaked in November" in again.html and is_free(kernel))

    assert len([state for state in kernel.widgets.values() if state.get("description") == "Question"]) == 1
    assert text_of(shown_in_panels(kernel)).count("Revenue in 2024 was") == 1
    assert "revenue_by_month" in again.html


@pytest.mark.long
def test_new_chat_and_the_list_of_chats(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month last year")
    kernel.press("New chat")
    kernel.read_until(lambda: "Revenue in 2024 was" not in text_of(shown_in_panels(kernel)))
    ask(kernel, panel, "Orders by channel in 2023")

    names = kernel.widgets[kernel.widget("Chat")]["_options_labels"]
    assert names == ["New chat", "orders-by-channel-in-2023", "revenue-by-month-last-year"]

    kernel.type("Chat", 2)
    kernel.read_until(lambda: "Revenue in 2024 was" in text_of(shown_in_panels(kernel)) and is_free(kernel))
    ask(kernel, panel, "and by region?")
    assert "region" in kernel.run("print(list(_df.columns))").text


@pytest.mark.long
def test_a_suggestion_is_a_button_that_asks(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    ask(kernel, panel, "Revenue by month last year")
    kernel.press("only 2023")
    kernel.read_until(lambda: panel.html.count("complete") == 2)

    assert "only 2023" in panel.html


def test_a_choice_is_a_button_that_asks_its_whole_question(tmp_path, start):  # noqa: F811 - the fixture
    service, (label, question) = start(AskingBack()), CHOICES[0]
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, **told) as kernel:
        panel = kernel.run("%chat panel", "a")
        kernel.type("Question", AMBIGUOUS)
        kernel.press("Question", "submit")
        kernel.read_until(lambda: "needs a choice" in panel.html and is_free(kernel))

        kernel.press(label)
        kernel.read_until(lambda: "complete" in panel.html)

        assert question in text_of(shown_in_panels(kernel))
        assert kernel.run("print(len(_df), _ask.outcome)").text == "12 answered\n"


@pytest.mark.long
def test_a_suggestion_cannot_be_used_before_the_answer_has_ended(kernel: LabKernel):
    kernel.run("%chat panel", "a")
    kernel.type("Question", "Revenue by month last year")
    kernel.press("Question", "submit")
    kernel.read_until(lambda: any(each.get("description") == "only 2023" for each in kernel.widgets.values()))
    first = kernel.widgets[kernel.widget("only 2023")]["disabled"]
    kernel.read_until(lambda: not kernel.widgets[kernel.widget("only 2023")]["disabled"])

    assert first
    assert is_free(kernel)


@pytest.mark.long
def test_what_was_typed_is_asked_though_the_key_is_told_before_it(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    kernel.type("Question", "Orders by channel in 2023")  # told when the box was left
    kernel.press("Question", "submit")
    kernel.type("Question", "Revenue by month last year")
    kernel.read_until(lambda: "complete" in panel.html and is_free(kernel))

    assert "Revenue by month last year" in panel.html
    assert "Orders by channel" not in panel.html


@pytest.mark.long
def test_enter_in_an_empty_box_asks_nothing_and_not_what_is_typed_later(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    kernel.press("Question", "submit")
    kernel.read_until(lambda: page_replies(kernel) == [1, 1])
    kernel.run("'the reply is handled before this'")
    kernel.type("Question", "Revenue by month last year")
    kernel.type("Question", "Orders by channel in 2023")
    kernel.press("Question", "submit")
    kernel.read_until(lambda: "complete" in panel.html and is_free(kernel))

    assert "Revenue by month last year" not in panel.html
    assert "Orders by channel in 2023" in panel.html


def page_replies(kernel: LabKernel) -> list[int]:
    return [state["value"] for state in kernel.widgets.values() if state.get("_model_name") == "IntTextModel"]


@pytest.mark.long
def test_a_member_of_the_model_is_found_and_put_into_the_question(kernel: LabKernel):
    kernel.run("%chat panel", "a")
    kernel.type("Data model", True)
    kernel.read_until(lambda: "Units sold · Sales" in str(kernel.widgets))
    kernel.type("Search", "gross profit")
    kernel.read_until(lambda: "Units sold · Sales" not in str(kernel.widgets))
    kernel.read_until(lambda: str(kernel.widgets).count("'Gross profit · Sales'") == 1)
    kernel.press("Gross profit · Sales")
    kernel.read_until(lambda: kernel.widgets[kernel.widget("Question")]["value"] == "gross profit ")


@pytest.mark.long
def test_what_is_typed_before_the_model_is_there_is_searched(kernel: LabKernel):
    kernel.run("%chat panel", "a")
    kernel.type("Data model", True)
    kernel.read_until(lambda: kernel.focused == kernel.widget("Search"))
    known = str(kernel.widgets)
    kernel.type("Search", "gross profit")
    kernel.read_until(lambda: str(kernel.widgets).count("'Gross profit · Sales'") == 1)
    kernel.read_until(lambda: "Units sold · Sales" not in str(kernel.widgets))

    assert "· Sales" not in known


def branches(kernel: LabKernel) -> tuple[str, ...]:
    return tuple(kernel.widgets[kernel.widget("Branch")]["_options_labels"])


@pytest.mark.long
def test_a_branch_is_chosen_of_those_that_the_service_names(kernel: LabKernel):
    panel = kernel.run("%chat panel", "a")
    kernel.read_until(lambda: branches(kernel) == ("main", "per-region"))
    kernel.type("Branch", 1)  # on which this user, of no region, sees no rows
    ask(kernel, panel, "Revenue by region in 2024")
    on_branch = shown_in_panels(kernel)
    kernel.type("Branch", 0)
    ask(kernel, panel, "Revenue by region in 2024")

    assert "Europe had the highest" not in on_branch
    assert "Europe had the highest" in shown_in_panels(kernel)


@pytest.mark.long
def test_a_branch_of_the_settings_comes_first_and_one_that_was_asked_on_is_offered(tmp_path, service):
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, SVCCHAT_BRANCH="mine", **told) as kernel:
        kernel.run("%%ask --branch per-region --attr region=Europe --new\nRevenue in 2024", "asked")
        kernel.run("%chat panel", "a")
        kernel.read_until(lambda: branches(kernel) == ("mine", "main", "per-region"))


def test_stop_ends_an_answer_while_it_streams(tmp_path, start):  # noqa: F811
    analyst = ScriptedAnalyst()
    service = start(analyst)
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, **told) as kernel:
        panel = kernel.run("%chat panel", "a")
        kernel.type("Question", "Revenue")
        kernel.press("Send")
        kernel.read_until(lambda: "Half of" in shown_in_panels(kernel))
        kernel.press("Stop")
        kernel.read_until(lambda: "stopped" in panel.html and is_free(kernel))

    assert analyst.cancelled.wait(PATIENCE)
    assert "Half of" in panel.html


@pytest.mark.long
def test_stop_ends_a_question_that_was_sent_and_not_yet_asked(tmp_path, start):  # noqa: F811
    service = start(ScriptedAnalyst())
    told = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}
    with lab_kernel(tmp_path, **told) as kernel:
        panel = kernel.run("%chat panel", "a")
        kernel.run(f"""
            from threading import Event
            reached, gate = Event(), Event()

            class Column:
                ndim = 1

                def tolist(self):
                    reached.set()
                    gate.wait({PATIENCE})
                    return ["Revenue"]

            names = Column()
        """)
        kernel.type("Question", "{{names}}")
        kernel.press("Send")
        kernel.run(f"assert reached.wait({PATIENCE})")
        kernel.press("Stop")
        opened = kernel.run("gate.set()")
        kernel.read_until(lambda: "stopped" in panel.html and is_free(kernel))

    assert opened.error == ""
    assert "Revenue" in panel.html


@pytest.mark.long
@pytest.mark.case("R29")
def test_the_widgets_hold_no_key_and_no_html_of_the_agent(tmp_path, start):  # noqa: F811
    from svcchat_magic.analyst.events import AnswerText, Thought

    events = (Thought(CANARY), AnswerText(f"{CANARY} {KEY}\n\nTry next: *{CANARY}*"))
    service = start(ScriptedAnalyst(events, waits=False))
    key = service.api_key.reveal()
    with lab_kernel(tmp_path, SVCCHAT_CHAT_URL=service.chat_url, SVCCHAT_API_KEY=key) as kernel:
        panel = kernel.run("%chat panel", "a")
        ask(kernel, panel, "Revenue")
        state = dict(kernel.widgets)

    html = [each.get("value", "") for each in state.values() if each.get("_model_name") == "HTMLModel"]
    assert len(html) == 1
    assert CANARY not in html[0]
    assert CANARY not in shown_in_panels(kernel)
    assert "&lt;img" in shown_in_panels(kernel)
    assert key not in json.dumps(state)
