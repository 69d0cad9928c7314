"""Whether other users of this machine can change a file or a folder."""

import os
import stat
import sys

_ACCESS_LIST = "system.posix_acl_access"


def others_can_write(status: os.stat_result, path: str) -> bool:
    """Whether someone else than this user and root can; `status` is that of `path`.

    The group of a user alone counts as the user. Windows has no such modes, and is not looked at.
    """
    if sys.platform == "win32":
        return False

    if status.st_uid not in (0, os.geteuid()) or status.st_mode & stat.S_IWOTH:
        return True

    if not status.st_mode & stat.S_IWGRP:
        return False

    return _has_access_list(path) or not _is_own_group(status.st_gid)


def _is_own_group(group_id: int) -> bool:
    """Whether this is the private group that many systems create for each user."""
    if sys.platform == "win32":
        return True

    import grp  # needed for a folder that its group can write
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(group_id)
    except KeyError:
        return False

    return user.pw_gid == group_id and user.pw_name == group.gr_name and set(group.gr_mem) <= {user.pw_name}


def _has_access_list(path: str) -> bool:
    """Whether single users are granted access: the group's bits then are the most that they may do."""
    if sys.platform != "linux":
        return False

    try:
        return bool(os.getxattr(path, _ACCESS_LIST))
    except OSError:
        return False
