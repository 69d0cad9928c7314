"""What passes today, by feature: `python -m tests.semantic.gold.report [--settle] [--wrong]`.

`--settle` rewrites the marks `pending` in the files of statements; `--wrong` shows each wrong result.
"""

import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

from tests.semantic.gold.cases import GoldCase, gold_cases, ordinary_statements
from tests.semantic.gold.judging import DataSets, Judge, Verdict, open_duckdb

OUTCOMES = ("right", "wrong", "refused", "failed")


def main(options: list[str]) -> int:
    """Print the table; the exit status tells whether a result is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(DataSets(Path(folder)), open_duckdb)
        verdicts = {case: judge.verdict(case) for case in gold_cases()}
        print(by_feature(verdicts), ordinary(judge, "--refused" in options), sep="\n\n")
        judge.close()

    for case, verdict in verdicts.items():
        if verdict.outcome in ("wrong", "failed") or "--all" in options:
            print(f"\n{verdict.outcome.upper()} {case.id}\n{case.sql.strip()}\n-> {verdict.why[:500]}")

    if "--settle" in options:
        settle(verdicts)

    return int(any(verdict.outcome == "wrong" for verdict in verdicts.values()))


def by_feature(verdicts: Mapping[GoldCase, Verdict]) -> str:
    """A line for each feature: how many statements are right, wrong, refused or failed."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for case, verdict in verdicts.items():
        for feature in ("all", *case.features):
            counts[feature][verdict.outcome] += 1

    lines = [f"{'feature':<24}" + "".join(f"{outcome:>9}" for outcome in OUTCOMES)]
    for feature in sorted(counts, key=lambda name: (name != "all", name)):
        lines.append(f"{feature:<24}" + "".join(f"{counts[feature][outcome]:>9}" for outcome in OUTCOMES))

    return "\n".join(lines)


def ordinary(judge: Judge, shows_refused: bool) -> str:
    """How many of the ordinary statements are accepted, by model."""
    lines = []
    for model, statements in ordinary_statements().items():
        refused = {sql: why for sql in statements if (why := judge.refusal(model, sql)) is not None}
        lines.append(f"ordinary, {model}: {len(statements) - len(refused)} of {len(statements)} accepted")
        if shows_refused:
            lines += [f"  {sql}\n    -> {why}" for sql, why in refused.items()]

    return "\n".join(lines)


def settle(verdicts: Mapping[GoldCase, Verdict]) -> None:
    """Mark what does not pass with its reason, and take the mark from what does."""
    for path in {case.file for case in verdicts}:
        text = re.sub(r"^    pending: .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for case, verdict in verdicts.items():
            if case.file == path and verdict.outcome != "right":
                line = f"  - name: {case.name}\n"
                text = text.replace(line, f"{line}    pending: {_reason(verdict)}\n")

        path.write_text(text, "utf-8")


def _reason(verdict: Verdict) -> str:
    why = re.sub(r"[^\w .,;()*=<>/+-]", "", verdict.why)[:70].strip()
    return f'"{verdict.outcome}, {why}"'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
