"""The part of the data model that a user may see, as the meta address returns it; extends 2.5."""

from typing import Literal

import msgspec

from svcchat_magic.errors import StreamProtocolError


class _DescribedFields(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """camelCase on the wire; a field left at its default is not sent."""


class DescribedMember(_DescribedFields, frozen=True):
    """A member (2.5); `agg_type` is a measure's aggregation, empty for a dimension."""

    name: str  # cube.member
    title: str
    description: str
    type: Literal["string", "number", "time", "boolean"]
    agg_type: str = ""
    format: str = ""
    synonyms: tuple[str, ...] = ()

    @property
    def of_no_table(self) -> "DescribedMember":
        """A copy without its table's name, to compare members of a view and of its cube."""
        return msgspec.structs.replace(self, name=self.name.rpartition(".")[2])


class DescribedFolder(_DescribedFields, frozen=True):
    """Members of a view that are listed together."""

    name: str
    members: tuple[str, ...]  # view.member


class DescribedHierarchy(_DescribedFields, frozen=True):
    """Dimensions from the coarsest to the finest."""

    name: str
    title: str
    levels: tuple[str, ...]  # table.member


class DescribedTable(_DescribedFields, frozen=True):
    """A cube or a view with the members that may be queried (2.5), and how it lists them."""

    name: str
    type: Literal["cube", "view"]
    title: str
    description: str
    members: tuple[DescribedMember, ...]
    folders: tuple[DescribedFolder, ...] = ()
    hierarchies: tuple[DescribedHierarchy, ...] = ()

    def lists_of(self, member: str) -> tuple[str, ...]:
        """What the folders and hierarchies are called that have a member, `table.member`."""
        folders = (each.name for each in self.folders if member in each.members)
        return (*folders, *(each.title for each in self.hierarchies if member in each.levels))


class ModelDescription(_DescribedFields, frozen=True):
    """All tables that the user may see, views first, the development branches, and questions to ask."""

    cubes: tuple[DescribedTable, ...]
    branches: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()  # to begin with


def write_description(description: ModelDescription) -> bytes:
    """The JSON body of the meta address's reply."""
    return msgspec.json.encode(description)


def read_description(body: bytes) -> ModelDescription:
    """Read the meta address's reply. Raises StreamProtocolError for anything else."""
    try:
        return msgspec.json.decode(body, type=ModelDescription)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as cause:
        raise StreamProtocolError("The service's answer does not describe a data model.") from cause
