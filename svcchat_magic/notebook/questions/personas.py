"""Who asks a question: the users, rights and branches of its options; several are a comparison."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from svcchat_magic.errors import RequestRefused


@dataclass(frozen=True, slots=True)
class Persona:
    """Who asks, and on which branch of the model; empty values mean the settings.

    `label` distinguishes the personas of a comparison.
    """

    external_id: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    groups: tuple[str, ...] = ()
    branch: str = ""
    label: str = ""

    @property
    def described(self) -> str:
        """Who asks and with which rights, as text; empty if it is as in the settings."""
        rights = [f"{name} = {value}" for name, value in self.attributes]
        rights += [f"group {group}" for group in self.groups]
        if not self.external_id and not self.branch:
            return f"With {', '.join(rights)}" if rights else ""

        if self.external_id and self.branch:
            rights.append(f"branch {self.branch}")

        who = f"As {self.external_id}" if self.external_id else f"On branch {self.branch}"
        return f"{who} ({', '.join(rights)})" if rights else who


AS_CONFIGURED = Persona()


def read_personas(given: Iterable[tuple[str, str]]) -> tuple[Persona, ...]:
    """Every persona of the options, which are given in their order with their values.

    Attributes and groups belong to the user named before them, or to all users.
    Raises RequestRefused for a value that cannot be used.
    """
    everyone, named, branches = AS_CONFIGURED, list[list[Persona]](), [""]
    for name, value in given:
        if name == "as-user":
            named.append([Persona(external_id=each) for each in _listed(name, value)])
        elif name == "branch":
            branches = _listed(name, value)
        elif name in ("attr", "group") and named:
            named[-1] = [_with_right(each, name, value) for each in named[-1]]
        elif name in ("attr", "group"):
            everyone = _with_right(everyone, name, value)

    users = [
        replace(
            each,
            attributes=tuple(dict((*everyone.attributes, *each.attributes)).items()),
            groups=(*everyone.groups, *each.groups),
        )
        for each in (user for together in named for user in together)
    ]
    found = [replace(user, branch=branch) for user in users or [everyone] for branch in branches]
    return tuple(replace(each, label=_label(each, found)) for each in found)


def _label(persona: Persona, beside: list[Persona]) -> str:
    """What distinguishes a persona: the user, the branch, or both; empty for a single one."""
    parts = [persona.external_id] if len({each.external_id for each in beside}) > 1 else []
    parts += [persona.branch] if len({each.branch for each in beside}) > 1 else []
    return " on ".join(parts)


def _with_right(persona: Persona, name: str, value: str) -> Persona:
    if name == "group":
        return replace(persona, groups=(*persona.groups, value))

    attribute, equals, text = value.partition("=")
    if not attribute or not equals:
        raise RequestRefused("--attr needs a name and a value, such as --attr region=Europe.")

    return replace(persona, attributes=(*persona.attributes, (attribute, text)))


def _listed(name: str, value: str) -> list[str]:
    parts = [part.strip() for part in value.split(",")]
    if not all(parts) or len(set(parts)) < len(parts):
        raise RequestRefused(f"--{name} needs a name, or several different names, as in --{name} a,b.")

    return parts
