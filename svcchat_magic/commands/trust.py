"""`svcchat trust`: allow the key to be sent to the addresses in this project's pyproject.toml."""

import click

from svcchat_magic.commands.command_line import Command


@click.command("trust", cls=Command)
@click.option("--list", "is_listing", is_flag=True, help="Show what is trusted, for every folder.")
@click.option("--revoke", "is_revoking", is_flag=True, help="Stop trusting the addresses of this folder.")
def command(*, is_listing: bool, is_revoking: bool) -> int:
    """Trust the addresses in this project's pyproject.toml.

    The addresses are shown, and from this folder the key may be sent to them. Your own folder keeps what
    you trust, never the project.
    """
    from svcchat_magic.conversation.connecting.trusting import list_trusted, revoke_here, trust_here
    from svcchat_magic.setting_sources import read_settings

    if is_listing and is_revoking:
        raise click.UsageError("Use --list or --revoke, not both.")

    if is_listing:
        print(list_trusted())
    elif is_revoking:
        print(revoke_here())
    else:
        print(trust_here(read_settings()))

    return 0
