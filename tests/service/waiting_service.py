"""A service whose analyst stands still in mid-answer, to be killed by the test that started it."""

import json
import signal
from pathlib import Path

from svcchat_magic.semantic.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.model_files import load_model
from svcchat_magic.service.account import read_account
from svcchat_magic.service.agent import Parts
from svcchat_magic.service.server import DEMO, RunningService
from svcchat_magic.service.store import Store
from svcchat_magic.service.tools import Workspace
from svcchat_magic.settings import ApiKey
from tests.service.conftest import ScriptedAnalyst


def serve_waiting(state):
    """Serve until the process is killed; prints the addresses."""
    key = ApiKey("test-key-0123456789")
    workspace = Workspace(load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data"))
    account = read_account(DEMO / "account.toml").with_key(key)
    parts = Parts(account, Store(Path(state)), workspace, ScriptedAnalyst())
    service = RunningService(parts, key, host="127.0.0.1", port=0)
    print(json.dumps({"chat_url": service.chat_url, "base_url": service.base_url}), flush=True)
    signal.pause()
