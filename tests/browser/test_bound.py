import pytest
from playwright.sync_api import Error

from tests.browser.bound import bounded

pytestmark = pytest.mark.browser


def test_a_page_that_never_answers_fails_its_test(chromium):
    page = chromium.new_page()

    with bounded(0.5), pytest.raises(Error, match="closed"):
        page.evaluate("() => new Promise(() => {})")
