"""A model for data that came without one."""

from collections.abc import Mapping
from dataclasses import dataclass

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.inference.model_draft import draft_model
from svcchat_magic.semantic.inference.model_text import model_texts
from svcchat_magic.semantic.model.model import Model


@dataclass(frozen=True, slots=True)
class InferredModel:
    """A model with the files that describe it."""

    model: Model
    texts: Mapping[str, str]  # by file name
    understood: tuple[str, ...]  # in sentences, for the person who gave the data


def infer_model(engine: Engine) -> InferredModel:
    """The model that the engine's tables suggest; raises EngineError for data without tables."""
    draft = draft_model(engine)
    if not draft.cubes:
        raise EngineError("The data has no table with columns.")

    texts = model_texts(draft)
    return InferredModel(model_of_texts(texts), texts, draft.understood)
