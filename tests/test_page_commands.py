"""The shell commands of the documents run as printed, page by page, against the real service.

Only what a test cannot know beforehand is put in: a free port, the id of a key, a remote service's address.
"""

import os
import re
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from tests.pages import PAGES, ROOT, fences, page, text_of
from tests.waiting import PATIENCE

pytestmark = pytest.mark.long  # runs every command of every page

DEMO = ROOT / "svcchat_magic/demo"
WITH_COMMANDS = [page for page in PAGES if any(fence.is_shell for fence in fences(text_of(page)))]
KEY = "documented-key-0123456789"

# `svcchat` on the PATH: a server is stopped once it has printed its addresses, and JupyterLab is not opened.
SVCCHAT = """#!{python}
import os, re, subprocess, sys
program = [sys.executable, "-m", "svcchat_magic"]
arguments = ["0" if each == "8000" else each for each in sys.argv[1:]]
if arguments[0] == "serve":
    with subprocess.Popen([*program, *arguments], stdout=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        print(line)
        server.terminate()
    sys.exit(server.returncode if "chat_url" in line else 1)

if arguments[:3] == ["account", "key", "revoke"]:
    known = subprocess.check_output([*program, "account", "key", "list", *arguments[4:]], text=True)
    arguments[3] = re.search(r"\\b[0-9a-f]{{8}}\\b", known)[0]

if arguments[0] == "lab":
    os.environ["PYTHONPATH"] = os.pathsep.join(["{lab}", os.environ["PYTHONPATH"]])

sys.exit(subprocess.run([*program, *arguments]).returncode)
"""


@pytest.fixture
def folder(tmp_path):
    """What a reader of the pages has: a model, data, a table, an account file, a key, questions."""
    shutil.copytree(DEMO / "model", tmp_path / "model")
    shutil.copytree(DEMO / "data", tmp_path / "data")
    shutil.copyfile(DEMO / "account-example.toml", tmp_path / "shop.toml")
    shutil.copyfile(DEMO / "account-example.toml", tmp_path / "account.toml")
    (tmp_path / "key.txt").write_text(KEY, encoding="ascii")
    (tmp_path / "key.txt").chmod(0o600)
    (tmp_path / "questions.txt").write_text("Orders by channel\nonly 2023\n", encoding="utf-8")
    (example,) = [fence.text for fence in fences(page("evaluation.md")) if fence.language == "yaml"]
    (tmp_path / "questions.yml").write_text(example, encoding="utf-8")
    (tmp_path / "tickets.csv").write_text("id,channel\n1,Web\n2,Phone\n3,Web\n", encoding="utf-8")
    (tmp_path / ".curlrc").write_text(
        "fail\n", encoding="ascii"
    )  # an error status is an error of the command
    return tmp_path


@pytest.fixture
def shop_database(postgres_address):
    """The settings by which PostgreSQL's programs find the database `shop` of the pages, which has orders."""
    import psycopg

    server = urlsplit(postgres_address)
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        connection.execute("CREATE DATABASE shop")
        with psycopg.connect(f"{postgres_address.rpartition('/')[0]}/shop") as shop:
            shop.execute("CREATE TABLE orders (id integer PRIMARY KEY, status text)")
            shop.execute("INSERT INTO orders VALUES (1, 'paid'), (2, 'open'), (3, 'paid')")

        yield {"PGPORT": str(server.port), "PGUSER": server.username, "PGPASSWORD": server.password}
        connection.execute("DROP DATABASE shop WITH (FORCE)")


@pytest.fixture
def shell(folder, service, request):
    """Run lines as a shell does, and stop at the first that fails."""
    programs, lab = folder / "bin", folder / "lab"
    programs.mkdir()
    lab.mkdir()
    (lab / "jupyterlab.py").write_text("import sys; print(*sys.argv[1:])", encoding="utf-8")
    (programs / "svcchat").write_text(SVCCHAT.format(python=sys.executable, lab=lab), encoding="utf-8")
    (programs / "svcchat").chmod(0o755)
    own = {name: text for name, text in os.environ.items() if not name.startswith("SVCCHAT_")}
    own |= {
        "PATH": os.pathsep.join([str(programs), os.environ["PATH"]]),
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "share"),
        "BASE_URL": service.base_url,
        "QUERY_URL": service.query_url,
    }

    def run(lines: str) -> subprocess.CompletedProcess[str]:
        if "svcchat trust" in lines:
            project = f'[tool.svcchat_magic]\nbase_url = "{service.base_url}"\n'
            (folder / "pyproject.toml").write_text(project, encoding="utf-8")

        if "postgresql://localhost/shop" in lines:
            own.update(request.getfixturevalue("shop_database"))

        if "$SVCCHAT_API_KEY" in lines:
            own["SVCCHAT_API_KEY"] = service.api_key.reveal()

        known = lines.replace("SVCCHAT_API_KEY=...", f"SVCCHAT_API_KEY={service.api_key.reveal()}")
        known = re.sub(r"(?<=SVCCHAT_CHAT_URL=)\S+", service.chat_url, known).replace("/ACCOUNT/", "/demo/")
        return subprocess.run(
            ["bash", "-euc", known],
            cwd=folder,
            env=own,
            capture_output=True,
            text=True,
            check=False,
            timeout=10 * PATIENCE,
        )

    return run


@pytest.mark.skipif(os.name != "posix", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("named", WITH_COMMANDS, ids=lambda page: page.stem)
def test_every_command_of_a_page_runs(shell, named):
    for fence in fences(text_of(named)):
        if fence.is_shell:
            done = shell(fence.text)
            assert done.returncode == 0, f"{fence.text}\n{done.stdout}\n{done.stderr}"
            assert (done.stdout + done.stderr).strip()


@pytest.mark.skipif(os.name != "posix", reason="systemd is not elsewhere")
def test_the_service_of_the_systemd_unit_starts(shell, folder):
    (command,) = re.findall(r"^ExecStart=(.+)$", page("service.md"), re.MULTILINE)
    places = {
        "/opt/svcchat/bin/": "",
        "%d/key": "key.txt",
        "%S/svcchat/": "",
        "/etc/svcchat/model": "model",
        "/var/lib/svcchat-data": "data",
    }
    for place, here in places.items():
        assert place in command
        command = command.replace(place, here)

    done = shell(command)

    assert done.returncode == 0, done.stderr
    assert (folder / "state.sqlite").is_file()


def test_only_commands_for_other_machines_are_not_run():
    """One installs the systemd unit's program for all users, one starts a service of a Spark cluster.

    What the second stands for is tested on a real Spark Connect server, where pyspark is installed.
    """
    written = {
        each.name: fence.text for each in PAGES for fence in fences(text_of(each)) if fence.language == "sh"
    }

    assert written.keys() == {"service.md", "engines.md"}
    assert "python3 -m venv /opt/svcchat" in written["service.md"]
    assert "spark://head.example.com" in written["engines.md"]
