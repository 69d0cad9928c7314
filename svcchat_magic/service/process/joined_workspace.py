"""A model with the user's own tables joined to it, as a workspace."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.files.branches import Branches
from svcchat_magic.semantic.files.live_model import LiveModel
from svcchat_magic.semantic.inference.joined_tables import join_tables, open_joined
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.service.runs.tools import Workspace


def open_joined_workspace(
    folder: Path, data: Sequence[object], named: Mapping[str, object], limits: EngineLimits
) -> tuple[Workspace, Callable[[], None], tuple[str, ...]]:
    """The workspace, what closes it, and how the tables were joined.

    `data` is the model's own, and what is named as a table of it. Raises ModelError or EngineError.
    """
    found, engine = open_joined(folder, data, named, limits)

    def complete(model: Model) -> Model:
        return join_tables(model, engine).model

    workspace = Workspace(
        found.model,
        engine,
        Branches(folder, complete=complete),
        LiveModel(folder, found.model, complete=complete),
    )
    return workspace, engine.close, found.understood
