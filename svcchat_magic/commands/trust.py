"""`svcchat trust`: let the key go to the addresses that this project's pyproject.toml names."""

import argparse
from typing import Any

from svcchat_magic.settings import read_settings


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "trust",
        help="let the key go to the addresses that a project's file names",
        description="Show the addresses that pyproject.toml names here, and trust them: from this folder the "
        "key may go to their hosts. What is trusted is kept in your own folder, never in the project.",
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--list", action="store_true", help="show what is trusted, for every folder")
    action.add_argument("--revoke", action="store_true", help="trust the addresses of this folder no longer")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Trust, list or revoke; 0 unless there was nothing to trust."""
    from svcchat_magic.conversation.trusting import list_trusted, revoke_here, trust_here

    if options.list:
        print(list_trusted())
    elif options.revoke:
        print(revoke_here())
    else:
        print(trust_here(read_settings()))

    return 0
