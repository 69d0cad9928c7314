"""Format text columns side by side for a terminal, cut to the available width."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

CUT = "…"


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column of a table: its name, and one line of text for each row; numbers are right-aligned."""

    name: str
    cells: tuple[str, ...]
    is_right: bool = False


def table_lines(shown: Sequence[TextColumn], width: int | None = None, left_out: int = 0) -> list[str]:
    """The header, a rule and the rows; cells are cut and columns omitted to fit `width`.

    The first and the last column are omitted last. A final line names the omitted columns and includes
    `left_out`, the number of columns omitted earlier.
    """
    kept, widths = list(shown), [_natural(column) for column in shown]
    gone = list[TextColumn]()
    if width is not None:
        kept, widths, gone = _fitted(shown, width)

    lines = [_line([column.name for column in kept], kept, widths), _GAP.join("─" * each for each in widths)]
    lines += [_line(cells, kept, widths) for cells in zip(*(column.cells for column in kept), strict=True)]
    if notice := left_out_notice(left_out + len(gone), [column.name for column in gone]):
        lines.append(notice if width is None else cut(notice, width))

    return lines


def left_out_notice(count: int, names: Sequence[str] = ()) -> str:
    """A notice about omitted columns with the known names; empty if there are none."""
    named = f": {', '.join(names)}{', …' if len(names) < count else ''}" if names else ""
    return f"… and {count:,} more column{'s' if count > 1 else ''}{named}" if count else ""


def columns(text: str) -> int:
    """The width of a text: East Asian letters and emoji count two, combining marks and our bold none."""
    if text.isascii() and "\x1b" not in text:
        return len(text)

    return sum(map(_width, _BOLD.sub("", text)))


def cut(text: str, width: int) -> str:
    """The text cut to at most `width` columns, with … for the rest."""
    if columns(text) <= width:
        return text

    end = len(text)
    while end and columns(text[:end]) > width - 1:
        end -= 1

    return text[:end].rstrip() + CUT


_GAP = "  "
_LEAST = 12  # the smallest width of a text column while others can be cut
_BOLD = re.compile(r"\x1b\[[01]m")


def _fitted(shown: Sequence[TextColumn], width: int) -> tuple[list[TextColumn], list[int], list[TextColumn]]:
    """The columns that fit, with … for omitted ones, their widths, and the omitted columns."""
    kept, gone = list(shown), list[TextColumn]()
    while True:
        drawn = _with_gap(kept, bool(gone))
        widths = _narrowed(drawn, width)
        if _total(widths) <= width or len(kept) <= 1:
            return drawn, [min(each, width) for each in widths], gone

        gone.insert(0, kept.pop(-2 if len(kept) > 2 else -1))


def _with_gap(kept: Sequence[TextColumn], has_gap: bool) -> list[TextColumn]:
    if not has_gap or len(kept) < 2:
        return list(kept)

    return [*kept[:-1], TextColumn(CUT, (CUT,) * len(kept[0].cells)), kept[-1]]


def _narrowed(drawn: Sequence[TextColumn], width: int) -> list[int]:
    """The width of each column: the widest text columns are cut first, numbers never."""
    widths, least = [_natural(each) for each in drawn], [_readable(each) for each in drawn]
    for _ in range(_total(widths) - width):
        room, at = max((each - some, at) for at, (each, some) in enumerate(zip(widths, least, strict=True)))
        if room <= 0:
            break

        widths[at] -= 1

    return widths


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _natural(column: TextColumn) -> int:
    return max(map(columns, (column.name, *column.cells)))


def _readable(column: TextColumn) -> int:
    """The smallest width of a column; numbers are never cut."""
    cells = max(map(columns, column.cells), default=0) if column.is_right else 0
    return min(_natural(column), max(_LEAST, cells))


def _line(cells: Sequence[str], kept: Sequence[TextColumn], widths: Sequence[int]) -> str:
    padded = (
        _padded(cut(cell, width), width, is_right=column.is_right)
        for cell, column, width in zip(cells, kept, widths, strict=True)
    )
    return _GAP.join(padded).rstrip()


def _padded(cell: str, width: int, *, is_right: bool) -> str:
    room = " " * (width - columns(cell))
    return room + cell if is_right else cell + room


def _width(letter: str) -> int:
    if unicodedata.category(letter) in _NO_WIDTH:
        return 0

    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


_NO_WIDTH = ("Mn", "Me", "Cf")
