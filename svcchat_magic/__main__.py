"""`python -m svcchat_magic` is `svcchat`."""

import sys

from svcchat_magic.commands.main import main

if __name__ == "__main__":
    sys.exit(main())
