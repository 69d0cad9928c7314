"""A cube in the making, as the entries of model files."""

from dataclasses import dataclass, field

Entry = dict[str, object]  # of a model file; REMARK is written as a comment
REMARK = "#"


@dataclass(frozen=True, slots=True)
class DraftCube:
    """A cube as it is written."""

    name: str
    table_name: str  # under which its members are asked for: the view's, where it has one
    entry: Entry
    dimensions: list[Entry]
    measures: list[Entry]
    key: str  # the column that identifies a row, or ""
    joins: list[tuple[Entry, str]] = field(default_factory=list)  # each with the cube it leads to
    label: str = ""  # what the column of its rows' names is called in a table that holds these things
    references: dict[str, str] = field(default_factory=dict)  # the dimension that holds each such cube's key

    @property
    def times(self) -> list[str]:
        """The names of its dates, the one that dates its rows first."""
        return [str(each["name"]) for each in self.dimensions if each["type"] == "time"]
