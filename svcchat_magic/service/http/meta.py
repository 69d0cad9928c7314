"""The data model as one user may see it."""

import asyncio
from typing import Any

from svcchat_magic.analyst.starters import starter_questions
from svcchat_magic.protocol.data_requests import MetaRequest
from svcchat_magic.protocol.model_description import (
    DescribedFolder,
    DescribedHierarchy,
    DescribedMember,
    DescribedTable,
    ModelDescription,
)
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.model.listings import folders_of, hierarchies_of
from svcchat_magic.semantic.model.model import Cube, Field, Model, View
from svcchat_magic.service.http.queries import asker
from svcchat_magic.service.http.sessions import Bounds
from svcchat_magic.service.runs.chat_service import ChatService


async def description_for(
    agent: ChatService, request: MetaRequest, of_agent: str | None = None
) -> ModelDescription:
    """The tables and members of a branch that a user may query, of one agent or of all.

    A caller that may use all agents may use every branch, and gets the branches' names.
    Raises BadRequest for an unknown branch, and without sessionSettings if an access rule needs a user.
    """
    workspace = await agent.workspace(request.branch, of_agent)
    identity = await asker(agent, request.session_settings, workspace)
    branches = () if of_agent else await workspace.branch_names()
    model, today = visible_model(workspace.model, identity.viewer), agent.moment(None).date()
    return described(model, branches, await asyncio.to_thread(starter_questions, model, today))


async def questions_for(agent: ChatService, settings: object, bounds: Bounds) -> tuple[str, ...]:
    """What the user of a page may begin with: the agent's own questions, or else some made from the model."""
    if own := agent.parts.account.agents[bounds.agent].questions:
        return own

    workspace = await agent.workspace(bounds.branch, bounds.agent)
    identity = await asker(agent, settings, workspace)
    model, today = visible_model(workspace.model, identity.viewer), agent.moment(None).date()
    return await asyncio.to_thread(starter_questions, model, today)


def described(
    model: Model, branches: tuple[str, ...] = (), questions: tuple[str, ...] = ()
) -> ModelDescription:
    """The public tables of a model that have a public member, views first, and the names of its branches."""
    tables = ((table, model.fields(table.name)) for table in model.tables())
    cubes = tuple(_table(model, table, fields) for table, fields in tables if fields)
    return ModelDescription(cubes=cubes, branches=branches, questions=questions)


def _table(model: Model, table: Cube | View, fields: tuple[Field, ...]) -> DescribedTable:
    return DescribedTable(
        name=table.name,
        type="view" if isinstance(table, View) else "cube",
        title=table.title or table.name.replace("_", " ").capitalize(),
        description=table.description,
        members=tuple(map(_member, fields)),
        folders=tuple(
            DescribedFolder(name=each.name, members=_qualified(table, each.members))
            for each in folders_of(model, table)
        ),
        hierarchies=tuple(
            DescribedHierarchy(
                name=each.name,
                title=each.title or each.name.replace("_", " ").capitalize(),
                levels=_qualified(table, each.levels),
            )
            for each in hierarchies_of(model, table)
        ),
    )


def _qualified(table: Cube | View, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{table.name}.{name}" for name in names)


def _member(field: Field) -> DescribedMember:
    kind: Any = field.type  # one of four types, checked when the model was loaded
    return DescribedMember(
        name=field.qualified,
        title=field.title,
        description=field.description,
        type=kind,
        agg_type=field.agg_type,
        format=field.format,
        synonyms=field.synonyms,
    )
