"""`svcchat account key`: make, revoke and list the API keys of an account file."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def add_to(commands: Any) -> None:
    """Add the command to the program's parser."""
    parser = commands.add_parser(
        "account",
        help="make, revoke and list the API keys of an account",
        description="The keys stand as hashes beside the account file; a running service sees every change.",
    )
    about = parser.add_subparsers(dest="about", required=True, metavar="WHAT")
    key = about.add_parser("key", help="API keys", description="API keys of an account file.")
    actions = key.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="make a key and print it, this once")
    new.add_argument("--label", default="", metavar="TEXT", help="what it is for")
    new.set_defaults(run=new_key)
    revoke = actions.add_parser("revoke", help="refuse a key from now on")
    revoke.add_argument("id", metavar="ID", help="the key's id, as list shows it")
    revoke.set_defaults(run=revoke_key)
    listing = actions.add_parser("list", help="show the keys there are, without what is secret")
    listing.set_defaults(run=list_keys)
    for action in (new, revoke, listing):
        action.add_argument(
            "--account-file",
            type=Path,
            default=Path("account.toml"),
            metavar="FILE",
            help="the account (default: %(default)s)",
        )


def new_key(options: argparse.Namespace) -> int:
    """Make a key; the line on stdout is the only place where it ever stands."""
    from svcchat_magic.service.access.account_file import read_account
    from svcchat_magic.service.access.key_file import add_key, keys_beside

    read_account(options.account_file)  # a broken account is told before a key is made for it
    _, key = add_key(keys_beside(options.account_file), options.label, _now())
    print(key.reveal())
    return 0


def revoke_key(options: argparse.Namespace) -> int:
    """Refuse a key; what streams with it ends within a second."""
    from svcchat_magic.service.access.key_file import keys_of, revoke_key

    revoked = revoke_key(keys_of(options.account_file), options.id, _now())
    print(f"revoked {revoked.id} {revoked.label}".rstrip())
    return 0


def list_keys(options: argparse.Namespace) -> int:
    """One line for each key: id, when it was made, whether it is revoked, and its label."""
    from svcchat_magic.service.access.key_file import keys_of, read_keys

    for key in read_keys(keys_of(options.account_file)):
        state = f"revoked {key.revoked}" if key.revoked else "active"
        print(f"{key.id}  {key.made}  {state}  {key.label}".rstrip())

    return 0


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
