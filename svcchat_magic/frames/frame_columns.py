"""The names of a frame's columns: the service's own if they are unique."""

from collections.abc import Iterable

MOST_NAME_CHARACTERS = 200


def frame_columns(names: Iterable[str]) -> list[str]:
    """A unique name for each column, the service's own if possible."""
    wanted = [
        (name.strip() or f"column_{at}")[:MOST_NAME_CHARACTERS] for at, name in enumerate(names, start=1)
    ]
    taken = set(wanted)
    chosen: dict[str, None] = {}
    for name in wanted:
        free, number = name, 1
        while free in chosen or (number > 1 and free in taken):
            number += 1
            free = f"{name}_{number}"

        chosen[free] = None

    return list(chosen)
