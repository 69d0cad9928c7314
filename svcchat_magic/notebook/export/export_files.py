"""Write cells to a notebook or a script; a file appears whole or not at all."""

import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.export.export_cells import ExportedCell
from svcchat_magic.notebook.export.export_text import commented


def notebook_text(cells: Sequence[ExportedCell]) -> str:
    """A notebook of format 4.5 without outputs."""
    content = {
        "cells": [_notebook_cell(cell, number) for number, cell in enumerate(cells, start=1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def script_text(cells: Sequence[ExportedCell]) -> str:
    """A script in which `# %%` begins each cell; text is in comments."""
    return "\n".join(
        f"# %%\n{cell.source.strip()}\n" if cell.is_code else f"# %% [markdown]\n{commented(cell.source)}\n"
        for cell in cells
    )


def write_new(file: Path, content: str, *, over: bool) -> None:
    """Write the file, readable by its owner only; an existing one is replaced only if `over`.

    Raises RequestRefused for an existing file, and for a folder that cannot be written to.
    """
    beside = ""
    try:
        descriptor, beside = tempfile.mkstemp(prefix=".", suffix=".part", dir=file.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as opened:
            opened.write(content)

        _place(Path(beside), file, over=over)
    except FileExistsError:
        raise RequestRefused(not_replaced(file)) from None
    except OSError as cause:
        raise RequestRefused(f"{file.name} cannot be written there: {cause.strerror}.") from cause
    finally:
        with suppress(OSError):  # it is in its place already, or was never made
            os.unlink(beside)


def not_replaced(file: Path) -> str:
    """The error for a file that is not replaced: `%chat export` did not write it, or it was edited."""
    return (
        f"{file.name} already exists, and %chat export did not write it or it was changed since. "
        "Choose another name, or add --force."
    )


def _place(beside: Path, file: Path, *, over: bool) -> None:
    if over:
        os.replace(beside, file)
        return

    try:
        os.link(beside, file)  # unlike a rename, this never replaces another file
    except OSError as cause:
        if isinstance(cause, FileExistsError) or file.exists():
            raise FileExistsError from cause

        os.replace(beside, file)  # some file systems have no hard links


def _notebook_cell(cell: ExportedCell, number: int) -> dict[str, object]:
    kind = _CODE if cell.is_code else _MARKDOWN
    source = cell.source.strip().splitlines(keepends=True)
    return {**kind, "id": f"cell-{number}", "metadata": {}, "source": source}


_MARKDOWN: dict[str, object] = {"cell_type": "markdown"}
_CODE: dict[str, object] = {"cell_type": "code", "execution_count": None, "outputs": []}
