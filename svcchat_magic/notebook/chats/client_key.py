"""`%chat key`: type the API key without showing it; only this kernel keeps it, unless you store it."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from svcchat_magic.errors import RequestRefused
from svcchat_magic.settings import ApiKey

if TYPE_CHECKING:
    from svcchat_magic.notebook.chats.kernel_chats import KernelChats
    from svcchat_magic.settings import Settings


def ask_for_key(chats: KernelChats, settings: Settings, *, store: bool) -> str:
    """Ask for the key and use it from now on; the returned message never contains it.

    Raises RequestRefused where there is no input, KeyUnusable for text that cannot be a key.
    """
    from IPython.core.error import StdinNotImplementedError

    try:
        typed = getpass.getpass("API key (it is not shown): ")
    except (StdinNotImplementedError, EOFError):  # papermill and nbconvert; a script whose input is closed
        raise RequestRefused(
            "This front end takes no input; set SVCCHAT_API_KEY in the environment."
        ) from None

    key = ApiKey(typed)
    chats.api_key = key
    if not store:
        return "The key is used until this kernel ends. It is not stored."

    from svcchat_magic.conversation.connecting.stored_key import store_key

    origins = ", ".join(store_key(settings, key))
    return f"The key is used from now on, and stored in the keyring of this machine for {origins} alone."


def forget_stored_key(chats: KernelChats, settings: Settings) -> str:
    """Delete the key here and in the keyring."""
    from svcchat_magic.conversation.connecting.stored_key import forget_key

    chats.api_key = None
    return (
        "The key is forgotten."
        if forget_key(settings)
        else "There was no stored key. The key of this kernel is forgotten too."
    )
