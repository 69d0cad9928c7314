"""Which time dates what a follow-up says: the one before, or one that it names."""

from dataclasses import replace

from svcchat_magic.analyst.meaning.tree import Analysis, ByPart, ByTime, Missing, Within


def with_one_time(before: Analysis, said: Analysis) -> tuple[Analysis, Analysis]:
    """`how about policies signed`: a time that is named alone dates the periods and units before."""
    named = [each for each in said.where if isinstance(each, Missing) and each.of.type == "time"]
    timed = [each for each in (*before.where, *before.groups) if isinstance(each, Within | ByTime | ByPart)]
    if len(named) != 1 or not named[0].negated or not timed:
        return before, said

    time = named[0].of
    dated = replace(
        before,
        where=tuple(replace(each, time=time) if each in timed else each for each in before.where),
        groups=tuple(replace(each, time=time) if each in timed else each for each in before.groups),
    )
    return dated, replace(said, where=tuple(each for each in said.where if each not in named))


def dated_as(before: Analysis, said: Analysis) -> Analysis:
    """`and in 2023?` behind `reported in 2024`: the time that dated what was asked still does."""
    times = {
        each.time for each in (*before.where, *before.groups) if isinstance(each, Within | ByTime | ByPart)
    }
    time = times.pop() if len(times) == 1 else None
    if time is None or said.quantities:
        return said

    return replace(
        said,
        where=tuple(
            replace(each, time=time) if isinstance(each, Within) and each.time is None else each
            for each in said.where
        ),
        groups=tuple(
            replace(each, time=time) if isinstance(each, ByTime | ByPart) and each.time is None else each
            for each in said.groups
        ),
    )
