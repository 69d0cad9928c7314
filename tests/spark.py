"""Spark sessions for the tests: a classic one in this process, and one of a Spark Connect server."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SERVER = "org.apache.spark.sql.connect.service.SparkConnectServer"
SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    # What is kept of queries that are over fills the usual heap of 1 GB after some hundreds of them: those
    # that follow wait for the garbage collector for minutes.
    "spark.driver.memory": "3g",
    "spark.sql.maxPlanStringLength": "1000",
    "spark.sql.ui.retainedExecutions": "5",
    "spark.ui.retainedJobs": "5",
    "spark.ui.retainedStages": "5",
    "spark.connect.ui.retainedStatements": "5",
}


@contextmanager
def spark_sessions(folder: Path) -> Iterator[Callable[[], Any]]:
    """Makes classic sessions of one context on two cores, which is stopped at the end."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]")
    for name, value in {**SETTINGS, "spark.sql.warehouse.dir": str(folder)}.items():
        builder = builder.config(name, value)

    session = builder.getOrCreate()
    yield session.newSession
    session.stop()


@contextmanager
def spark_connect_sessions(folder: Path) -> Iterator[Callable[[], Any]]:
    """Makes sessions of one Spark Connect server."""
    from pyspark.sql.connect.session import SparkSession

    made: list[Any] = []

    def new_session() -> Any:
        made.append(SparkSession.builder.remote(address).create())
        return made[-1]

    with spark_connect_server(folder) as address:
        yield new_session
        for session in made:
            session.stop()


@contextmanager
def spark_connect_server(folder: Path) -> Iterator[str]:
    """A Spark Connect server on a free loopback port; its address, `sc://127.0.0.1:port`."""
    import pyspark

    home, port = Path(pyspark.__file__).parent, _free_port()
    settings = {
        **SETTINGS,
        "spark.sql.warehouse.dir": str(folder),
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": str(port),
    }
    options = [part for each in settings.items() for part in ("--conf", "=".join(each))]
    command = (str(home / "bin" / "spark-submit"), "--master", "local[2]", *options)
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [
                *command,
                "--class",
                "org.apache.spark.sql.connect.service.SparkConnectServer",
                "spark-internal",
            ],
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable},
        )
        try:
            _wait_until_it_listens(server, log)
            yield f"sc://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait_until_it_listens(server: "subprocess.Popen[bytes]", log: Path) -> None:
    from tests.waiting import until

    def listens() -> bool:
        text = log.read_text(encoding="utf-8", errors="replace")
        assert server.poll() is None, text
        return re.search(r"Spark Connect server started", text) is not None

    until(listens)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
