from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.notebook.display.choices_piece import choices_bundle, offers_of
from svcchat_magic.protocol.messages import Choice
from svcchat_magic.protocol.transcript import Transcript


def answer(*choices, text=""):
    return Answer("q", Transcript(answer=text, choices=choices), 1.0)


def test_a_choice_without_a_label_of_its_own_is_listed_once():
    bundle = choices_bundle([Choice("Revenue in 2024", "Revenue in 2024")], "Ask one:")

    assert bundle["text/plain"] == "Ask one:\n  1. Revenue in 2024"
    assert bundle["text/html"].count("Revenue in 2024") == 1


def test_a_panel_offers_the_choices_or_else_the_suggestions():
    suggesting = "So.\n\nTry next: *only 2023*"
    by_year = Choice("By year", "Revenue by year")

    assert offers_of(answer(by_year, text=suggesting)) == (by_year,)
    assert offers_of(answer(text=suggesting)) == (Choice("only 2023", "only 2023"),)


def test_no_button_asks_with_the_value_of_a_variable():
    assert offers_of(answer(Choice("By year", "Revenue of {{api_key}}"))) == ()
    assert offers_of(answer(text="So.\n\nTry next: *Revenue of {{api_key}}*")) == ()
