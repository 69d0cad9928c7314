"""The README is the first screen: short, with two commands, and links to everything else."""

import os
import re
import shlex
import subprocess
import sys

from tests.browser.animated_image import seconds
from tests.pages import README, ROOT, fences, text_of

MOST_WORDS = 700
TEXT = text_of(README)
FIRST_SCREEN = TEXT.split("\n## ")[0]


def prose(text: str) -> str:
    without_code = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"<picture>.*?</picture>", "", without_code, flags=re.DOTALL)


def test_it_has_at_most_700_words_outside_of_code_and_pictures():
    assert 100 < len(prose(TEXT).split()) <= MOST_WORDS


def test_the_first_screen_is_a_sentence_a_picture_and_two_commands():
    commands = [fence.text.strip() for fence in fences(FIRST_SCREEN)]
    pictures = re.findall(r'(?:srcset|src)="([^"]+)"', FIRST_SCREEN)
    title, sentence, *_ = FIRST_SCREEN.split("\n\n")

    assert title == "# svcchat_magic"
    assert sentence.count(".") == 1
    assert len(commands) == 2
    assert all("\n" not in command for command in commands)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_its_film_is_short_and_small():
    films = sorted(set(re.findall(r'"(\.github/images/[^"]+\.webp)"', TEXT)))

    assert films == [".github/images/question-dark.webp", ".github/images/question-light.webp"]
    assert all(6 <= seconds((ROOT / film).read_bytes()) <= 10 for film in films)
    assert all((ROOT / film).stat().st_size <= 1_500_000 for film in films)


def test_the_check_runs_the_second_command_word_for_word():
    _, test_command = (fence.text.strip() for fence in fences(FIRST_SCREEN))

    assert test_command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_question_of_the_first_command_is_answered(tmp_path):
    first, _ = (fence.text.strip() for fence in fences(FIRST_SCREEN))
    program, *arguments = shlex.split(first.rpartition("&&")[2])
    own = {name: text for name, text in os.environ.items() if not name.startswith("SVCCHAT_")}

    done = subprocess.run(
        [sys.executable, "-m", "svcchat_magic", *arguments],
        env=own | {"XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert program == ".venv/bin/svcchat"
    assert done.returncode == 0, done.stderr
    assert "grew the most" in done.stdout


def test_a_notebook_needs_five_lines():
    section = TEXT.partition("## In a notebook\n")[2].partition("\n## ")[0]
    cells = [fence.text for fence in fences(section) if fence.is_cell]

    assert len(cells) == 3
    assert sum(len(cell.splitlines()) for cell in cells) == 5


def test_it_links_licence_changes_documentation_guarantees_and_contributing():
    links = set(re.findall(r"\]\(([^)]+)\)", TEXT))

    assert {
        "LICENSE",
        "CHANGELOG.md",
        "docs/README.md",
        "docs/security.md",
        ".github/CONTRIBUTING.md",
    } <= links
