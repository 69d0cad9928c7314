"""Lay out a page's chart, with an untrusted specification, where it cannot block the service."""

import json
from contextlib import suppress
from dataclasses import dataclass

from svcchat_magic.charts.page_charts import page_chart
from svcchat_magic.errors import ChartRefused
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.service.runs.work_frames import WorkEnded, as_program, failure_of, read_frame, write_frame


@dataclass(frozen=True, slots=True)
class ChartJob:
    """A result, and the width of the page in pixels."""

    result: SqlResult
    width: int


def laid_out(job: ChartJob) -> bytes | WorkEnded:
    """The reply as JSON: `chart`, or `refused` with a message."""
    try:
        return as_json({"chart": page_chart(job.result, job.width)})
    except ChartRefused as cause:
        return as_json({"refused": str(cause)})
    except Exception as cause:  # on any error the page learns that there is no chart
        return failure_of(cause)


def as_json(reply: dict[str, object]) -> bytes:
    """A reply as JSON."""
    return json.dumps(reply, allow_nan=False).encode()


def work_until_closed() -> None:
    """Lay out charts until the input closes; the main function of a chart process."""
    source, sink = as_program()
    with suppress(BrokenPipeError):  # the parent closed its end
        while (job := read_frame(source)) is not None:
            write_frame(sink, laid_out(job))
