"""Compare a result's rows before and after its SQL ran again."""

from typing import Any

import numpy as np
import pandas as pd


def changes(before: pd.DataFrame, now: pd.DataFrame, *, was_complete: bool) -> str:
    """One sentence, such as "12 rows, 2 of them not as before"; rows are compared in order."""
    count = f"{len(now):,} row{'' if len(now) == 1 else 's'}"
    if list(before.columns) != list(now.columns):
        return f"{count}, in other columns than before"

    if was_complete and len(before) != len(now):
        return f"{count}, {len(before):,} before"

    changed = _changed(before, now.iloc[: len(before)])
    if changed:
        return f"{count}, {changed:,} of {'them' if was_complete else 'those loaded before'} not as before"

    return f"{count}, all as before" if was_complete else f"{count}, those loaded before as they were"


def _changed(before: pd.DataFrame, now: pd.DataFrame) -> int:
    if len(now) < len(before):
        return len(before)

    is_same = np.ones(len(before), dtype=bool)
    for column in before.columns:
        is_same &= _same(before[column], now[column])

    return int((~is_same).sum())


def _same(old: Any, new: Any) -> Any:
    """Where values are equal, allowing for the last digits of floats, which vary between runs."""
    missing = old.isna().to_numpy(), new.isna().to_numpy()
    kinds = [pd.api.types.is_float_dtype(each.dtype) for each in (old, new)]
    if all(kinds):
        alike = np.isclose(old.to_numpy(float), new.to_numpy(float), rtol=1e-9, atol=0)
    else:
        values = zip(old.astype(object), new.astype(object), strict=True)
        alike = np.array([(one == other) is True for one, other in values], dtype=bool)

    return (alike & ~missing[0] & ~missing[1]) | (missing[0] & missing[1])
