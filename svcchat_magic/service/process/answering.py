"""Who answers at a service: the built-in analyst, a language model or both, for each agent."""

import os
from collections.abc import Mapping
from dataclasses import replace

from svcchat_magic.analyst.analyst import Analyst
from svcchat_magic.analyst.language_model.endpoint import Budget, LanguageModel, language_model
from svcchat_magic.credentials import ModelKey
from svcchat_magic.errors import SettingsError
from svcchat_magic.service.access.account import Account, AgentModel
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.settings import Settings


def analyst_of(options: ServiceOptions, offline: Analyst) -> Analyst:
    """Who answers for the agents without a model of their own."""
    return _answering(options.language_model, options.analyst, offline)


def analysts_of(account: Account, options: ServiceOptions, offline: Analyst) -> Mapping[str, Analyst]:
    """Who answers for the agents with a model of their own; raises SettingsError for an unusable one."""
    return {
        agent: _answering(_model(agent, profile.model, options), profile.model.analyst, offline)
        for agent, profile in account.agents.items()
        if profile.model is not None
    }


def uses_models(account: Account, options: ServiceOptions) -> bool:
    """Whether a language model answers for any agent."""
    own = (each.model for each in account.agents.values() if each.model is not None)
    is_used = options.language_model is not None and options.analyst != "offline"
    return is_used or any(each.analyst != "offline" for each in own)


def with_time_for_models(account: Account, options: ServiceOptions) -> Account:
    """The account whose answers may take a model's own time beside that of the built-in analyst."""
    if not uses_models(account, options):
        return account

    limits = account.limits
    return replace(account, limits=replace(limits, answer_seconds=limits.answer_seconds + Budget().seconds))


def _answering(model: LanguageModel | None, mode: str, offline: Analyst) -> Analyst:
    if model is None or mode == "offline":
        return offline

    from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
    from svcchat_magic.analyst.language_model.routed_analyst import RoutedAnalyst

    found = ModelAnalyst.of(model)
    return found if mode == "model" else RoutedAnalyst(offline, found)


def _model(agent: str, given: AgentModel, options: ServiceOptions) -> LanguageModel | None:
    """The model of an agent, which is shown no rows of a user's own data unless it may be."""
    found = model_of(agent, given)
    is_own = options.data is not None and options.model is None
    if found is not None and is_own and found.is_elsewhere and not given.own_data:
        return replace(found, most_rows=0)

    return found


def model_of(agent: str, given: AgentModel) -> LanguageModel | None:
    """The model of an agent, with its key from the environment; raises SettingsError for an unusable one."""
    if given.analyst == "offline":
        return None

    return language_model(
        Settings(
            llm_url=given.url,
            llm_model=given.name,
            llm_kind=given.kind,
            llm_key_header=given.key_header,
            llm_rows=given.rows,
            llm_api_key=_key(agent, given),
        )
    )


def _key(agent: str, given: AgentModel) -> ModelKey | None:
    if not given.key_variable:
        return None

    key = os.environ.get(given.key_variable, "")
    if not key:
        raise SettingsError(
            f"The key of the language model of agent {agent!r} is missing: set {given.key_variable}."
        )

    return ModelKey(key)
