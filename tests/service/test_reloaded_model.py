"""A service answers from the model that its files describe now."""

import os

import httpx
import pytest

from svcchat_magic.semantic.files import live_model
from svcchat_magic.service.process.server import ServiceOptions, start_service
from svcchat_magic.settings import ApiKey

MODEL = "cubes: [{name: orders, title: TITLE, sql_table: orders, measures: [{name: count, type: count}]}]"
KEY = "a-key-for-this-test-of-models"


@pytest.fixture
def served(tmp_path, monkeypatch):
    monkeypatch.setattr(live_model, "EVERY_SECONDS", 0.0)
    (tmp_path / "orders.csv").write_text("id\n1\n2\n", encoding="utf-8")
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "orders.yml").write_text(MODEL.replace("TITLE", "Orders"), encoding="utf-8")
    service = start_service(ServiceOptions(model=folder, data=tmp_path / "orders.csv"), api_key=ApiKey(KEY))
    yield service, folder / "orders.yml"
    service.stop()


def title(service):
    found = httpx.post(
        service.query_url.removesuffix("/sql") + "/meta", json={}, headers={"Authorization": f"Api-Key {KEY}"}
    )
    return found.json()["cubes"][0]["title"]


def edit(file, text):
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns + 1_000_000_000))


def test_an_edit_is_served_at_once_and_a_broken_one_is_told(served):
    service, file = served
    assert title(service) == "Orders"

    edit(file, MODEL.replace("TITLE", "Purchases"))
    assert title(service) == "Purchases"

    edit(file, "cubes: [{name: orders}]")
    assert title(service) == "Purchases"
    assert httpx.get(f"{service.base_url}/health/ready").json() == {"status": "ok", "modelProblems": 1}
