"""`svcchat doctor`: checks of the installation and the settings; the key is never shown."""

import click

from svcchat_magic.commands.command_line import Command


@click.command("doctor", cls=Command)
def command() -> int:
    """Check versions, address, key and recordings.

    The service is reached, but asked nothing.
    """
    from svcchat_magic.conversation.doctor import checks
    from svcchat_magic.setting_sources import read_settings

    is_well = True
    for check in checks(read_settings()):
        print(check)
        is_well = is_well and check.is_fine is not False

    return 0 if is_well else 1
