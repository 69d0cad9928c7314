"""Queries of members that cannot be computed yet, refused before they are planned."""

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.model.uncomputed import uncomputed
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.query import Member, SemanticQuery


def refuse_uncomputed(model: Model, query: SemanticQuery) -> None:
    """Raise QueryRefused where a member that is asked for, or one that it is made of, cannot be computed."""
    for member in (member for expression in query.expressions() for member in members_of(expression)):
        found = uncomputed(model.cubes, member.path[-1], member.name)
        if found:
            name = _shown_name(model, query.table, member)
            raise QueryRefused(f"{query.table}.{name} cannot be computed yet: it needs {found}.")


def _shown_name(model: Model, table: str, member: Member) -> str:
    """What the queried table calls a member."""
    view = model.views.get(table)
    shown = view.members.values() if view is not None else ()
    behind = (member.path, member.name)
    return next((each.name for each in shown if (each.path, each.member) == behind), member.name)
