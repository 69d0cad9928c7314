"""The keys beside an account file: known once, kept as hashes, and watched."""

import hashlib
import subprocess
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue

import pytest

from svcchat_magic.errors import SettingsError
from svcchat_magic.service.access.key_file import KeyFile, add_key, keys_beside, read_keys, revoke_key
from tests.waiting import PATIENCE, until_ended

ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from svcchat_magic.errors import SettingsError
from svcchat_magic.service.access.key_file import add_key

resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
try:
    add_key(Path(sys.argv[1]), "two", "t2")
except SettingsError as refused:
    print(refused)
"""


@pytest.fixture
def file(tmp_path):
    return keys_beside(tmp_path / "shop.toml")


def test_a_key_is_known_once_and_kept_as_its_hash_for_its_owner_alone(file):
    stored, key = add_key(file, 'a "label" \\ of Käse', "2025-01-10T00:00:00+00:00")

    assert file.name == "shop.keys.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    assert key.reveal() not in file.read_text(encoding="utf-8")
    assert read_keys(file) == (stored,)
    assert stored.sha256 == hashlib.sha256(key.reveal().encode()).hexdigest()


def test_a_revoked_key_stays_listed_and_is_revoked_once(file):
    first, _ = add_key(file, "one", "t1")
    second, _ = add_key(file, "two", "t2")

    revoke_key(file, first.id, "t3")

    assert [(key.id, key.revoked) for key in read_keys(file)] == [(first.id, "t3"), (second.id, "")]
    for gone in (first.id, "unknown", ""):
        with pytest.raises(SettingsError, match="No key"):
            revoke_key(file, gone, "t4")


def test_a_running_service_sees_every_change(file):
    keys = KeyFile(file)
    assert keys.hashes() == ()

    stored, _ = add_key(file, "", "t1")
    assert keys.hashes() == (bytes.fromhex(stored.sha256),)

    revoke_key(file, stored.id, "t2")
    assert keys.hashes() == ()


def test_nothing_is_accepted_from_a_file_that_is_broken_or_gone(file):
    keys = KeyFile(file)
    add_key(file, "", "t1")
    assert keys.hashes()

    whole = file.read_text(encoding="utf-8")
    for broken in ("[", '[[keys]]\nid = "a"\n', "keys = 5\n", whole.replace('sha256 = "', 'sha256 = "00')):
        file.write_text(broken, encoding="utf-8")
        assert keys.hashes() == ()
        with pytest.raises(SettingsError, match=r"shop\.keys\.toml"):
            read_keys(file)

    file.write_text(whole, encoding="utf-8")
    assert keys.hashes()
    file.unlink()
    assert keys.hashes() == ()


def test_a_full_disk_takes_no_new_key_and_leaves_those_that_are_there(file):
    stored, _ = add_key(file, "one", "t1")

    told = subprocess.run(
        [sys.executable, "-c", ON_A_FULL_DISK, file],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )

    assert told.stdout == "shop.keys.toml cannot be written: File too large. Its keys are unchanged.\n"
    assert read_keys(file) == (stored,)
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_two_commands_do_not_write_over_each_other(file):
    add_key(file, "", "t1")
    before = file.read_bytes()
    other = file.with_name("shop.keys.toml.new")
    other.write_bytes(b"half")

    with pytest.raises(SettingsError, match="Another command"):
        add_key(file, "", "t2")

    assert file.read_bytes() == before
    other.unlink()
    add_key(file, "", "t2")
    assert len(read_keys(file)) == 2
    assert not other.exists()


def test_many_commands_at_once_lose_no_key(file):
    made = SimpleQueue()

    def make_keys():
        for _ in range(8):
            while True:
                with suppress(SettingsError):  # another one is at it
                    made.put(add_key(file, "", "t1")[0].id)
                    break

    commands = [threading.Thread(target=make_keys) for _ in range(6)]
    for each in commands:
        each.start()

    until_ended(commands)
    assert made.qsize() == 48
    assert {key.id for key in read_keys(file)} == {made.get() for _ in range(48)}


@pytest.mark.parametrize("label", ["x" * 81, "a\nb", "a\x7f"])
def test_a_label_is_one_short_line(file, label):
    with pytest.raises(SettingsError, match="label"):
        add_key(file, label, "t1")

    assert not file.exists()
