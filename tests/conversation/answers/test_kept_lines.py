import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.conversation.answers.kept_lines import KeptLines

LINE = st.binary(min_size=1, max_size=3).map(lambda line: line.replace(b"\n", b"x"))


@given(st.lists(st.lists(LINE, max_size=4), max_size=12), st.integers(0, 60))
def test_lines_come_out_as_they_went_in_from_any_place_on(batches, start):
    kept = KeptLines()
    for batch in batches:
        kept.add(batch)

    lines = [line for batch in batches for line in batch]

    assert len(kept) == len(lines)
    assert kept.since(start) == tuple(lines[start:])
    assert [line for block in kept.blocks for line in block.split(b"\n")] == lines


@pytest.mark.parametrize("count", [255, 256, 257, 1_000])
def test_many_small_batches_are_kept_in_few_blocks(count):
    kept = KeptLines()
    for n in range(count):
        kept.add([f"line {n}".encode()])

    assert len(kept.blocks) <= 256 + count // 256
    assert kept.since(count - 2) == (f"line {count - 2}".encode(), f"line {count - 1}".encode())
    assert kept.since(0)[254] == b"line 254"


def test_a_large_batch_stays_a_block_of_its_own():
    kept = KeptLines()
    together = kept.add([b"x" * 5_000, b"y"])
    for _ in range(300):
        kept.add([b"z"])

    assert kept.blocks[0] is together
