"""Which room may lean on which, held by walking every syntax tree, function-level imports included."""

import ast
from functools import cache
from pathlib import Path
from statistics import median

PACKAGE = Path(__file__).parent.parent / "svcchat_magic"
FILES = sorted(PACKAGE.rglob("*.py"))
EVERYWHERE = {
    "credentials",
    "errors",
    "origins",
    "ownership",
    "project_file",
    "setting_checks",
    "setting_sources",
    "settings",
    "trusted_origins",
    "user_folder",
    "version",
}

MAY_IMPORT = {
    "protocol": set(),
    "client": {"protocol"},
    "charts": {"protocol"},
    "frames": {"protocol", "charts"},
    "conversation": {"client", "protocol", "frames"},
    "notebook": {"conversation", "client", "protocol", "frames", "charts", "evaluation"},
    "commands": {
        "conversation",
        "client",
        "protocol",
        "frames",
        "semantic",
        "service",
        "analyst",
        "evaluation",
    },
    "evaluation": {"conversation", "protocol", "semantic", "service"},
    "semantic": set(),
    "analyst": {"semantic"},
    "service": {"analyst", "semantic", "protocol", "charts"},
    "demo": set(),
    "embed": set(),
}
# The sub-rooms of a room, each of which may lean on those before it; a file beside them on all.
SUB_ROOMS = {
    "analyst": (
        "language",
        "meaning",
        "linking",
        "lattice",
        "constructions",
        "placing",
        "leftovers",
        "assembling",
        "planning",
        "following",
        "telling",
        "readings",
        "intent",
        "sentences",
        "facts",
        "grounding",
        "language_model",
    ),
    "charts": ("rules", "pictures", "layout"),
    "conversation": ("connecting", "answers", "recordings", "turns"),
    "notebook": ("questions", "display", "chats", "asking", "export", "panel", "magics"),
    "semantic": (
        "model",
        "search",
        "query",
        "access",
        "files",
        "reading",
        "planning",
        "writing",
        "engines",
        "inference",
    ),
    "service": ("telemetry", "state", "access", "runs", "http", "process"),
}
# Files beside the sub-rooms that lie below them all: what the room promises to others.
PROMISES = {"svcchat_magic.analyst.analyst", "svcchat_magic.analyst.events"}
DATA_ROOMS = ("demo", "embed")
ALSO = {
    "analyst/language_model/endpoint.py": {"client"},  # what it knows of addresses, certificates and retries
    "analyst/language_model/model_client.py": {"client", "protocol"},
    "analyst/language_model/status_failures.py": {"client"},
    "conversation/connecting/connection.py": {"service"},
    "conversation/doctor.py": {"analyst"},  # asks the language model what it can do
    "notebook/chats/model_found.py": {"semantic"},  # its search of members, which imports no engine
    "__init__.py": {"conversation", "notebook"},
    "__main__.py": {"commands"},
}

ROOM_OF_LIBRARY = {
    "click": {"commands/"},
    "httpx": {"client/", "analyst/language_model/"},
    "pandas": {"frames/"},
    "altair": {"frames/"},
    "vl_convert": {"charts/pictures/picture_process.py"},
    "starlette": {"service/"},
    "uvicorn": {"service/"},
    "IPython": {"notebook/"},
    "ipywidgets": {"notebook/"},
    "traitlets": {"notebook/"},
    "duckdb": {"semantic/"},
    "sqlglot": {"semantic/"},
    "yaml": {"semantic/", "evaluation/question_file.py"},
    "pyarrow": {"semantic/", "service/", "frames/", "protocol/arrow_rows.py"},
    "sqlite3": {"service/", "conversation/chat_index.py"},
    "sqlalchemy": {"client/row_loader_sql.py", "semantic/engines/sqlalchemy_tables.py"},
    "psycopg": {"service/state/postgres_state.py", "semantic/engines/postgres_"},
    "pyspark": {"semantic/engines/spark_"},
    "msgspec": {"protocol/"},
    "markdown_it": {"notebook/display/safe_text.py"},
    "nh3": {"notebook/display/safe_text.py"},
    "nest_asyncio": {"notebook/magics/nested_loop.py"},
    "keyring": {"conversation/connecting/stored_key.py"},
    "prometheus_client": {"service/telemetry/metrics.py"},
    "pygments": {"notebook/display/safe_text.py"},
    "platformdirs": {"user_folder.py"},
}


def place(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imported(file: Path) -> frozenset[str]:
    """Dotted names of everything a file imports, wherever in it the import stands."""
    names: set[str] = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(file)} imports relatively"
            names.add(node.module or "")
            if node.module == "svcchat_magic":
                names |= {f"svcchat_magic.{alias.name}" for alias in node.names}

    return frozenset(names)


def rooms(file: Path) -> set[str]:
    own = {name.split(".")[1] for name in imported(file) if name.startswith("svcchat_magic.")}
    return own - EVERYWHERE


def test_a_file_leans_only_on_the_rooms_below_it():
    wrong = {}
    for file in FILES:
        room = place(file).split("/")[0]
        allowed = MAY_IMPORT.get(room, set()) | ALSO.get(place(file), set()) | {room}
        wrong[place(file)] = rooms(file) - allowed

    assert offenders(wrong) == {}


def test_an_outside_library_stays_in_its_room():
    strays = {}
    for file in FILES:
        libraries = {name.split(".")[0] for name in imported(file)}
        strays[place(file)] = {
            library
            for library in libraries & set(ROOM_OF_LIBRARY)
            if not any(place(file).startswith(home) for home in ROOM_OF_LIBRARY[library])
        }

    assert offenders(strays) == {}


def test_a_file_holds_one_idea():
    lines = {place(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}

    assert {name: count for name, count in lines.items() if count > 300} == {}


def test_functions_are_short():
    lines = {
        f"{place(file)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for file in FILES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {name: count for name, count in lines.items() if count > 40} == {}
    assert median(lines.values()) <= 6


def test_a_room_has_sub_rooms_at_the_most():
    strays = []
    for file in FILES:
        room, *below = place(file).split("/")[:-1] or [""]
        if len(below) > 1 or not set(below) <= set(SUB_ROOMS.get(room, ())):
            strays.append(place(file))

    assert strays == []


def test_a_sub_room_leans_only_on_those_before_it():
    wrong = {}
    for file in FILES:
        room, *below = place(file).split("/")[:-1] or [""]
        if below:
            order = SUB_ROOMS[room]
            allowed = order[: order.index(below[0]) + 1]
            wrong[place(file)] = {
                name for name in imported(file) - PROMISES if _beside(room, name) not in {None, *allowed}
            }

    assert offenders(wrong) == {}


def test_a_data_room_holds_no_code():
    strays = [place(file) for file in FILES if place(file).split("/")[0] in DATA_ROOMS]

    assert strays == []


def test_no_two_files_import_each_other_in_a_circle():
    graph = {module(file): {name for name in imported(file) if name in MODULES} for file in FILES}

    while leaves := {name for name, needs in graph.items() if not needs & graph.keys()}:
        graph = {name: needs for name, needs in graph.items() if name not in leaves}

    assert not graph


def test_every_room_says_what_it_is_for():
    for file in FILES:
        assert ast.get_docstring(tree(file)), place(file)


def offenders(found: dict[str, set[str]]) -> dict[str, set[str]]:
    return {name: wrong for name, wrong in found.items() if wrong}


def _beside(room: str, name: str) -> str | None:
    """The sub-room, or the file beside them, of this room that a dotted name leads into."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["svcchat_magic", room] and len(parts) > 2 else None


def module(file: Path) -> str:
    parts = ("svcchat_magic", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module(file) for file in FILES}
