"""`svcchat record`: answers kept for notebooks that run anywhere."""

import pytest

from tests.asking_back import NONSENSE


@pytest.mark.long
def test_questions_of_a_file_are_recorded_once_and_replayed_without_a_service(svcchat, tmp_path):
    (tmp_path / "questions.txt").write_text("# the months\nRevenue by month last year\n\nand by region?\n")

    first = svcchat("record", "questions.txt", "--into", "kept")
    second = svcchat("record", "questions.txt", "--into", "kept")
    replayed = svcchat(
        "ask", "Revenue by month last year", SVCCHAT_MODE="replay", SVCCHAT_RECORDINGS=str(tmp_path / "kept")
    )

    assert first.returncode == second.returncode == 0, first.stderr
    assert first.stderr.count("recorded:") == 2
    assert second.stderr.count("recorded already:") == 2
    assert len(list((tmp_path / "kept").glob("*.ndjson"))) == 2
    assert replayed.returncode == 0
    assert "Revenue in 2024" in replayed.stdout


def test_a_file_that_is_not_there_is_one_sentence(svcchat):
    done = svcchat("record", "questions.txt")

    assert done.returncode == 1
    assert "questions.txt" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.long
def test_a_byte_order_mark_makes_no_question_of_a_comment(svcchat, tmp_path):
    (tmp_path / "questions.txt").write_text("# the months\nOrders by channel\n", encoding="utf-8-sig")

    done = svcchat("record", "questions.txt", "--into", "kept")

    assert done.stderr == "recorded: Orders by channel\n"


def test_a_file_that_is_no_text_is_one_sentence(svcchat, tmp_path):
    (tmp_path / "questions.txt").write_bytes(b"\xff\xfeO\x00")

    done = svcchat("record", "questions.txt")

    assert done.returncode == 2
    assert done.stderr == "svcchat: questions.txt is not UTF-8 text.\n"


@pytest.mark.long
def test_an_answer_that_could_not_be_recorded_is_no_success(svcchat, tmp_path):
    (tmp_path / "questions.txt").write_text("Orders by channel\nonly 2023\n")
    (tmp_path / "taken").write_text("a file stands where the folder should be")

    done = svcchat("record", "questions.txt", "--into", "taken")

    assert done.returncode == 1
    assert "recorded:" not in done.stderr
    assert done.stderr.startswith("svcchat: This answer is not recorded.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_a_refused_question_is_not_recorded_and_ends_the_list(svcchat, tmp_path):
    (tmp_path / "questions.txt").write_text(f"{NONSENSE}\nOrders by channel\n")

    done = svcchat("record", "questions.txt", "--into", "kept")

    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == f"not recorded: {NONSENSE}"
    assert "was not answered" in done.stderr
    assert not list((tmp_path / "kept").glob("*.ndjson"))
