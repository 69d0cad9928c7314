"""What Python holds while something is done."""

import tracemalloc
from contextlib import contextmanager


@contextmanager
def tracing():
    """Look at what Python holds of what is made from now on; gives the most of it so far."""
    tracemalloc.start()
    try:
        yield lambda: tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
