"""One chat, from Python; works in scripts as well as in notebooks."""
