"""Loading and unloading the extension."""

import subprocess
import sys

HEAVY = ("pandas", "altair", "duckdb", "sqlglot", "httpx", "starlette", "uvicorn", "msgspec", "_hashlib")


def test_loading_registers_the_magics_once(notebook):
    hooks = len(notebook.shell.input_transformers_cleanup)

    notebook.run("%reload_ext svcchat_magic")

    assert "ask" in notebook.shell.magics_manager.magics["cell"]
    assert "chat" in notebook.shell.magics_manager.magics["line"]
    assert len(notebook.shell.input_transformers_cleanup) == hooks


def test_unloading_leaves_nothing_behind(bare_notebook):
    manager = bare_notebook.shell.magics_manager
    bare_notebook.run("%load_ext autoreload")  # the shell registers its own magics for extensions first
    before = (set(manager.magics["line"]), set(manager.magics["cell"]), set(manager.registry))
    hooks = list(bare_notebook.shell.input_transformers_cleanup)
    configurables = list(bare_notebook.shell.configurables)

    bare_notebook.run("%load_ext svcchat_magic")
    bare_notebook.run("%unload_ext svcchat_magic")

    assert (set(manager.magics["line"]), set(manager.magics["cell"]), set(manager.registry)) == before
    assert bare_notebook.shell.input_transformers_cleanup == hooks
    assert bare_notebook.shell.configurables == configurables


def test_importing_the_extension_imports_nothing_heavy():
    program = f"""
import sys
import IPython
loaded = set(sys.modules)
import svcchat_magic.notebook.magics.extension
print([name for name in {HEAVY!r} if name in sys.modules and name not in loaded])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_config_lists_the_settings_and_refuses_a_wrong_value(notebook):
    listed = notebook.run("%config AskMagics").text
    notebook.run("%config AskMagics.total_seconds = 'long'")

    assert "AskMagics.external_id" in listed
    assert "api_key" not in listed
    assert notebook.shell.magics_manager.registry["AskMagics"].total_seconds is None


def test_a_magic_of_the_same_name_is_named_and_given_back(bare_notebook):
    bare_notebook.run(
        "def ask(line):\n    return 'theirs'\nget_ipython().register_magic_function(ask, 'line')"
    )

    loaded = bare_notebook.run("%load_ext svcchat_magic")
    bare_notebook.run("%unload_ext svcchat_magic")
    bare_notebook.run("found = %ask anything")

    assert "%ask was defined by __main__" in loaded.text
    assert bare_notebook["found"] == "theirs"
