"""Daily prices of nine invented shares over two years, and the companies behind them."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from tests.analyst.questions.tables import Row, Rows, named, write_typed

Figures = np.ndarray[Any, np.dtype[Any]]

FIRST, LAST = date(2023, 7, 3), date(2025, 6, 30)
COLUMNS = {
    "prices": "date:date ticker:text open:real high:real low:real close:real adj_close:real volume:long",
    "companies": "ticker:text name:text sector:text exchange:text shares_outstanding:long",
}
# Ticker, name, sector, exchange, shares, price before the first day, drift and volatility a year, volume,
# dividend a quarter and first day; the last is listed soon and has no prices yet.
COMPANIES = """
NVLT|Novalight Systems|Technology|NASDAQ|812000000|142.0|.24|.36|9400000|.12|
QBYT|Quantabyte Software|Technology|NASDAQ|268400000|88.5|.12|.41|4100000|0|
ARDN|Ardent Cloud|Technology|NASDAQ|95700000|31.0|.30|.58|2300000|0|2024-09-17
HLYX|Helyx Therapeutics|Healthcare|NASDAQ|61250000|47.2|-.18|.62|1250000|0|
MEDW|Medwell Devices|Healthcare|NYSE|344900000|118.3|.08|.21|1900000|.55|
PTRK|Petrokraft Energy|Energy|NYSE|1020000000|64.8|.04|.29|7200000|.72|
SUNV|Sunvale Renewables|Energy|NASDAQ|73100000|18.5|-.10|.55|3050000|0|2024-11-05
BRKF|Brookfirst Bancorp|Financials|NYSE|457300000|39.6|.11|.24|5600000|.31|
GRVL|Grovely Foods|Consumer Staples|NYSE|589000000|72.1|.03|.16|3300000|.46|
TRVO|Travio Mobility|Industrials|NASDAQ|128000000||||||
"""
HOLIDAYS = (
    "2023-07-04 2023-09-04 2023-11-23 2023-12-25 2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 "
    "2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25 2025-01-01 2025-01-09 2025-01-20 2025-02-17 "
    "2025-04-18 2025-05-26 2025-06-19"
)
DIVIDEND_DAYS = "2023-08-10 2023-11-09 2024-02-08 2024-05-09 2024-08-08 2024-11-07 2025-02-06 2025-05-08"
MARKET = 0.008  # how much all shares move together on a day


def write(folder: Path) -> None:
    """Write the prices and the companies as Parquet files."""
    rng = np.random.default_rng(713)
    columns = "ticker name sector exchange shares_outstanding price drift volatility volume dividend first"
    companies = named(columns, [line.split("|") for line in COMPANIES.strip().split("\n")])
    for company in companies:
        company["shares_outstanding"] = int(company["shares_outstanding"])
    days = _trading_days()
    market = rng.normal(0, MARKET, len(days))
    prices: Rows = []
    for company in companies:
        if company["price"]:
            listed = [day for day in days if day.isoformat() >= company["first"]]
            prices += _prices(rng, company, listed, market[-len(listed) :])
    prices.sort(key=lambda row: (row["date"], row["ticker"]))
    write_typed(folder, COLUMNS, {"prices": prices, "companies": companies})


def _trading_days() -> list[date]:
    days = [FIRST + timedelta(days=at) for at in range((LAST - FIRST).days + 1)]
    closed = [date.fromisoformat(day) for day in HOLIDAYS.split()]
    return [day for day in days if day.weekday() < 5 and day not in closed]


def _prices(rng: np.random.Generator, company: Row, days: list[date], market: Figures) -> Rows:
    count = len(days)
    first, drift, volatility = (float(company[column]) for column in ("price", "drift", "volatility"))
    spread = volatility / np.sqrt(252)
    own = np.sqrt(max(spread**2 - (0.8 * MARKET) ** 2, 1e-5))
    returns = drift / 252 - spread**2 / 2 + 0.8 * market + rng.standard_t(5, count) * own * np.sqrt(3 / 5)
    close = first * np.exp(np.cumsum(returns))
    before = np.concatenate([[first], close[:-1]])
    opened = before * np.exp(rng.normal(0, spread * 0.35, count))
    high = np.maximum(opened, close) * np.exp(np.abs(rng.normal(0, spread * 0.4, count)))
    low = np.minimum(opened, close) * np.exp(-np.abs(rng.normal(0, spread * 0.4, count)))
    waves = 0.1 * np.sin(np.arange(count) / 40)
    volume = int(company["volume"]) * np.exp(rng.normal(0, 0.28, count) + 9 * np.abs(returns) + waves)
    close = np.round(close, 2)
    adjusted = np.round(close * _factors(company, days, close), 4)
    return named(
        "date ticker open high low close adj_close volume",
        zip(
            days,
            [company["ticker"]] * count,
            *(np.round(prices, 2).tolist() for prices in (opened, high, low)),
            close.tolist(),
            adjusted.tolist(),
            (np.round(volume / 100).astype(int) * 100).tolist(),
            strict=True,
        ),
    )


def _factors(company: Row, days: list[date], close: Figures) -> Figures:
    """What to multiply each day's price by: all before a dividend count for less."""
    factors = np.ones(len(days))
    dividend = float(company["dividend"])
    for day in map(date.fromisoformat, DIVIDEND_DAYS.split()):
        before = sum(each < day for each in days)
        if 0 < before < len(days):
            factors[:before] *= 1 - dividend / close[before - 1]
    return factors
