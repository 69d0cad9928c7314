"""Nothing that a service, a file or an argument says steers the terminal that a command writes to."""

import json
import os
import signal
import subprocess
import sys

import pytest

from svcchat_magic.commands.main import COMMANDS
from svcchat_magic.protocol.query_reply import NDJSON_TYPE, rows_line, schema_line, total_line, truncated_line
from tests.faults.scripted_origin import Reply
from tests.waiting import PATIENCE

pytestmark = [
    pytest.mark.case("Z10"),
    pytest.mark.skipif(os.name != "posix", reason="a terminal of its own is a matter of POSIX"),
]
if os.name == "posix":
    from tests.terminals import HOSTILE, in_terminal, steering

QUERY_PATH = "/api/v1/public/acme/sql"
SQL_CALL = {"sqlQuery": f"SELECT '{HOSTILE}'", "queryTitle": f"Title {HOSTILE}", "description": HOSTILE}
RESULT = {
    **SQL_CALL,
    "schema": [{"name": f"column {HOSTILE}", "column_type": "String"}],
    "data": [[f"cell {HOSTILE}"]],
    "totalRows": 1,
}


def tool(result, *, name="svcSqlApi", call=None):
    return {"name": name, "input": json.dumps(call or SQL_CALL), "result": json.dumps(result)}


def message(sort, **fields):
    return {"role": "assistant", "isDelta": False, "isInProcess": False, "sort": sort, **fields}


AGENT, TOOLS = ["svc_data_analyst_agent"], ["svc_data_analyst_agent", "tools"]
TURN = [
    {"id": "__cutoff__", "sort": 0, "state": {"isStreaming": False, "chatId": f"chat {HOSTILE}"}},
    message(1, id="a1", thinking=f"thought {HOSTILE}", graphPath=AGENT),
    message(2, id="t0", graphPath=TOOLS, toolCall=tool({"error": HOSTILE})),
    message(3, id="t1", graphPath=TOOLS, toolCall=tool({"cubes": []}, name=f"svcMeta {HOSTILE}")),
    message(4, id="t2", graphPath=TOOLS, toolCall=tool(RESULT)),
    message(5, id="f1", content=f"**Answer** {HOSTILE}", graphPath=["final"]),
    {"id": "__state__", "sort": 6, "state": {"messages": []}},
]
WHOLE = Reply(tuple(json.dumps(each).encode() + b"\n" for each in TURN))
REFUSED = Reply((json.dumps({"error": {"message": f"refused {HOSTILE}"}}).encode(),), status=400)
FAILED = Reply((*WHOLE.body[:2], json.dumps({"error": f"failed {HOSTILE}"}).encode() + b"\n"))
ROWS = (schema_line([(f"column {HOSTILE}", "String")]), rows_line([[f"cell {HOSTILE}"]]))
ALL_ROWS = Reply((*ROWS, total_line(1)), headers={"Content-Type": NDJSON_TYPE})
CUT_ROWS = Reply((*ROWS, truncated_line()), headers={"Content-Type": NDJSON_TYPE})
ACCOUNT = 'name = "shop"\n[agents.analyst]\ntitle = "Analyst"\n'
FILE = f"rows {HOSTILE}.csv".replace("/", "_")

# Command, what the chat and the query address answer, and a word that shows that the case is no empty one.
CASES = [
    (("ask", "why?"), WHOLE, ALL_ROWS, "cell"),
    (("ask", "why?", "--json"), WHOLE, ALL_ROWS, "cell"),
    (("ask", "why?", "--csv", FILE), WHOLE, ALL_ROWS, "rows in rows"),
    (("ask", "why?"), REFUSED, ALL_ROWS, "refused"),
    (("ask", "why?"), FAILED, ALL_ROWS, "failed"),
    (("ask", "why?", "--chat", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("ask", "why?", f"--{HOSTILE}"), WHOLE, ALL_ROWS, "No such option"),
    (("sql", "SELECT 1"), WHOLE, ALL_ROWS, "cell"),
    (("sql", "SELECT 1"), WHOLE, CUT_ROWS, "Only the first 1 rows"),
    (("sql", "SELECT 1", "--csv", FILE), WHOLE, ALL_ROWS, "1 rows in rows"),
    (("sql", "SELECT 1", "--csv", f"no/{FILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("sql", "SELECT 1"), WHOLE, REFUSED, "refused"),
    (("record", "questions.txt", "--into", f"kept {HOSTILE}".replace("/", "_")), WHOLE, ALL_ROWS, "recorded"),
    (("record", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("doctor",), REFUSED, REFUSED, "service"),
    (("account", "key", "list"), WHOLE, ALL_ROWS, "active"),
    (("account", "key", "revoke", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("account", "key", "new", "--account-file", f"{HOSTILE}.toml"), WHOLE, ALL_ROWS, "svcchat:"),
    (("serve", "--model", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("model", "init", "own.jsonl"), WHOLE, ALL_ROWS, "model/own.yml: written"),
    (("model", "init", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("model", "check", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "holds no model files"),
    (("ask", "own by code", "--data", "own.jsonl"), WHOLE, ALL_ROWS, "Using your data"),
    (("eval", f"none {HOSTILE}"), WHOLE, ALL_ROWS, "svcchat:"),
    (("lab", "--version"), WHOLE, ALL_ROWS, "."),
    (("trust",), WHOLE, ALL_ROWS, "not a plain address"),
    (("trust", "--list"), WHOLE, ALL_ROWS, "."),
    (("trust", "--revoke"), WHOLE, ALL_ROWS, "."),
    (("ask",), WHOLE, ALL_ROWS, "Missing question"),
    (("doctor", HOSTILE), WHOLE, ALL_ROWS, "Too many arguments"),
    (("serve", "--log", HOSTILE), WHOLE, ALL_ROWS, "is not one of"),
    (("--help",), WHOLE, ALL_ROWS, "Usage: svcchat"),
    ((f"none {HOSTILE}",), WHOLE, ALL_ROWS, "No such command"),
]


def in_toml(text):
    return json.dumps(text).replace("\x7f", "\\u007f")


@pytest.fixture
def hostile(origin, environment, tmp_path):
    """A folder and an environment in which everything is hostile."""
    (tmp_path / "questions.txt").write_text(f"why {HOSTILE}?\n", encoding="utf-8")
    (tmp_path / "own.jsonl").write_text(json.dumps({f"code {HOSTILE}": HOSTILE}), encoding="utf-8")
    (tmp_path / "account.toml").write_text(ACCOUNT, encoding="utf-8")
    making = [sys.executable, "-m", "svcchat_magic", "account", "key", "new", "--label", "LABEL"]
    subprocess.run(making, env=environment, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    keys = tmp_path / "account.keys.toml"  # which anyone who may write there edits as they like
    keys.write_text(keys.read_text("utf-8").replace('"LABEL"', in_toml(HOSTILE)), encoding="utf-8")
    return environment | {
        "SVCCHAT_CHAT_URL": origin.chat_url,
        "SVCCHAT_QUERY_URL": origin.url + QUERY_PATH,
        "SVCCHAT_API_KEY": "terminal-test-key-0123",
        "SVCCHAT_RECORDINGS": str(tmp_path / "recordings"),
    }


@pytest.mark.long
@pytest.mark.parametrize(("arguments", "chat", "query", "word"), CASES, ids=lambda each: None)
def test_no_command_lets_others_steer_the_terminal(hostile, origin, tmp_path, arguments, chat, query, word):
    origin.answer(chat)
    origin.on(QUERY_PATH, query)
    if arguments == ("trust",):
        address = in_toml(f"https://evil.example/{HOSTILE}")
        (tmp_path / "pyproject.toml").write_text(
            f"[tool.svcchat_magic]\nbase_url = {address}\n", encoding="utf-8"
        )

    _, said = in_terminal([sys.executable, "-m", "svcchat_magic", *arguments], hostile, tmp_path)

    assert word in said.decode("utf-8")
    assert "Traceback" not in said.decode("utf-8")
    assert steering(said) == [], said


def test_every_command_has_its_case():
    assert {arguments[0] for arguments, *_ in CASES} >= set(COMMANDS)


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_of_a_service_does_not_steer_the_terminal_either(hostile, tmp_path, form):
    program = (
        "import logging, os, signal, threading\n"
        "from svcchat_magic.service.process.foreground import Operation, serve\n"
        "from svcchat_magic.service.telemetry.logs import LogForm, about\n"
        "from svcchat_magic.settings import ApiKey\n"
        "from tests.terminals import HOSTILE\n"
        "from tests.waiting import until\n"
        "log = logging.getLogger('svcchat_magic.service')\n"
        "def say():\n"
        "    until(lambda: log.isEnabledFor(logging.INFO))\n"
        "    log.error('event %s', HOSTILE, extra=about(**{'field': HOSTILE}))\n"
        "    logging.getLogger('other').warning('other %s', HOSTILE)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "threading.Timer(1, say).start()\n"
        f"serve(Operation(log_form=LogForm({form!r})), api_key=ApiKey('terminal-test-key-0123'))\n"
    )
    environment = hostile | {"PYTHONPATH": os.pathsep.join(sys.path)}

    status, said = in_terminal([sys.executable, "-c", program], environment, tmp_path)

    assert status in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
    assert b"event" in said
    assert b"other" in said
    assert steering(said) == [], said


@pytest.mark.long
def test_a_pipe_and_a_file_get_the_rows_as_they_are(hostile, origin, tmp_path):
    origin.on(QUERY_PATH, ALL_ROWS)
    command = [sys.executable, "-m", "svcchat_magic", "sql", "SELECT 1"]

    piped = subprocess.run(command, env=hostile, cwd=tmp_path, capture_output=True, timeout=PATIENCE)
    subprocess.run(
        [*command, "--csv", "rows.csv"], env=hostile, cwd=tmp_path, capture_output=True, timeout=PATIENCE
    )

    for said in (piped.stdout, (tmp_path / "rows.csv").read_bytes()):
        assert f"cell {HOSTILE}" in said.decode("utf-8-sig")


TYPED = HOSTILE.replace("\r", "")  # which would begin another line of the cell
CELLS = [
    "%load_ext svcchat_magic",
    "%%ask\nwhy?",
    "_ask",
    "_ask.results[0]",
    "from svcchat_magic.conversation.conversation import Conversation\ntalk = Conversation()",
    f"talk.resume({f'chat {HOSTILE}'!r})",
    "talk",
    "%chat list",
    f"%chat name {TYPED}",
    "%chat name q4",
    "%chat list",
    "%chat history",
    f"%chat model {TYPED}",
    "%chat config",
    "%chat doctor",
    f"%chat resume {TYPED}",
    f"%chat {TYPED}",
    f"%chat export {TYPED}",
    f"%%ask --{TYPED}\nwhy?",
]
IN_IPYTHON = """
import json, sys
from IPython.terminal.interactiveshell import TerminalInteractiveShell
shell = TerminalInteractiveShell.instance(colors="NoColor", simple_prompt=True, term_title=False)
for cell in json.loads(sys.argv[1]):
    shell.run_cell(cell, store_history=True)
"""


@pytest.mark.long
@pytest.mark.parametrize(("chat", "word"), [(WHOLE, "cell"), (REFUSED, "refused"), (FAILED, "failed")])
def test_nothing_steers_the_terminal_that_ipython_runs_in(hostile, origin, tmp_path, chat, word):
    origin.answer(chat)

    _, said = in_terminal([sys.executable, "-c", IN_IPYTHON, json.dumps(CELLS)], hostile, tmp_path)

    text = said.decode("utf-8")
    assert word in text
    assert "chat_url" in text
    assert steering(said) == [], said


def test_our_own_bold_reaches_the_terminal(hostile, origin, tmp_path):
    origin.answer(WHOLE)

    _, said = in_terminal([sys.executable, "-m", "svcchat_magic", "ask", "why?"], hostile, tmp_path)

    assert b"\x1b[1mAnswer\x1b[0m" in said
