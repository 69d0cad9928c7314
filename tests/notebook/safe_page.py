"""Reads HTML as a browser would and says what in it is not ours."""

import re
from html.parser import HTMLParser

TAGS = {
    *(
        "p",
        "br",
        "hr",
        "strong",
        "em",
        "s",
        "del",
        "code",
        "pre",
        "blockquote",
        "ul",
        "ol",
        "li",
        "a",
        "span",
        "div",
    ),
    *("h1", "h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
STYLE = re.compile(r"[a-z0-9 :;.,%()#+-]*", re.IGNORECASE)
ADDRESS = re.compile(r"https?://[^@/?#\\]+([/?#].*)?", re.IGNORECASE)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.runs: list[str] = [""]
        self.links: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.runs.append("")
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")

        for name, value in attrs:
            if name == "href" and tag == "a":
                self.links.append(value)

            if not _is_ours(tag, name, value or ""):
                self.faults.append(f"<{tag} {name}={value!r}>")

    def handle_endtag(self, tag):
        self.runs.append("")

    def handle_data(self, data):
        self.runs[-1] += data

    def handle_comment(self, data):
        self.faults.append(f"<!--{data}-->")

    def handle_decl(self, decl):
        self.faults.append(f"<!{decl}>")

    def handle_pi(self, data):
        self.faults.append(f"<?{data}>")


def _is_ours(tag: str, name: str, value: str) -> bool:
    if name == "style":
        return STYLE.fullmatch(value) is not None and "url" not in value

    if tag == "a":
        return (name == "href" and ADDRESS.fullmatch(value) is not None) or (
            name == "rel" and value == "noopener noreferrer nofollow"
        )

    return tag == "ol" and name == "start" and value.isdigit()


def faults(html: str) -> list[str]:
    """Foreign tags and attributes, and text that a page would typeset."""
    page = _read(html)
    typeset = [run for run in page.runs if re.search(r"[$\\]", run) and run not in ("$", "\\")]
    return page.faults + typeset


def text_of(html: str) -> str:
    return "".join(_read(html).runs)


def links_of(html: str) -> list[str]:
    return _read(html).links


def tags_of(html: str) -> list[str]:
    return _read(html).tags


def _read(html: str) -> _Page:
    page = _Page()
    page.feed(html)
    page.close()
    return page
