"""How English is written in short: contractions and abbreviations, read once from `written_forms.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class WrittenForms:
    """All in lower case, with a straight apostrophe."""

    contracted: Mapping[str, str]
    before: frozenset[str]  # what something is contracted with
    joined: Mapping[str, tuple[str, str]]
    short: Mapping[str, str]

    def in_full(self, written: str) -> str | None:
        """The word that a short form stands for: `without` for `w/o`."""
        return self.short.get(_plain(written).removesuffix("."))

    def parts(self, written: str) -> tuple[tuple[str, str], ...]:
        """The two words in one, each as it is written and read: (`we`, `we`), (`'ve`, `have`)."""
        plain = _plain(written)
        if (both := self.joined.get(plain)) is not None:
            at = next(at for at in range(1, len(plain)) if not both[0].startswith(plain[: at + 1]))
            return (written[:at], both[0]), (written[at:], both[1])

        at = plain.find("'")
        if at > 0 and plain[:at] in self.before and plain[at:] in self.contracted:
            return (written[:at], plain[:at]), (written[at:], self.contracted[plain[at:]])

        return ()


@cache
def written_forms() -> WrittenForms:
    """The forms that ship with the package."""
    text = files("svcchat_magic.analyst.language").joinpath("written_forms.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return WrittenForms(
        contracted=data["contracted"],
        before=frozenset(data["before"]["words"]),
        joined={word: (first, second) for word, (first, second) in data["joined"].items()},
        short=data["short"],
    )


def _plain(written: str) -> str:
    return written.lower().replace("’", "'")
