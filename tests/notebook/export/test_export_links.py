"""Whoever reads an exported file makes no link of an address that the agent only wrote down."""

import json
import random
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from nbconvert import HTMLExporter
from nbconvert.filters import markdown2html

from svcchat_magic.notebook.export.export_text import fenced, literal, plain_markdown
from tests.faults.scripted_origin import Reply, recorded
from tests.waiting import PATIENCE

pytestmark = pytest.mark.case("Z11")

HERE = Path(__file__).parents[1]
LINKIFY = HERE.parent.parent / "svcchat_magic" / "embed" / "vendor" / "markdown-it.js"
HREF = re.compile(r'href="([^"]*)"')
SAFE = re.compile(r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^@\s]*)?", re.IGNORECASE)
ADDRESSES = (
    "http://a@evil/",
    "https://bank.example@evil.com/x",
    "HTTPS://EVIL.COM",
    "ftp://evil.com/f",
    "//evil.com/x",
    "www.evil.com",
    "WWW.evil.com/x",
    "evil.com",
    "evil.co",
    "раура1.рф",
    "xn--e1awd7f.com",
    "раypal.com",
    "a@evil.com",
    "mailto:a@evil.com",
    "xmpp:a@evil.com",
    "http:&#47;/a@evil/",
    "http&colon;//evil.com",
    "http://evil\\.com",
    "http:\\//a@evil/",
    "javascript:alert(1)",
    "http://[::1]/",
    "http://127.0.0.1/",
)
FORMS = (
    "{}",
    "see {}, please",
    "<{}>",
    "[x]({})",
    "[x]( {} )",
    '[x]({} "title")',
    "[x](<{}>)",
    "[x][r]\n\n[r]: {}",
    "[r]\n\n[r]:{}",
    "![x]({})",
    "`{}`",
    "\\`{}\\`",
    "`a\nb` {} `",
    "``{}``",
    "`` ` {} ` ``",
    "**{}**",
    "_{}_",
    "~~{}~~",
    "- ```\n  x\n\n  ```\n{}",
    "```\nx\n````\n{}\n```",
    "```a`\n{}\n```",
    "~~~\n\n```\n~~~\n{}\n```",
    "p\n    ```\n{}\n```",
    "| a |\n|---|\n| {} |",
    "[x](https://ok.example/ {})",
    "[x](https://ok.example/{}",
    "[{}](javascript:x)",
)
PIECES = (*ADDRESSES, "`", "``", "```", "~~~", "\n", "\n\n", " ", "- ", "> ", "    ", "\\", "<", ">", "[x](")
PIECES += (")", "](", "]: ", "[r]", "*", "_", "|", "$", "&", "https://ok.example/a", "1. ")


def written(text):
    """The ways in which a text gets into a file."""
    return (
        plain_markdown(text),
        f"## {literal(text)}",
        f"| a |\n|---|\n| {literal(text)} |",
        f"*{literal(text)}*",
        fenced(text, "sql"),
    )


def is_kept(href, text):
    """Whether the text itself has a link to this host, which is a plain web address."""
    origin = "/".join(href.split("/")[:3])
    return SAFE.fullmatch(href) is not None and f"]({origin}" in text


def links_of_nbconvert(text):
    return [unescape(each) for each in HREF.findall(markdown2html(text)) if not each.startswith("#")]


def links_of_linkify(texts):
    """What markdown-it with linkify links, the parser of several editors; it is in the chat page's files."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("runs another reader of Markdown where node is installed")

    done = subprocess.run(
        [node, str(HERE / "markdown_links.mjs"), LINKIFY.as_uri()],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return [[unescape(each) for each in found] for found in json.loads(done.stdout)]


def sentences():
    return [form.format(address) for form in FORMS for address in ADDRESSES]


def random_texts(count):
    dice = random.Random(11)
    return ["".join(dice.choices(PIECES, k=dice.randint(2, 12))) for _ in range(count)]


@pytest.fixture(scope="module")
def files():
    """Each text, and each way in which it was written."""
    return [(text, said) for text in (*sentences(), *random_texts(1_500)) for said in written(text)]


@pytest.mark.long
def test_nbconvert_links_nothing_but_what_the_text_links(files):
    found = [(text, said, href) for text, said in files for href in links_of_nbconvert(said)]

    assert [each for each in found if not is_kept(each[2], each[0])] == []


@pytest.mark.long
def test_a_reader_with_linkify_links_nothing_but_what_the_text_links(files):
    told = links_of_linkify([said for _, said in files])

    found = [(*each, href) for each, hrefs in zip(files, told, strict=True) for href in hrefs]
    assert [each for each in found if not is_kept(each[2], each[0])] == []


def test_the_same_texts_as_they_came_are_links_to_both():
    """The control: these readers do make links of such addresses."""
    raw = [address for address in ADDRESSES if "&" not in address]

    assert sum(bool(links_of_nbconvert(each)) for each in raw) >= 3
    assert sum(map(bool, links_of_linkify(raw))) >= 10


def test_a_link_that_answers_may_have_stays_one():
    text = "[the shop](https://shop.example/a?b=c#d), [docs](http://docs.example) and [me](https://x.example/@me)"

    said = plain_markdown(text)

    links = ["https://shop.example/a?b=c#d", "http://docs.example", "https://x.example/%40me"]
    assert links_of_nbconvert(said) == links
    assert links_of_linkify([said]) == [links]


def test_what_is_read_is_what_was_written():
    for text in (
        "Mail a@b.co, see http://a@evil/ or www.evil.com!",
        "sales.revenue, 5.42 of o.id, e.g. x.csv",
    ):
        html = markdown2html(plain_markdown(text))

        assert unescape(re.sub("<[^>]*>", "", html)).strip() == text

    assert plain_markdown("5.42 of sales.revenue, e.g. in 2024.") == "5.42 of sales.revenue, e.g. in 2024."
    assert (
        plain_markdown("`sales.revenue`\n\n```\nSELECT o.id\n```")
        == "`sales.revenue`\n\n```\nSELECT o.id\n```"
    )


def test_exported_files_have_no_link_to_what_an_answer_only_named(scripted_notebook, origin):
    said = "See http://a@evil/ or www.evil.com, [here](http://a@evil/) or `http://a@evil/`."
    lines = [json.loads(line) for line in recorded("revenue_by_channel").splitlines()]
    for line in lines:
        if line.get("graphPath") == ["final"]:
            line.update(content=said, isDelta=False)

    origin.answer(Reply(tuple(json.dumps(line).encode() + b"\n" for line in lines)))
    scripted_notebook.run("%%ask\nwhy http://a@evil/?")
    for name in ("told.ipynb", "told.md"):
        assert scripted_notebook.run(f"%chat export {name}").error is None

    page, _ = HTMLExporter(template_name="classic").from_filename("told.ipynb")
    report = Path("told.md").read_text(encoding="utf-8")

    for html in (page.partition("<body")[2], markdown2html(report)):
        assert html.count("evil") >= 5
        assert [each for each in HREF.findall(html) if "evil" in each and not each.startswith("#")] == []

    assert [each for each in links_of_linkify([report])[0] if "evil" in each] == []
