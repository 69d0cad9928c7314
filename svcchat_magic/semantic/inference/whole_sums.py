"""The sum that is the whole where others are its parts: sales are the global ones, and no region's."""

from svcchat_magic.semantic.inference.column_names import Entry
from svcchat_magic.semantic.inference.names import words_of

_WHOLE = frozenset({"global", "worldwide", "world", "overall", "grand", "total"})
_FEWEST = 3  # of the same, with the whole


def name_wholes(measures: list[Entry]) -> None:
    """Let a word that several sums share mean the one that is of all of them, and let that come first."""
    sums = [(words_of(str(each["title"]).removeprefix("Total ")), each) for each in measures]
    sums = [(words, each) for words, each in sums if each["type"] == "sum" and len(words) > 1]
    for head in dict.fromkeys(words[-1] for words, _ in sums):
        same = [(words, each) for words, each in sums if words[-1] == head]
        wholes = [each for words, each in same if len(words) == 2 and words[0] in _WHOLE]
        meta = wholes[0].get("meta") if len(wholes) == 1 and len(same) >= _FEWEST else None
        if isinstance(meta, dict):
            meta["synonyms"] = [*meta["synonyms"], head, f"total {head}", f"overall {head}"]
            measures.remove(wholes[0])
            measures.insert(
                measures.index(next(each for _, each in same if each is not wholes[0])), wholes[0]
            )
