"""Whether other users can write: owner, mode, and the group that is a user's own."""

import os
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("Windows has neither these modes nor these owners", allow_module_level=True)

import grp

from svcchat_magic.ownership import others_can_write

ME = os.geteuid()


def status(mode=0o100644, user=ME, group=0):
    return os.stat_result((mode, 0, 0, 0, user, group, 0, 0, 0, 0))


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (status(), False),
        (status(user=0), False),
        (status(user=ME + 1), True),
        (status(0o100646), True),
        (status(0o041777), True),
        (status(0o100664, group=987_654), True),
        (status(0o100600), False),
    ],
)
def test_root_and_the_user_alone_may_write(found, expected, tmp_path):
    assert others_can_write(found, str(tmp_path)) is expected


@pytest.mark.case("Z03")
@pytest.mark.parametrize(
    ("name", "members", "expected"),
    [("ada", [], False), ("ada", ["ada"], False), ("ada", ["ada", "ben"], True), ("team", [], True)],
)
def test_a_group_of_the_user_alone_is_the_user(monkeypatch, tmp_path, name, members, expected):
    import pwd

    monkeypatch.setattr(pwd, "getpwuid", lambda _: pwd.struct_passwd(("ada", "x", ME, 50, "", "", "")))
    monkeypatch.setattr(grp, "getgrgid", lambda _: grp.struct_group((name, "x", 50, members)))

    assert others_can_write(status(0o100664, group=50), str(tmp_path)) is expected
