"""Which room may lean on which, held by walking every syntax tree, function-level imports included."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "svcchat_magic"
FILES = sorted(PACKAGE.rglob("*.py"))
EVERYWHERE = {"errors", "settings", "user_folder", "version"}

MAY_IMPORT = {
    "protocol": set(),
    "client": {"protocol"},
    "frames": {"protocol"},
    "conversation": {"client", "protocol", "frames"},
    "notebook": {"conversation", "client", "protocol", "frames"},
    "commands": {"conversation", "client", "protocol", "frames", "semantic", "service", "analyst"},
    "semantic": set(),
    "analyst": {"semantic"},
    "service": {"analyst", "semantic", "protocol"},
    "demo": set(),
    "embed": set(),
}
DATA_ROOMS = ("demo", "embed")
ALSO = {"conversation/connection.py": {"service"}, "__init__.py": {"conversation", "notebook"}}

ROOM_OF_LIBRARY = {
    "httpx": {"client/", "analyst/language_model.py"},
    "pandas": {"frames/"},
    "altair": {"frames/"},
    "vl_convert": {"frames/picture_process.py"},
    "starlette": {"service/"},
    "uvicorn": {"service/"},
    "IPython": {"notebook/"},
    "ipywidgets": {"notebook/"},
    "traitlets": {"notebook/"},
    "duckdb": {"semantic/"},
    "sqlglot": {"semantic/"},
    "yaml": {"semantic/"},
    "pyarrow": {"semantic/", "service/", "frames/", "protocol/arrow_rows.py"},
    "sqlite3": {"service/", "conversation/chat_index.py"},
    "sqlalchemy": {"client/row_loader_sql.py"},
    "psycopg": {"service/postgres_state.py"},
    "msgspec": {"protocol/"},
    "markdown_it": {"notebook/safe_text.py"},
    "nh3": {"notebook/safe_text.py"},
    "nest_asyncio": {"notebook/nested_loop.py"},
    "keyring": {"conversation/stored_key.py"},
}


def place(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def imported(file: Path) -> set[str]:
    """Dotted names of everything a file imports, wherever in it the import stands."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(file)} imports relatively"
            names.add(node.module or "")
            if node.module == "svcchat_magic":
                names |= {f"svcchat_magic.{alias.name}" for alias in node.names}

    return names


def rooms(file: Path) -> set[str]:
    own = {name.split(".")[1] for name in imported(file) if name.startswith("svcchat_magic.")}
    return own - EVERYWHERE


@pytest.mark.parametrize("file", FILES, ids=place)
def test_a_file_leans_only_on_the_rooms_below_it(file):
    room = place(file).split("/")[0]

    allowed = MAY_IMPORT.get(room, set()) | ALSO.get(place(file), set()) | {room}

    assert rooms(file) <= allowed


@pytest.mark.parametrize("file", FILES, ids=place)
def test_an_outside_library_stays_in_its_room(file):
    libraries = {name.split(".")[0] for name in imported(file)}

    strays = {
        library
        for library in libraries & set(ROOM_OF_LIBRARY)
        if not any(place(file).startswith(home) for home in ROOM_OF_LIBRARY[library])
    }

    assert not strays


@pytest.mark.parametrize("file", FILES, ids=place)
def test_a_file_holds_one_idea(file):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("file", FILES, ids=place)
def test_the_package_is_one_folder_deep(file):
    assert len(file.relative_to(PACKAGE).parts) <= 2


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
        assert ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))), place(file)


def module(file: Path) -> str:
    parts = ("svcchat_magic", *file.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module(file) for file in FILES}
