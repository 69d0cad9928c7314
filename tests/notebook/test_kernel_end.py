"""A kernel that ends in the middle of an answer."""

import os

import pytest

from tests.faults.fixtures import KEY, origin  # noqa: F401 - a fixture
from tests.faults.scripted_origin import ABORT_PATH, Ending, Reply, recorded
from tests.kernels import FileKernelManager
from tests.waiting import PATIENCE

FIRST_LINES = tuple(recorded("short").splitlines(keepends=True)[:5])
SECONDS = 2 * PATIENCE  # a kernel starts slowly


@pytest.mark.long
@pytest.mark.case("S35")
@pytest.mark.parametrize("how", ["restart", "kill"])
def test_a_kernel_that_ends_leaves_nothing_connected(origin, tmp_path, how):  # noqa: F811
    origin.answer(Reply(FIRST_LINES, ending=Ending.STALL))
    origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
    told = {"SVCCHAT_CHAT_URL": origin.chat_url, "SVCCHAT_API_KEY": KEY, "IPYTHONDIR": str(tmp_path)}
    manager = FileKernelManager()
    manager.start_kernel(env={**os.environ, **told})
    client = manager.client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=SECONDS)
        client.execute_interactive("%load_ext svcchat_magic", timeout=SECONDS, output_hook=lambda _: None)
        client.execute("%%ask\nOrders")
        assert origin.asked.acquire(timeout=SECONDS)

        if how == "restart":
            manager.restart_kernel()
        else:
            manager.shutdown_kernel(now=True)

        assert origin.gone.wait(SECONDS)
        if how == "restart":
            client.wait_for_ready(timeout=SECONDS)
            reply = client.execute_interactive("1 + 1", timeout=SECONDS, output_hook=lambda _: None)
            assert reply["content"]["status"] == "ok"

    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
