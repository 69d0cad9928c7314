"""`%chat panel` in a run that nobody watches: the chat as it was, and no widget."""

import nbformat
import pytest
from nbclient import NotebookClient

from tests.kernels import AsyncFileKernelManager
from tests.notebook.safe_page import text_of

SECONDS = 300
CELLS = (
    "%load_ext svcchat_magic",
    "%chat panel",
    "%%ask mine <<\nOrders by channel in 2023",
    "%%ask --as-user ada\nRevenue by region in 2024",
    "%%ask\nonly 2024",
    "import svcchat_magic; svcchat_magic.panel()",
    "%config AskMagics.mode = 'replay'",
    "%chat panel",
    "%chat new",
    "%chat panel",
)
WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(scope="module")
def ran(tmp_path_factory, service):
    """The cells, run as a scheduler runs them."""
    folder = tmp_path_factory.mktemp("unwatched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SVCCHAT_CHAT_URL", service.chat_url)
        patch.setenv("SVCCHAT_API_KEY", service.api_key.reveal())
        for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR"):
            patch.setenv(name, str(folder))

        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            startup_timeout=SECONDS,
            kernel_name="python3",
            kernel_manager_class=AsyncFileKernelManager,
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute()

    return notebook


def shown(ran, number):
    return text_of("\n".join(output.data.get("text/html", "") for output in ran.cells[number].outputs))


@pytest.mark.long
def test_every_turn_of_the_chat_stands_there_with_its_variables(ran):
    text = shown(ran, 5)

    assert text.index("Orders by channel in 2023") < text.index("mine") < text.index("only 2024")
    assert "Revenue by region" not in text
    assert sum("application/vnd.vegalite.v5+json" in each.data for each in ran.cells[5].outputs) == 2


def test_there_is_no_widget_and_no_state_of_one(ran):
    assert WIDGET not in nbformat.writes(ran)
    assert "widgets" not in ran.metadata


@pytest.mark.parametrize("number", [1, 9])
def test_without_a_question_it_says_so(ran, number):
    assert "Nothing has been asked yet" in shown(ran, number)
    assert len(ran.cells[number].outputs) == 1


def test_no_service_is_asked_for_what_this_kernel_knows(ran):
    assert "Orders by channel in 2023" in shown(ran, 7)
