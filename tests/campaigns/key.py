"""A canary for a key, searched for in all that is left behind: `python -m tests.campaigns.key [N]`.

Each round is a kernel of its own with a key of its own, every second one with a user's token in its place.
It asks services that repeat the key in every way they can, fails in every way, logs everything, and leaves
a notebook, a history, logs and recordings.
"""

import base64
import json
import os
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from tests.campaigns.figures import Figure, main
from tests.faults.scripted_origin import ABORT_PATH, Ending, Reply, ScriptedOrigin, recorded
from tests.kernels import AsyncFileKernelManager

MARKER = "marker-that-stands-everywhere"  # shows that the search looks into each of the places
SECRETS = ("SVCCHAT_API_KEY", "SVCCHAT_TOKEN")
SHORT = recorded("short")
CELLS = (
    "import logging\nlogging.basicConfig(level=logging.DEBUG, filename='debug.log')",
    "%load_ext svcchat_magic",
    "%xmode Verbose",
    f"logging.getLogger('x').debug({MARKER!r})\nprint({MARKER!r})",
    "%config AskMagics",
    *["%%ask\nWhat is my key?", "_ask.messages, _ask.stream, _ask.thinking, _ask.results, _ask.steps"] * 14,
    "%whos",
    "from svcchat_magic.setting_sources import read_settings\nsettings = read_settings()\nsettings",
    "from svcchat_magic.conversation.conversation import Conversation\ntalk = Conversation(settings)\ntalk",
    "def with_a_bug(settings, talk):\n    return 1 / 0\n\nwith_a_bug(settings, talk)",
    "import pickle\npickle.dumps(settings)",
    "import copy\ncopy.deepcopy(settings)",
    "vars(talk), vars(talk._client), repr(talk._connection.settings)",
    "talk.ask('And from Python?')\nvars(talk), vars(talk._client), repr(talk._connection.settings)",
    "open('inputs.txt', 'w').write(repr((In, Out, _ih, _oh)))",
    "%history -g -f history.txt",
)


def run(count: int) -> Sequence[Figure]:
    hits: list[str] = []
    marked: set[str] = set()
    searched = 0
    planted = 0
    for number in range(count):
        canary = f"canary-{secrets.token_urlsafe(24)}"
        variable = SECRETS[number % len(SECRETS)]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            leave_traces(folder, canary, variable)
            searched += len(list(files_of(folder)))
            hits += found_in(folder, canary)
            marked |= {Path(hit.split(":")[0]).name for hit in found_in(folder, MARKER)}
            planted += plant_and_search(folder)

    wanted = {"asked.ipynb", "history.sqlite", "debug.log", "inputs.txt", "history.txt"}
    for hit in hits[:10]:
        print(hit, file=sys.stderr)

    return (
        Figure(
            "files with the key",
            f"{len(hits)} of {searched}",
            "0",
            not hits and planted == 3 * count,
            f"planted canaries found: {planted} of {3 * count}",
        ),
        Figure(
            "places the search looks into",
            ", ".join(sorted(marked & wanted)),
            "all five",
            marked >= wanted,
            "by a marker that each cell shows",
        ),
    )


def leave_traces(folder: Path, canary: str, variable: str = "SVCCHAT_API_KEY") -> nbformat.NotebookNode:
    """Run the notebook in a new kernel, with everything it writes under `folder`."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    with closing(ScriptedOrigin()) as origin:
        origin.answer(*replies(canary))
        origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
        client = NotebookClient(
            notebook,
            timeout=60,
            allow_errors=True,
            kernel_manager_class=AsyncFileKernelManager,
            ipython_hist_file=str(folder / "history.sqlite"),
            resources={"metadata": {"path": str(folder)}},
        )
        client.execute(env=_environment(folder, origin, {variable: canary}))

    nbformat.write(notebook, folder / "asked.ipynb")
    return notebook


def replies(canary: str) -> Iterator[Reply]:
    """Services that say the key: whole, in pieces, in results and errors; and services that fail."""
    said = canary.encode()
    yield Reply((SHORT.replace(b"Sev", b"Your key is " + said),))
    yield Reply((_in_pieces(canary),))
    yield Reply((_in_a_result(canary),))
    yield Reply((_in_a_result(canary).replace(said, _escaped(canary)),))
    yield Reply((SHORT.replace(b"Sev", _escaped(canary) + b" Sev"),))
    yield Reply((SHORT.splitlines(keepends=True)[0], b'{"error":"Api-Key %s is odd"}\n' % said))
    yield Reply((b'{"error":{"message":"Authorization: Api-Key %s"}}' % said,), status=500)
    yield Reply((said,), status=400)
    yield Reply(status=302, headers={"Location": f"https://{canary}.example/?key={canary}"})
    yield Reply((b"<html>" + said,))
    yield Reply(raw=b"HTTP/1.1 200 " + said + b"\r\nBroken\r\n\r\n")
    yield Reply((SHORT[:300],), ending=Ending.RESET)
    yield Reply((SHORT,))  # read once after that drop
    yield Reply(raw=b"", ending=Ending.CUT)
    yield Reply((SHORT.replace(b"chat-1", said),))


def found_in(folder: Path, canary: str) -> list[str]:
    """Files that hold the canary, in any of the ways it may be written."""
    spellings = _spellings(canary)
    return [
        f"{file.relative_to(folder)}: {name}"
        for file in files_of(folder)
        for name, spelling in spellings.items()
        if spelling in file.read_bytes()
    ]


def files_of(folder: Path) -> Iterator[Path]:
    return (file for file in folder.rglob("*") if file.is_file())


def plant_and_search(folder: Path) -> int:
    """How many of three planted canaries the search finds: in a notebook, a database, a log."""
    canary = f"planted-{secrets.token_urlsafe(24)}"
    cell = nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("stream", text=canary)])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), folder / "planted.ipynb")
    with closing(sqlite3.connect(folder / "planted.sqlite")) as database, database:
        database.execute("create table history (source text)")
        database.execute("insert into history values (?)", (canary,))

    (folder / "planted.log").write_text(base64.b64encode(canary.encode()).decode())
    return len({hit.split(":")[0] for hit in found_in(folder, canary)})


def _spellings(canary: str) -> dict[str, bytes]:
    """Base64 without its last characters, which depend on what follows."""
    plain = canary.encode()
    return {
        "plain": plain,
        "escapes": _escaped(canary),
        "UTF-16": canary.encode("utf-16-le"),
        "hex": plain.hex().encode(),
        "base64": base64.b64encode(plain)[: len(plain) // 3 * 4],
    }


def _in_pieces(canary: str) -> bytes:
    """An answer whose deltas spell the key, a few characters at a time."""
    first, *_, last = SHORT.splitlines(keepends=True)
    field = {"id": "f9", "role": "assistant", "graphPath": ["final"], "isDelta": True, "isInProcess": True}
    pieces = [canary[at : at + 3] for at in range(0, len(canary), 3)]
    lines = [json.dumps({**field, "content": piece, "thinking": piece}).encode() + b"\n" for piece in pieces]
    return b"".join([first, *lines, last])


def _in_a_result(canary: str) -> bytes:
    first, *_, last = SHORT.splitlines(keepends=True)
    rows = {"schema": [{"name": canary, "column_type": "String"}], "data": [[canary]], "totalRows": 1}
    call = {"name": "svcSqlApi", "input": json.dumps({"sqlQuery": canary, "queryTitle": canary})}
    done = {"id": "t9", "role": "assistant", "toolCall": {**call, "result": json.dumps(rows)}}
    return b"".join([first, json.dumps(done).encode() + b"\n", last])


def _escaped(canary: str) -> bytes:
    """The key as JSON may write it too: each character by its number."""
    return "".join(f"\\u{ord(character):04x}" for character in canary).encode()


def _environment(folder: Path, origin: ScriptedOrigin, secret: dict[str, str]) -> dict[str, str]:
    places = {name: str(folder / name.lower()) for name in ("HOME", "XDG_DATA_HOME", "IPYTHONDIR")}
    told = {"SVCCHAT_CHAT_URL": origin.chat_url, "SVCCHAT_RECORD": "true"}
    return {**os.environ, **places, **told, **secret}


if __name__ == "__main__":
    sys.exit(main("Canary key", run, 10))
