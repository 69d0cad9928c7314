"""A service whose analyst stands still in mid-answer, to be killed by the test that started it."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.state_file import open_store
from svcchat_magic.settings import ApiKey
from tests.service.conftest import ScriptedAnalyst

KEY = "test-key-0123456789"


def served_elsewhere(file):
    """A service with a scripted analyst in a process of its own."""
    program = (
        "import sys; from tests.service.waiting_service import serve_waiting; serve_waiting(sys.argv[1])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    address = json.loads(process.stdout.readline())
    return process, SimpleNamespace(**address, api_key=ApiKey(KEY))


def serve_waiting(state):
    """Serve until the process is killed; prints the addresses."""
    key = ApiKey(KEY)
    workspace = Workspace(load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data"))
    account = read_account(DEMO / "account.toml").with_key(key)
    parts = ServiceComponents(account, open_store(state)[0], workspace, ScriptedAnalyst())
    service = RunningService(parts, key)
    print(json.dumps({"chat_url": service.chat_url, "base_url": service.base_url}), flush=True)
    signal.pause()
