"""The words distilled from WordNet: what the file holds, its licence, and how it is made."""

import gzip
import re
from importlib.resources import files

import pytest

from svcchat_magic.semantic.search.wordnet import NearWord, WordNet, wordnet
from tests.distil_synonyms import LICENCE_FILE, WORDS_FILE, distilled, licence

MOST_BYTES = 1_000_000
LINE = re.compile(r"[a-z]+(_[a-z]+){0,2}( [a-z]+(_[a-z]+){0,2}[13579])*")

# A database of five senses as Princeton's files have them: a head of 29 lines, then a line for each sense.
HEAD = "".join(f"  {number} line {number} of the licence  \n" for number in range(1, 30))
NOUNS = """\
00000100 06 n 02 vehicle 0 conveyance 0 000 | a thing that carries
00000200 06 n 02 lorry 0 truck 0 001 @ 00000100 n 0000 | a large one
00000300 07 n 02 weight 0 heaviness 0 002 = 00000400 a 0000 + 00000400 a 0201 | how heavy it is
00000600 15 n 01 Paris 0 000 | a name
"""
ADJECTIVES = "00000400 00 a 01 heavy 0 001 = 00000300 n 0000 | of great weight\n"
VERBS = "00000500 38 v 01 haul 0 000 | draw\n"
USES = """\
conveyance%1:06:00:: 00000100 1 3
haul%2:38:00:: 00000500 1 0
heaviness%1:07:00:: 00000300 1 0
heavy%3:00:00:: 00000400 1 20
lorry%1:06:00:: 00000200 1 1
paris%1:15:00:: 00000600 1 9
truck%1:06:00:: 00000200 1 12
vehicle%1:06:00:: 00000100 1 30
weight%1:07:00:: 00000300 1 25
"""


@pytest.fixture
def database(tmp_path):
    for name, text in (("data.noun", NOUNS), ("data.adj", ADJECTIVES), ("data.verb", VERBS)):
        (tmp_path / name).write_text(HEAD + text, encoding="ascii")

    (tmp_path / "index.sense").write_text(USES, encoding="ascii")
    return tmp_path


def stored_lines():
    return gzip.decompress(WORDS_FILE.read_bytes()).decode("ascii").splitlines()


def test_the_stored_words_are_sorted_lines_of_words_and_their_likeness():
    lines = stored_lines()

    words = [line.split()[0] for line in lines]
    assert words == sorted(set(words))
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert len(words) > 50_000


def test_the_stored_words_are_small_and_their_licence_ships_beside_them():
    text = files("svcchat_magic.semantic.search").joinpath(LICENCE_FILE.name).read_text(encoding="ascii")

    assert WORDS_FILE.stat().st_size <= MOST_BYTES
    assert "WordNet 3.1 Copyright 2011 by Princeton University" in text
    assert "Permission to use, copy, modify and distribute this software and" in text


def test_every_stored_word_is_found_where_it_stands():
    found = wordnet()

    assert [line for line in stored_lines()[::997] if line.split()[0] not in found] == []
    assert "turnovr" not in found
    assert "" not in found


def test_the_words_near_another_come_with_their_likeness():
    found = WordNet(b"car automobile9 motor_vehicle7\ncart\n")

    assert list(found.near("car")) == [NearWord(("automobile",), 0.9), NearWord(("motor", "vehicle"), 0.7)]
    assert list(found.near("cart")) == list(found.near("cab")) == []
    assert [word in found for word in ("car", "cart", "ca", "carts")] == [True, True, False, False]


def test_distilling_finds_synonyms_what_a_word_is_a_value_of_and_what_it_derives_from(database):
    near = {line.split()[0]: {word[:-1] for word in line.split()[1:]} for line in distilled(database)}

    assert near["truck"] == {"lorry"}
    assert near["heavy"] == {"weight"}
    assert near["heaviness"] >= {"weight", "heavy"}
    assert near["haul"] == set()
    assert "paris" not in near


def test_distilling_twice_writes_the_same(database):
    assert list(distilled(database)) == list(distilled(database))


def test_the_licence_is_the_head_of_the_database_without_line_numbers(database):
    assert licence(database).splitlines() == [f"line {number} of the licence" for number in range(1, 30)]
