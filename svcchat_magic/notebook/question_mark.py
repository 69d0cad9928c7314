"""Keeps `%ask why?` a question: IPython would read a line that ends in `?` as a call for help."""

import re

_ASKED = re.compile(r"^(?P<before>\s*(?:[^\W\d]\w*\s*=\s*)?)%ask[ \t]+(?P<question>\S.*\?)[ \t]*$")


def keep_question_mark(lines: list[str]) -> list[str]:
    """Turn `%ask ...?` and `name = %ask ...?` into the calls they mean; every other line stays.

    The body of a cell magic is somebody else's text and is left alone, as is `%ask?`.
    """
    if lines and lines[0].startswith("%%"):
        return lines

    return [_kept(line) for line in lines]


def _kept(line: str) -> str:
    asked = _ASKED.match(line.rstrip("\n"))
    if asked is None:
        return line

    return f"{asked['before']}get_ipython().run_line_magic('ask', {asked['question']!r})\n"
