"""Writes what a service of this version leaves in its state: `python -m tests.service.earlier_state`.

To be run once for every new step of the schema, so that later versions can show that they read this one.
"""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.process.server import DEMO
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.schema import version_of_this_package
from tests.raw_api import ask, call, open_turn
from tests.service.conftest import Clock, ScriptedAnalyst, running_service
from tests.waiting import PATIENCE

STATES = Path(__file__).parent / "states"
SESSION_PATH = "/api/v1/embed/generate-session"


def write(state: Path) -> object:
    """Two chats of ada, one of them still streaming, one of grace, and a session of bob.

    The stream ends when what this returns is given up.
    """
    analyst = ScriptedAnalyst(waits=False)
    workspace = Workspace(load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data"))
    service = running_service(workspace, Clock(), analyst, state)
    ask(service, "why?", {"externalId": "ada", "isEphemeral": False}, messageId="1736500000000-message")
    ask(service, "why?", {"externalId": "grace", "ephemeralTtlSeconds": 60})
    assert call(service, SESSION_PATH, {"externalId": "bob"})[0] == 200
    analyst.waits = True
    turn = open_turn(service, "and now?", {"externalId": "ada"})
    assert analyst.waiting.wait(PATIENCE)
    while b"Half of" not in turn[1].readline():  # what is sent is kept
        continue

    return turn


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "state.sqlite"
        turn = write(file)
        with closing(sqlite3.connect(file)) as connection:
            version = f"PRAGMA user_version = {version_of_this_package()};"
            dump = "\n".join([*connection.iterdump(), version, ""])

    (STATES / f"{version_of_this_package()}.sql").write_text(dump, encoding="utf-8")
    assert turn
    os._exit(0)  # in the middle of its answer
