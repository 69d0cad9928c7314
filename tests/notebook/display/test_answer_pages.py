from svcchat_magic.notebook.display.answer_pages import AnswerPages
from svcchat_magic.notebook.display.live_piece import LivePiece
from svcchat_magic.notebook.display.safe_text import answer_html
from tests.notebook.safe_page import text_of

BLOCK = "word " * 200 + "end.\n\n"


class Place:
    """One display: every state it was drawn in."""

    def __init__(self) -> None:
        self.states: list[dict[str, str]] = []

    def display(self, bundle, /, *, raw, metadata=None) -> None:
        self.states.append(bundle)

    def update(self, bundle, /, *, raw, metadata=None) -> None:
        self.states.append(bundle)


class Cell:
    """The displays of one cell, in order."""

    def __init__(self) -> None:
        self.places: list[Place] = []

    def place(self) -> Place:
        self.places.append(Place())
        return self.places[-1]

    @property
    def html(self) -> str:
        return "".join(place.states[-1]["text/html"] for place in self.places)

    @property
    def draws(self) -> int:
        return sum(len(place.states) for place in self.places)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_long_answer_is_painted_less_often_and_to_its_last_word():
    cell, clock = Cell(), Clock()
    pages = AnswerPages(True, cell.place, clock)
    text = BLOCK * 20 + "and then"
    pages.grow(text)
    drawn = cell.draws

    clock.now = 0.1
    pages.grow(text + " more")
    assert cell.draws == drawn

    clock.now = 0.3
    pages.grow(text + " more")
    assert "and then more" in text_of(cell.html)


def test_a_short_answer_is_painted_at_each_call():
    cell = Cell()
    pages = AnswerPages(True, cell.place, Clock())

    for words in ("one", "one two", "one two three"):
        pages.grow(words)

        assert text_of(cell.html).strip() == words


def test_words_that_begin_a_page_are_shown_when_nothing_more_comes():
    cell, clock = Cell(), Clock()
    pages = AnswerPages(True, cell.place, clock)
    text = BLOCK * 6 + "the next page"
    pages.grow(text)

    clock.now = 1.0
    pages.grow(text)

    assert text_of(cell.html) == text_of(answer_html(text))


def test_a_full_page_is_not_drawn_again_until_the_end():
    cell, clock = Cell(), Clock()
    pages = AnswerPages(True, cell.place, clock)
    for blocks in range(1, 30):
        clock.now += 1
        pages.grow(BLOCK * blocks + "and")

    first = cell.places[0].states
    assert len(first) < 10
    assert len(cell.places) > 3

    pages.finish(BLOCK * 29 + "and")

    assert first[-1] == first[-2]
    assert text_of(cell.html) == text_of(answer_html(BLOCK * 29 + "and"))


def test_another_text_takes_the_place_of_the_pages_before_it():
    cell, clock = Cell(), Clock()
    pages = AnswerPages(True, cell.place, clock)
    pages.grow(BLOCK * 12)
    clock.now = 1.0
    other = "other " + BLOCK * 12

    pages.grow(other)
    pages.finish(other)

    assert text_of(cell.html) == text_of(answer_html(other))


def test_only_what_may_not_wait_is_drawn_before_its_time():
    place = Place()
    piece = LivePiece(True, lambda: place)
    piece.show({"text/plain": "asking, 0.1 s"})

    piece.show({"text/plain": "asking, 0.2 s"}, after=3_600.0)
    piece.show({"text/plain": "thinking, 0.3 s"})

    assert [each["text/plain"] for each in place.states] == ["asking, 0.1 s", "thinking, 0.3 s"]
