"""Where recordings are looked for and kept: a project's file leads nowhere out of the project.

They hold what a user may see, and a cloned repository could have them written to a share of somebody else.
"""

import os
from pathlib import Path

from svcchat_magic.errors import SettingsError
from svcchat_magic.project_file import PROJECT_FILE, shown_path
from svcchat_magic.settings import DEFAULT, Settings


def recording_location(settings: Settings) -> Path:
    """The folder; it may not exist yet.

    Raises SettingsError where a file, by the name or by a link, leads out of its own and the current folder.
    """
    folder = Path(os.path.expanduser(settings.recordings))
    project = _project(settings)
    if not project:
        return folder

    # The name first: to look where it leads may already be a connection to another machine.
    named = os.path.normpath(Path.cwd() / folder)
    if _is_within(named, project) and _is_within(os.path.realpath(folder), project):
        return folder

    place = shown_path(settings.recordings)
    raise SettingsError(
        f"{PROJECT_FILE} in {shown_path(project)} sets recordings to {place}, which is outside the "
        "project. To use it anyway, set SVCCHAT_RECORDINGS in the environment."
    )


def _project(settings: Settings) -> str:
    """The folder of the file that has a say in this; a folder that the user named is used as it is."""
    source = settings.source("recordings")
    if source.name != DEFAULT:
        return source.folder

    return settings.source("mode").folder or settings.source("record").folder


def _is_within(path: str, project: str) -> bool:
    here = Path.cwd()
    return any(Path(path).is_relative_to(each) for each in (project, here, here.resolve()))
