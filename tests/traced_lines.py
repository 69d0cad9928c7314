"""Lines that a tracer is told of, for tests that interrupt at one of them."""

import linecache
from types import FrameType


def leaves_a_with(frame: FrameType) -> bool:
    """Whether a `with` is told once more, between its body and `__exit__`, where Python takes no signal.

    An interrupt that a tracer raises there would leave a lock held that no signal can.
    """
    code, line = frame.f_code, frame.f_lineno
    if not linecache.getline(code.co_filename, line).lstrip().startswith("with "):
        return False

    return frame.f_lasti > min(start for start, _, of in code.co_lines() if of == line)
