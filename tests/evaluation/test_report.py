"""Verdicts counted, as tables, as JSON and as a JUnit file."""

from xml.etree import ElementTree

from svcchat_magic.evaluation.junit import write_junit
from svcchat_magic.evaluation.question_file import Item
from svcchat_magic.evaluation.report import report
from svcchat_magic.evaluation.summary import json_object
from svcchat_magic.evaluation.verdicts import Answered, Graded, Status, Verdict


def graded(name, kind, status, reason="", *, is_silent=False):
    item = Item(name=name, question=f"{name}?", after=("before",), kind=kind, level="easy")
    return Graded(item, Answered(text="said \x00\x1b[2J"), Verdict(status, reason, is_silent))


ALL = [
    graded("a", "total", Status.PASS),
    graded("b", "topn", Status.FAIL, "value", is_silent=True),
    graded("c", "total", Status.FAIL, "row count"),
    graded("d", "total", Status.CLARIFY, "it asked back"),
    graded("e", "list", Status.REFUSED, "refused"),
    graded("f", "list", Status.REVIEW, "some rows"),
    graded("g", "list", Status.ERROR, "failed \x07"),
]


def test_the_summary_counts_each_status_once():
    found = json_object(ALL)

    assert found["summary"] == {
        "total": 7,
        "pass": 1,
        "fail": 2,
        "wrong_silent": 1,
        "clarify": 1,
        "refused": 1,
        "review": 1,
        "error": 1,
    }
    assert [(item["name"], item["status"], item["wrong_silent"]) for item in found["items"][:3]] == [
        ("a", "pass", False),
        ("b", "fail", True),
        ("c", "fail", False),
    ]


def test_the_tables_are_by_kind_and_level_and_give_reasons():
    by_kind, by_level, reasons = report(ALL).split("\n\n")

    assert [line.split()[:3] for line in by_kind.splitlines()[2:]] == [
        ["total", "3", "1"],
        ["topn", "1", "0"],
        ["list", "3", "0"],
        ["all", "7", "1"],
    ]
    assert [line.split()[0] for line in by_level.splitlines()] == ["level", "──────"[:5], "easy", "all"]
    assert reasons.splitlines()[:2] == ["fail, silently: b: value", "    before > b?"]
    assert reasons.count(" > ") == 6


def test_what_passes_has_no_reasons():
    assert "silently" not in report(ALL[:1])
    assert len(report(ALL[:1]).split("\n\n")) == 2


def test_a_junit_file_is_xml_whatever_was_said(tmp_path):
    write_junit(ALL, tmp_path / "verdicts.xml")

    suite = ElementTree.parse(tmp_path / "verdicts.xml").getroot()
    found = {case.get("name"): [problem.tag for problem in case] for case in suite}

    assert dict(suite.items()) == {"name": "svcchat eval", "tests": "7", "failures": "5", "errors": "1"}
    assert found["a"] == []
    assert found["b"] == found["d"] == found["e"] == found["f"] == ["failure"]
    assert found["g"] == ["error"]
