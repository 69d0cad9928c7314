"""A new user's first five minutes, as `five_minutes` takes them, on both front ends."""

import pytest

from tests.browser.conftest import LabServer
from tests.browser.five_minutes import FiveMinutes
from tests.browser.lab_page import LabPage
from tests.browser.test_first_notebook import HALF_AN_ANSWER
from tests.service.conftest import ScriptedAnalyst

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("fresh_page", ["lab", "notebook"], indirect=True)
def test_a_new_users_first_five_minutes_hold_no_surprise(fresh_page: LabPage, lab: LabServer, start):
    analyst = ScriptedAnalyst(HALF_AN_ANSWER)

    FiveMinutes(fresh_page, lab[2], analyst, start(analyst)).run()
