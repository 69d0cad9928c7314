"""Model files in cube-style YAML, read into a checked `Model` or refused with every problem at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.member_files import (
    read_dimension,
    read_join,
    read_measure,
    read_meta,
    read_public,
    read_segment,
)
from svcchat_magic.semantic.files.model_checks import check_model
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.policy_files import read_access_policy
from svcchat_magic.semantic.files.view_files import read_view
from svcchat_magic.semantic.files.yaml_blocks import Block, Problems, read_block
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model, Segment, View

_Entry = TypeVar("_Entry", Cube, View)
_Member = TypeVar("_Member", Dimension, Measure, Segment)

BRANCHES_FOLDER = "branches"  # in a model folder; what is below it belongs to no model but the branch's


def load_model(folder: Path, overlay: Path | None = None) -> Model:
    """The model that the YAML files of a folder describe; those of `overlay` stand in for the same paths.

    Raises ModelError with one sentence for each problem, naming file, line and key.
    """
    problems = Problems()
    return _model(tuple(_model_blocks(folder, overlay, problems)), problems)


def model_of_texts(texts: Mapping[str, str]) -> Model:
    """The model that these files by name describe; raises ModelError as `load_model` does."""
    problems = Problems()
    blocks = (read_block(text, name, problems) for name, text in texts.items())
    return _model(tuple(block for block in blocks if block is not None), problems)


def _model(files: Sequence[Block], problems: Problems) -> Model:
    places = Places()
    cubes = _by_name(
        ((_cube(block, places), block) for file in files for block in file.blocks("cubes")), "cube", problems
    )
    views = _by_name(
        ((read_view(block, cubes, places), block) for file in files for block in file.blocks("views")),
        "view",
        problems,
    )
    for file in files:
        file.done()

    model = Model(MappingProxyType(cubes), MappingProxyType(views))
    if not problems.sentences:  # a half-read model would only add problems that are not there
        check_model(model, places, problems)

    if problems.sentences:
        raise ModelError(problems.sentences)

    return model


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
    paths = (path for path in folder.rglob("*") if path.suffix in {".yml", ".yaml", ".js", ".py"})
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _model_blocks(folder: Path, overlay: Path | None, problems: Problems) -> Iterable[Block]:
    files = model_files(folder, overlay)
    if not files:
        problems.add(str(folder.name), "holds no model files (*.yml)")

    for place, path in files.items():
        block = _file_block(path, place, problems)
        if block is not None:
            yield block


def _file_block(path: Path, file: str, problems: Problems) -> Block | None:
    if path.suffix in {".js", ".py"}:
        problems.add(file, "models written in JavaScript or Python are not supported; write the cube as YAML")
        return None

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        problems.add(file, "cannot be read as UTF-8 text")
        return None

    for number, line in enumerate(text.splitlines(), start=1):
        if "{{" in line or "{%" in line:
            problems.add(f"{file}, line {number}", "Jinja is not supported; write the value itself")
            return None

    return read_block(text, file, problems)


def _cube(block: Block, places: Places) -> Cube:
    name = block.name()
    places.note((name,), block)
    members = _MemberReader(block, name, places)
    cube = Cube(
        name=name,
        sql_table=block.text("sql_table"),
        sql=block.text("sql"),
        title=block.text("title"),
        description=block.text("description"),
        public=read_public(block),
        joins=tuple(read_join(join, name, places) for join in block.blocks("joins")),
        dimensions=members.read("dimensions", read_dimension),
        measures=members.read("measures", read_measure),
        segments=members.read("segments", read_segment),
        access_policy=read_access_policy(block, places),
        meta=read_meta(block),
    )
    if bool(cube.sql_table) == bool(cube.sql):
        block.problem("name", "needs either sql_table or sql")

    block.ignore("pre_aggregations", "hierarchies", "data_source", "refresh_key", "sql_alias", "calendar")
    block.refuse("extends", "extends is not supported yet; write the members out")
    block.done()
    return cube


class _MemberReader:
    """Reads the members of one cube, whose names must differ across all kinds."""

    def __init__(self, block: Block, cube: str, places: Places) -> None:
        self._block = block
        self._cube = cube
        self._places = places
        self._seen: set[str] = set()

    def read(self, key: str, reader: Callable[[Block], _Member]) -> Mapping[str, _Member]:
        """The members under one key, by name."""
        found: dict[str, _Member] = {}
        for entry in self._block.blocks(key):
            member = reader(entry)
            if member.name in self._seen:
                entry.problem("name", f"{member.name!r} is defined twice in {self._cube}")

            self._seen.add(member.name)
            self._places.note((self._cube, member.name), entry)
            found[member.name] = member

        return MappingProxyType(found)


def _by_name(read: Iterable[tuple[_Entry, Block]], kind: str, problems: Problems) -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for entry, block in read:
        if entry.name in found:
            problems.add(block.place("name"), f"there are two {kind}s named {entry.name!r}")

        found[entry.name] = entry

    return found
