"""Model files in cube-style YAML, read into a checked `Model` or refused with every problem at once."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.certified_files import certified_files, read_certified
from svcchat_magic.semantic.files.cube_files import CUBE_LISTS, extended, read_cube
from svcchat_magic.semantic.files.left_out import joined_members, usable_bases
from svcchat_magic.semantic.files.model_checks import check_model
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.references import in_one_form, with_dialect
from svcchat_magic.semantic.files.settings_files import read_settings
from svcchat_magic.semantic.files.templates import TemplateProblem, Templates
from svcchat_magic.semantic.files.view_files import VIEW_LISTS, read_view
from svcchat_magic.semantic.files.view_members import with_own_members
from svcchat_magic.semantic.files.view_roots import rooted
from svcchat_magic.semantic.files.yaml_blocks import Block, Problems, read_block
from svcchat_magic.semantic.model.join_graph import JoinGraph
from svcchat_magic.semantic.model.model import Cube, Model, ModelSettings, View

_TEMPLATES = frozenset({".jinja", ".jinja2"})
_SUFFIXES = frozenset({".yml", ".yaml", ".js", ".py", *_TEMPLATES})
_Entry = TypeVar("_Entry", Cube, View)

Completion: TypeAlias = Callable[[Model], Model]  # what is done to a model each time it is read

BRANCHES_FOLDER = "branches"  # in a model folder; what is below it belongs to no model but the branch's


def load_model(folder: Path, overlay: Path | None = None) -> Model:
    """The model that the YAML files of a folder describe; those of `overlay` stand in for the same paths.

    Raises ModelError with one sentence for each problem, naming file, line and key.
    """
    problems = Problems()
    with _collection_paused():
        model = _model(tuple(_model_blocks(folder, overlay, problems)), problems)

    certified, unusable = read_certified(certified_files(folder, overlay))
    return replace(model, certified=certified, left_out=(*model.left_out, *unusable))


def unchanged(model: Model) -> Model:
    """The model as its files describe it."""
    return model


@contextmanager
def _collection_paused() -> Iterator[None]:
    """No garbage is collected meanwhile: what is made is kept, and a search for cycles doubles the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def model_of_texts(texts: Mapping[str, str]) -> Model:
    """The model that these files by name describe; raises ModelError as `load_model` does."""
    problems = Problems()
    blocks = (read_block(text, name, problems) for name, text in texts.items())
    return _model(tuple(block for block in blocks if block is not None), problems)


def _model(files: Sequence[Block], problems: Problems) -> Model:
    places = Places()
    cubes, settings = _cubes(files, read_settings(files), places, problems)
    views = _views(files, cubes, places, problems)
    for file in files:
        file.done()

    model = Model(MappingProxyType(cubes), MappingProxyType(views), settings, _once(problems.notices))
    if not problems.sentences:  # a half-read model would only add problems that are not there
        check_model(model, places, problems)

    if problems.sentences:
        raise ModelError(_once(problems.sentences))

    return replace(model, left_out=_once(problems.left_out))


def _once(sentences: Iterable[str]) -> tuple[str, ...]:
    """Each once: what a cube takes over from another is read for both."""
    return tuple(dict.fromkeys(sentences))


def _cubes(
    files: Sequence[Block], settings: ModelSettings, places: Places, problems: Problems
) -> tuple[dict[str, Cube], ModelSettings]:
    """The cubes, and the settings with the dialect that their SQL was found to be in."""
    blocks = [block for file in files for block in file.blocks("cubes")]
    read = ((read_cube(block, places), block) for block in extended(blocks, CUBE_LISTS))
    cubes = _by_name(read, "cube", problems)
    if not problems.sentences:
        settings = with_dialect(cubes, settings, problems)
        cubes = in_one_form(cubes, settings, places, problems)

    if problems.sentences:
        return cubes, settings

    bases = {block.text("extends") for block in blocks} - {""}
    return usable_bases(cubes, bases, places, problems), settings


def _views(
    files: Sequence[Block], cubes: dict[str, Cube], places: Places, problems: Problems
) -> dict[str, View]:
    """The views; their own members are put into the cubes."""
    blocks = [block for file in files for block in file.blocks("views")]
    wholes = list(extended(blocks, VIEW_LISTS))
    views = _by_name(((read_view(block, cubes, places), block) for block in wholes), "view", problems)
    graph = JoinGraph(cubes)
    for block in wholes:
        view = joined_members(rooted(views[block.text("name")], graph), graph, places, problems)
        view, root = with_own_members(block, view, cubes, places)
        views[view.name] = view
        if root is not None:
            cubes[root.name] = root

    return views


def model_files(folder: Path, overlay: Path | None = None) -> Mapping[str, Path]:
    """The model files by their path in the folder, sorted."""
    own = {
        place: path
        for place, path in _files_in(folder).items()
        if not place.startswith(f"{BRANCHES_FOLDER}/")
    }
    found = own | (_files_in(overlay) if overlay else {})
    return dict(sorted(found.items(), key=lambda each: Path(each[0]).parts))


def _files_in(folder: Path) -> dict[str, Path]:
    paths = (path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _model_blocks(folder: Path, overlay: Path | None, problems: Problems) -> Iterable[Block]:
    files = model_files(folder, overlay)
    if not files:
        problems.add(str(folder.name), "holds no model files (*.yml)")

    templates = Templates(files)
    for place, path in files.items():
        block = _file_block(path, place, templates, problems)
        if block is not None:
            yield block


def _file_block(path: Path, file: str, templates: Templates, problems: Problems) -> Block | None:
    if path.suffix == ".js":
        problems.add(file, "models written in JavaScript are not supported; write the cubes as YAML")
        return None

    if path.suffix in _TEMPLATES and not path.stem.endswith((".yml", ".yaml")):
        return None  # read where another file imports it

    if path.suffix == ".py":
        problems.notices.append(f"{file}: Python is not run, so templates cannot use what it defines")
        return None

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        problems.add(file, "cannot be read as UTF-8 text")
        return None

    try:
        return read_block(templates.rendered(text, file), file, problems)
    except TemplateProblem as problem:
        problems.add(f"{file}, line {problem.line}" if problem.line else file, str(problem))
        return None


def _by_name(read: Iterable[tuple[_Entry, Block]], kind: str, problems: Problems) -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for entry, block in read:
        if entry.name in found:
            problems.add(block.place("name"), f"there are two {kind}s named {entry.name!r}")

        found[entry.name] = entry

    return found
