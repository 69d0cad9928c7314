import json
import subprocess
import sys

import pytest

import svcchat_magic

HEAVY = [
    "IPython",
    "altair",
    "duckdb",
    "httpx",
    "ipywidgets",
    "markdown_it",
    "msgspec",
    "nh3",
    "pandas",
    "platformdirs",
    "sqlglot",
    "starlette",
    "uvicorn",
    "yaml",
]


def loaded_after(statement):
    """The heavy libraries in memory after a statement in a fresh interpreter."""
    script = f"import json, sys; {statement}; print(json.dumps([n for n in {HEAVY!r} if n in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_public_names_are_these():
    assert svcchat_magic.__all__ == [
        "Answer",
        "Conversation",
        "Settings",
        "SvcchatError",
        "panel",
        "read_settings",
        "use",
    ]


@pytest.mark.parametrize("name", svcchat_magic.__all__)
def test_a_public_name_is_found_and_documented(name):
    assert getattr(svcchat_magic, name).__doc__
    assert name in dir(svcchat_magic)


def test_a_name_that_is_none_is_an_attribute_error():
    with pytest.raises(AttributeError, match="nothing"):
        svcchat_magic.nothing  # noqa: B018 - reading it is the test


@pytest.mark.parametrize(
    "statement",
    ["import svcchat_magic", "import svcchat_magic.errors, svcchat_magic.settings; svcchat_magic.Settings()"],
)
def test_importing_the_package_loads_nothing_heavy(statement):
    assert loaded_after(statement) == []


def test_a_conversation_loads_no_frames_no_network_and_no_service():
    assert loaded_after("from svcchat_magic import Conversation") == ["msgspec"]
