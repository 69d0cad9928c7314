"""The variable of a result: named after its title, and never replacing one of the user's."""

import builtins
import keyword
import re
import unicodedata
import weakref
from collections import Counter
from collections.abc import Iterator, MutableMapping
from itertools import count
from threading import Lock
from typing import Any, NamedTuple

from svcchat_magic.errors import RequestRefused

MOST_CHARACTERS = 40
MOST_VARIABLES = 200
FALLBACK = "ask_df"


class Binding(NamedTuple):
    """The variable that was bound, and a note if its name is not the expected one."""

    name: str
    notices: tuple[str, ...] = ()


class VariableNames:
    """Every variable bound by the extension; values are held weakly, so `del` frees their memory.

    A variable is ours while it still holds the object that we bound.
    """

    def __init__(self, limit: int = MOST_VARIABLES) -> None:
        self.lock = Lock()  # held from choosing a name to binding it, as another turn may choose one too
        self._limit = limit
        self._bound: dict[str, _BoundVariable] = {}

    def turn(
        self, namespace: MutableMapping[str, Any], cell: str, out: str = "", suffix: str = ""
    ) -> "TurnNames":
        """The names of one run of a cell, for variables in `namespace`.

        `cell` identifies a repeated run: the cell's id, or its question. `suffix` distinguishes the
        results of several users. Raises RequestRefused for an `out` that cannot be a variable.
        """
        name = explicit_name(out) if out else ""
        if name and suffix:
            name = name_from_title(f"{name} {suffix}")

        return TurnNames(self, namespace, cell, name, suffix)

    def is_ours(self, name: str, namespace: MutableMapping[str, Any]) -> bool:
        """Whether the variable still holds the object that we bound."""
        bound = self._bound.get(name)
        value = bound.value() if bound else None
        return value is not None and namespace.get(name) is value

    def name_of(self, key: "_Key") -> str:
        """The name of the same result in an earlier run, or nothing."""
        return next((name for name, bound in self._bound.items() if bound.key == key), "")

    def replace(self, name: str, value: Any, namespace: MutableMapping[str, Any]) -> None:
        """Bind another value to a name that is ours."""
        self.set(name, value, self._bound[name].key, namespace)

    def set(self, name: str, value: Any, key: "_Key", namespace: MutableMapping[str, Any]) -> None:
        """Bind a value; beyond the limit, delete the oldest variable that is still ours."""
        self._bound.pop(name, None)
        self._bound[name] = _BoundVariable(key, weakref.ref(value))
        namespace[name] = value
        while len(self._bound) > self._limit:
            oldest = next(iter(self._bound))
            if self.is_ours(oldest, namespace):
                del namespace[oldest]

            del self._bound[oldest]


class TurnNames:
    """Names the results of one turn, in the order in which they arrive."""

    def __init__(
        self,
        names: VariableNames,
        namespace: MutableMapping[str, Any],
        cell: str,
        out: str,
        suffix: str = "",
    ) -> None:
        self._names = names
        self._namespace = namespace
        self._cell = cell
        self._out = out
        self._suffix = suffix
        self._seen: Counter[str] = Counter()
        self._taken: set[str] = set()

    def bind(self, title: str, value: Any) -> Binding:
        """Bind a result's frame to a name that replaces nothing of the user's."""
        wanted = self._out or name_from_title(f"{title} {self._suffix}".strip())
        self._seen[wanted] += 1
        key = _Key(self._cell, wanted, self._seen[wanted])
        with self._names.lock:
            binding = self._choice(key)
            self._taken.add(binding.name)
            self._names.set(binding.name, value, key, self._namespace)

        return binding

    def replace(self, name: str, old: Any, new: Any) -> None:
        """Replace `old` with `new`, unless the user has rebound the name."""
        with self._names.lock:
            if self._namespace.get(name) is old:
                self._names.replace(name, new, self._namespace)

    def rebind(self, old: Any, new: Any) -> tuple[str, ...]:
        """Replace `old` with `new` in every variable of ours; return their names."""
        held = [name for name, value in list(self._namespace.items()) if value is old]
        with self._names.lock:
            ours = tuple(name for name in held if self._names.is_ours(name, self._namespace))
            for name in ours:
                self._names.replace(name, new, self._namespace)

        return ours

    def _choice(self, key: "_Key") -> Binding:
        if self._out and key.ordinal == 1:
            return Binding(key.wanted)  # requested with --out, so it may be overwritten

        before = self._names.name_of(key)
        if before and before not in self._taken and self._names.is_ours(before, self._namespace):
            return Binding(before)

        notices: tuple[str, ...] = ()
        for name in _candidates(key.wanted):
            if name in self._taken or is_reserved(name):
                continue

            if name not in self._namespace:
                return Binding(name, notices)

            if not notices and not self._names.is_ours(name, self._namespace):
                notices = (f"The variable {name} already exists and was not changed.",)

        raise AssertionError("candidates never end")


def name_from_title(title: str) -> str:
    """A title as an ASCII snake-case identifier of at most 40 characters; `ask_df_1` if none is left."""
    text = unicodedata.normalize("NFKC", title[:_TITLE_CHARACTERS])
    spaced = _CAMEL.sub("_", text).casefold()
    plain = unicodedata.normalize("NFD", spaced).encode("ascii", "ignore").decode()
    name = _shortened(_NOT_A_LETTER.sub("_", plain).strip("_"), MOST_CHARACTERS - len("_df"))
    if not name or name.replace("_", "").isdigit():
        return f"{FALLBACK}_1"

    if name[0].isdigit():
        return f"df_{name}"

    return f"{name}_df" if is_reserved(name) else name


def explicit_name(text: str) -> str:
    """The name that `--out` asked for, as Python reads it.

    Raises RequestRefused for what is not an identifier, and for names that Python or IPython use.
    """
    name = unicodedata.normalize("NFKC", text.strip())
    if not name.isidentifier():
        raise RequestRefused(
            f"{text[:_SHOWN]!r} is not a variable name; use letters, digits and _, such as revenue_2024."
        )

    if is_reserved(name):
        raise RequestRefused(
            f"{name[:_SHOWN]!r} belongs to Python or IPython; choose another variable, such as my_df."
        )

    return name


def is_reserved(name: str) -> bool:
    """Whether Python, IPython or this package uses the name."""
    return (
        keyword.iskeyword(name)
        or keyword.issoftkeyword(name)
        or hasattr(builtins, name)
        or _IPYTHON_NAME.fullmatch(name) is not None
    )


_TITLE_CHARACTERS = 400
_SHOWN = 60
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_IPYTHON_NAME = re.compile(
    r"In|Out|get_ipython|display|exit|quit|open|_+|_\d+|_i{1,3}\d*|_[dios]h|_exit_code|__\w*__|_df|_ask",
    re.ASCII,
)


class _Key(NamedTuple):
    """The identity of a result across runs of its cell."""

    cell: str
    wanted: str
    ordinal: int


_RANGE = re.compile(r"_\d+_(to|bis)_\d+")
_LEADING_ON = re.compile(r"(?<=.)(_([a-z]{1,2}|and|for|from|per|the|with|und|der|von|mit|nach|pro))+$")


class _BoundVariable(NamedTuple):
    key: _Key
    value: weakref.ref[Any]


def _candidates(wanted: str) -> Iterator[str]:
    """`revenue`, `revenue_2`, `revenue_3` ...; `ask_df_1`, `ask_df_2` ..."""
    if wanted == f"{FALLBACK}_1":
        yield from (f"{FALLBACK}_{number}" for number in count(1))

    yield wanted
    for number in count(2):
        suffix = f"_{number}"
        yield f"{wanted[: MOST_CHARACTERS - len(suffix)].rstrip('_')}{suffix}"


def _shortened(name: str, most: int) -> str:
    """Shorten a name, at the end of a word if one is near.

    It ends with no `from` or the like, and not inside a range such as `2023_to_2024`.
    """
    if len(name) <= most:
        return name

    head, _, rest = name[: most + 1].rpartition("_")
    if len(head) <= len(rest):
        return name[:most].rstrip("_")

    halved = next((each for each in _RANGE.finditer(name) if each.start() < len(head) < each.end()), None)
    return _LEADING_ON.sub("", head if halved is None else name[: halved.start()])
