"""Verdicts as a JUnit file, which continuous integration shows as tests."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, ElementTree, SubElement

from svcchat_magic.evaluation.summary import summary
from svcchat_magic.evaluation.verdicts import Graded, Status

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(graded: Sequence[Graded], file: Path) -> None:
    """Write one test case a question, its kind as the class; raises OSError."""
    counts = summary(graded)
    errors = counts["error"]
    failures = counts["total"] - counts["pass"] - errors
    numbers = {"tests": counts["total"], "failures": failures, "errors": errors}
    suite = Element(
        "testsuite", {"name": "svcchat eval"} | {name: str(each) for name, each in numbers.items()}
    )
    for each in graded:
        _add_case(suite, each)

    ElementTree(suite).write(file, encoding="utf-8", xml_declaration=True)


def _add_case(suite: Element, graded: Graded) -> None:
    item, verdict = graded.item, graded.verdict
    case = SubElement(suite, "testcase", classname=item.kind, name=_xml_text(item.name))
    if verdict.status is Status.PASS:
        return

    tag = "error" if verdict.status is Status.ERROR else "failure"
    problem = SubElement(case, tag, type=verdict.status.value, message=_xml_text(verdict.reason))
    problem.text = _xml_text(f"{item.question}\n\n{graded.answered.text}")


def _xml_text(text: str) -> str:
    """The text without the characters that no XML file may have."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
