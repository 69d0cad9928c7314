"""What docs/analyst.md says that the built-in analyst answers, it answers; what it does not, it does not."""

import re

import pytest

from svcchat_magic import Conversation, read_settings
from tests.pages import page, rows

PAGE = page("analyst.md")
ANSWERED = rows(PAGE.partition("## It does not answer")[0], "kind of question")
REFUSED = rows(PAGE.partition("## It does not answer")[2], "kind of question")

WITHOUT_ROWS = ("Which tables are there?", "Which columns does orders have?", "What does status mean?")


@pytest.fixture
def conversation(service):
    settings = read_settings(chat_url=service.chat_url, api_key=service.api_key.reveal(), external_id="pages")
    with Conversation(settings) as started:
        yield started


@pytest.mark.long
def test_it_answers_every_kind_of_question_that_it_is_said_to_answer(conversation):
    own = (example.partition("of other data:")[0] for _, example in ANSWERED)
    asked = [question for each in own for question in re.findall(r"`([^`]+)`", each)]
    answers = {question: conversation.ask(question, new=True) for question in asked}

    about_itself = answers.pop("What can I ask?")
    about_the_data = [answers.pop(each) for each in WITHOUT_ROWS]
    assert len(answers) > len(ANSWERED) / 2
    assert [example for example, answer in answers.items() if not answer.results] == []
    assert {answer.outcome for answer in answers.values()} == {"answered"}
    assert "You can ask about" in about_itself.text
    assert [each.outcome for each in about_the_data] == ["answered"] * len(WITHOUT_ROWS)


def test_it_runs_nothing_for_what_it_is_said_not_to_answer(conversation):
    answers = {example: conversation.ask(example.strip("`"), new=True) for _, example in REFUSED}

    assert len(answers) > 5
    assert [example for example, answer in answers.items() if answer.results or not answer.is_complete] == []
    assert {answer.outcome for answer in answers.values()} == {"refused"}


def test_it_follows_up_as_the_page_says(conversation):
    (line,) = re.findall(r"^Follow-up questions .+$", PAGE, re.MULTILINE)
    conversation.ask("Revenue by month in 2024")

    answers = [conversation.ask(question) for question in re.findall(r"`([^`]+)`", line)]

    assert len(answers) > 2
    assert [answer.question for answer in answers if not answer.results] == []


def test_a_word_that_it_does_not_know_is_named_in_the_answer(conversation):
    question, said = re.findall(r"^A word .*`([^`]+)` is answered with \"([^\"]+)\"", PAGE, re.MULTILINE)[0]

    assert said in conversation.ask(question).text
