"""Draws the README's pictures of the chat page: `python -m tests.browser.embed_pictures`."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.service.state.state_file import IN_MEMORY
from tests.browser.embedded_chat import embedded_chat
from tests.browser.lab_page import CHROMIUM, CHROMIUM_FLAGS

IMAGES = Path(__file__).parent.parent.parent / ".github" / "images"
EARLIER = ("Top 5 products by revenue in 2024", "Orders by channel in 2023")
QUESTION = "Revenue by month in 2024"
WIDE, NARROW = {"width": 1120, "height": 720}, {"width": 360, "height": 720}


def main() -> None:
    service = start_service(ServiceOptions(state=IN_MEMORY))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        for name, scheme, viewport in (
            ("light", "light", WIDE),
            ("dark", "dark", WIDE),
            ("narrow", "light", NARROW),
        ):
            with embedded_chat(
                browser, color_scheme=scheme, viewport=viewport, device_scale_factor=1.5
            ) as chat:
                for question in (*EARLIER, QUESTION):
                    chat.open(service, user={"externalId": name})
                    chat.ask_and_wait(question)

                chat.wait_for_charts(1)
                chat.page.evaluate("() => document.activeElement.blur()")
                chat.page.wait_for_timeout(400)
                chat.page.screenshot(path=IMAGES / f"embed-{name}.png")

        browser.close()

    service.stop()


if __name__ == "__main__":
    main()
