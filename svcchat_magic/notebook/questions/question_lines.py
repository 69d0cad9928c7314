"""Rewrites question lines that IPython would take for help or a usage error."""

import re

# Patterns that `%load_ext` need not compile: `re` keeps what it has compiled.
_ASKED = r"^(?P<before>\s*(?:[^\W\d]\w*\s*=\s*)?)%ask[ \t]+(?P<question>\S.*\?)[ \t]*$"
_CELL = r"%%ask(?:[ \t]+(?P<line>.*))?"


def keep_questions(lines: list[str]) -> list[str]:
    """Turn `%ask ...?`, `name = %ask ...?` and an `%%ask` without a body into the calls they mean.

    Other lines are unchanged, and so are `%ask?` and the body of another cell magic.
    """
    if not lines or not lines[0].startswith("%%"):
        return [_kept(line) for line in lines]

    asked = re.fullmatch(_CELL, lines[0].rstrip())
    if asked is None or any(line.strip() for line in lines[1:]) or (asked["line"] or "").startswith("?"):
        return lines

    return [_call(asked["line"] or "")]


def _kept(line: str) -> str:
    asked = re.match(_ASKED, line.rstrip("\n"))
    return line if asked is None else asked["before"] + _call(asked["question"])


def _call(line: str) -> str:
    return f"get_ipython().run_line_magic('ask', {line!r})\n"
