"""The reference tables of the documents say what the code says: no row too few, and none too many."""

import re
import tomllib
from dataclasses import fields

import click
import pytest

import svcchat_magic.errors
from svcchat_magic.commands.main import program
from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import SvcchatError
from svcchat_magic.frames.accessor import ResultAccessor
from svcchat_magic.notebook.magics.ask_magic import AskMagics
from svcchat_magic.notebook.magics.chat_commands import COMMANDS
from svcchat_magic.notebook.questions.ask_options import OPTIONS
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.settings import setting_fields
from tests.pages import PAGES, README, ROOT, page, rows, text_of

EXAMPLE = ROOT / "svcchat_magic/demo/account-example.toml"


def leaves(command: click.Command, name: str) -> dict[str, click.Command]:
    """Each command that can be typed."""
    if not isinstance(command, click.Group):
        return {name: command}

    context = click.Context(command)
    found = dict[str, click.Command]()
    for each in command.list_commands(context):
        found |= leaves(command.get_command(context, each), f"{name} {each}")

    return found


def typed(option: click.Option) -> str:
    """A flag as it is typed, with the word for its value."""
    value = "|".join(option.type.choices) if isinstance(option.type, click.Choice) else option.metavar
    return option.opts[-1] if option.is_flag else f"{option.opts[-1]} {value}"


def test_every_magic_option_is_documented_with_its_meaning():
    documented = rows(page("asking.md"), "option | what it does")

    assert documented == [
        [
            ", ".join(
                f"`{flag}`" for flag in [*option.flags[:-1], f"{option.flags[-1]} {option.value}".strip()]
            ),
            option.meaning,
        ]
        for option in OPTIONS
    ]


def test_every_extra_is_documented():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    documented = {extra.strip("`[]") for extra, _ in rows(page("install.md"), "extra")}

    assert documented == project["optional-dependencies"].keys()


def test_every_chat_command_is_documented_with_its_meaning():
    documented = rows(page("chats.md"), "command")

    assert documented == [
        [f"`{' '.join(f'%chat {command.name} {command.argument}'.split())}`", command.meaning]
        for command in COMMANDS
    ]


def test_every_setting_is_documented_with_its_variable_default_and_meaning():
    documented = rows(page("settings.md"), "setting")

    assert documented == [
        [
            f"`{setting.name}`",
            f"`{setting.metadata['variable']}`",
            "" if setting.default in (None, "") else f"`{setting.default}`",
            setting.metadata["meaning"],
        ]
        for setting in setting_fields()
    ]


def test_every_trait_of_the_notebook_is_documented():
    own = AskMagics.class_own_traits(config=True)
    settings = {setting.name for setting in setting_fields()}

    documented = rows(page("settings.md"), "trait")

    assert sorted(documented) == sorted(
        [f"`AskMagics.{name}`", f"`{trait.default_value}`", trait.help]
        for name, trait in own.items()
        if name not in settings
    )


def test_every_command_is_documented_with_its_options():
    documented = {
        re.sub(r"`(svcchat[a-z ]*?)(?: [A-Z]+)?`", r"\1", command): re.findall(r"`([^`]+)`", options)
        for command, _, options in rows(page("terminal.md"), "command")
    }

    assert {name: sorted(flags) for name, flags in documented.items()} == {
        name: sorted(typed(option) for option in command.params if isinstance(option, click.Option))
        for name, command in leaves(program, "svcchat").items()
    }


def test_every_command_on_an_account_names_its_file_and_so_works_as_it_stands():
    text = "".join(text_of(each) for each in (README, *PAGES))
    commands = re.findall(r"^svcchat account .+$", text, re.MULTILINE)

    assert commands
    assert [command for command in commands if "--account-file" not in command] == []


def test_every_command_and_setting_that_a_page_names_in_a_sentence_is_there():
    text = "".join(text_of(each) for each in (README, *PAGES))
    named = {
        "svcchat": set(re.findall(r"`svcchat ([a-z]+)", text)),
        "%chat": set(re.findall(r"`%chat ([a-z]+)", text)),
        "AskMagics": set(re.findall(r"`%config AskMagics\.([a-z_]+)", text)),
        "variable": set(re.findall(r"`(SVCCHAT_[A-Z_]*[A-Z])`", text)),
    }

    assert all(named.values())
    assert named["svcchat"] <= {name.split()[1] for name in leaves(program, "svcchat")}
    assert named["%chat"] <= {command.name for command in COMMANDS}
    assert named["AskMagics"] <= AskMagics.class_traits(config=True).keys()
    assert named["variable"] <= {setting.metadata["variable"] for setting in setting_fields()}


def test_every_error_is_documented_under_its_parent():
    tree = [
        [f"`{each.__name__}`", f"`{each.__base__.__name__}`"]
        for each in vars(svcchat_magic.errors).values()
        if isinstance(each, type) and issubclass(each, SvcchatError) and each is not SvcchatError
    ]

    documented = rows(page("errors.md"), "error")

    assert [row[:2] for row in documented] == tree
    assert all(when and advice for *_, when, advice in documented)


def test_every_limit_is_documented_with_its_default():
    limits = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))["limits"]
    documented = {name.strip("`"): default for name, default, _ in rows(page("service.md"), "limit")}

    assert documented == {name: f"{default:,}" for name, default in limits.items()}
    assert {each.name for each in fields(Limits)} <= limits.keys()


@pytest.mark.parametrize(
    ("named", "heading", "kind"),
    [
        ("frames.md", "call", ResultAccessor),
        ("python.md", "of an `Answer`", Answer),
        ("python.md", "method", Conversation),
    ],
    ids=["accessor", "answer", "conversation"],
)
def test_every_call_that_a_page_lists_is_there(named, heading, kind):
    calls = [
        name
        for first, *_ in rows(page(named), heading)
        for name in re.findall(r"`(?:frame\.svc)?\.?(\w+)(?:\([^`]*\))?`", first)
    ]

    assert len(calls) > 5
    assert [name for name in calls if not hasattr(kind, name) and name not in kind.__annotations__] == []
