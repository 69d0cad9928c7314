"""`svcchat doctor`: checks of the installation and the settings; the key is never shown."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from svcchat_magic.commands.command_line import FILE, Command

if TYPE_CHECKING:
    from svcchat_magic.conversation.doctor import Check


@click.command("doctor", cls=Command)
@click.option(
    "--account-file",
    type=FILE,
    metavar="FILE",
    help="Also reach the language model of each agent of this account.",
)
def command(account_file: Path | None) -> int:
    """Check versions, address, key, recordings and language models.

    The service is reached, but asked nothing.
    """
    from svcchat_magic.conversation.doctor import checks
    from svcchat_magic.setting_sources import read_settings

    is_well = True
    for check in chain(checks(read_settings()), _of_agents(account_file) if account_file else ()):
        print(check)
        is_well = is_well and check.is_fine is not False

    return 0 if is_well else 1


def _of_agents(account_file: Path) -> Iterator["Check"]:
    """The language model of each agent of an account, asked one small question."""
    from svcchat_magic.analyst.language_model.failures import ModelFailed
    from svcchat_magic.conversation.doctor import Check, probed
    from svcchat_magic.errors import SettingsError
    from svcchat_magic.service.access.account_file import read_account
    from svcchat_magic.service.process.answering import model_of

    try:
        agents = read_account(account_file).agents
    except SettingsError as error:
        yield Check("account", False, str(error))
        return

    for agent, profile in agents.items():
        if profile.model is None:
            yield Check("model", None, f"agent {agent}: the model of the settings, if they name one")
            continue

        try:
            model = model_of(agent, profile.model)
            told = probed(model) if model else "none; the built-in analyst answers alone"
            yield Check("model", True, f"agent {agent}: {told}")
        except (SettingsError, ModelFailed) as error:
            yield Check("model", False, f"agent {agent}: {error}")
