"""The filters that a view sets, unless the query filters by one of the members that release them."""

from dataclasses import replace

from svcchat_magic.semantic.access.access import view_member
from svcchat_magic.semantic.access.row_filters import filter_condition
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.query import SemanticQuery, Viewer


def with_default_filters(model: Model, query: SemanticQuery, viewer: Viewer) -> SemanticQuery:
    """The query with the filters of its view that it does not release."""
    view = model.views.get(query.table)
    if query.is_complete or view is None or not view.filters:
        return replace(query, is_complete=True)

    conditions = query.where if query.having is None else (*query.where, query.having)
    filtered = {member for condition in conditions for member in members_of(condition)}

    def is_released(names: tuple[str, ...]) -> bool:
        return any(view_member(model, view, name) in filtered for name in names)

    added = tuple(
        filter_condition(each.filter, viewer, lambda name: view_member(model, view, name))
        for each in view.filters
        if not is_released(each.unless)
    )
    return replace(query, where=(*query.where, *added), is_complete=True)
