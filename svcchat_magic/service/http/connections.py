"""Cancel work when its client disconnects."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.types import Receive


async def while_connected(receive: Receive, work: Coroutine[Any, Any, None]) -> None:
    """Run the work until it is done or the client disconnects; raises what the work raises."""
    working = asyncio.create_task(work)
    going = asyncio.create_task(_disconnect(receive))
    try:
        await asyncio.wait({working, going}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
    finally:
        going.cancel()
        working.cancel()
        await asyncio.wait({working, going})


async def _disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue
