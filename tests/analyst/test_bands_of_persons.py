"""Persons in bands that need no name, the part of a share behind its verb, and what is asked once more."""

from datetime import date

import pytest

from tests.analyst.small_models import is_read, reader_over, sql_of

TODAY = date(2025, 9, 15)
PATIENTS = [
    "age,sex,bmi,children,smoker,ward,charges",
    *(
        f"{18 + at * 7 % 60},{('male', 'female')[at % 2]},{20 + at % 17}.{at % 9},{at % 4},"
        f"{('no', 'no', 'yes')[at % 3]},{('north', 'south', 'east')[at % 7 % 3]},{900 + at * 137}.5"
        for at in range(120)
    ),
]
LINES = [
    "sale_id,sold_on,quantity,unit_price,shop,product",
    *(
        f"{at},2025-0{1 + at % 8}-1{at % 9},{1 + at % 4},{2 + at % 9}.5,{('Bath', 'Ely')[at % 2]},"
        f"{('Mocha', 'Latte', 'Tea')[at % 3]}"
        for at in range(120)
    ),
]


def flat(reader, question):
    """The statement in one line."""
    return " ".join(sql_of(reader, question).split())


@pytest.fixture(scope="module")
def patients(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("patients"), {"patients": PATIENTS}, TODAY) as reader:
        yield reader


@pytest.fixture(scope="module")
def sales(tmp_path_factory):
    with reader_over(tmp_path_factory.mktemp("sales"), {"sales": LINES}, TODAY) as reader:
        yield reader


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        (
            "How many patients are under 30, 30 to 49, and 50 or older?",
            ("under 30", "30 to 49", "50 or older"),
        ),
        ("average charges for under 30s, 30 to 49 and 50 plus", ("under 30", "30 to 49", "50 plus")),
        ("average charges by age group: under 30, 30-49 and 50+", ("under 30", "30-49", "50+")),
        ("patients under 40 and 40 or over", ("under 40", "40 or over")),
    ],
)
def test_bands_of_persons_are_of_their_age(patients, question, labels):
    asked = flat(patients, question)

    assert all(f"THEN '{each}'" in asked for each in labels)
    assert "patients.age < " in asked


@pytest.mark.parametrize(
    "question",
    [
        "patients under 18 and over 65 in bands of their own",  # which leave a gap
        "charges under 30, 30 to 49, and 50 or more by ward in the year",
    ],
)
def test_what_leaves_gaps_is_no_list_of_bands(patients, question):
    assert not is_read(patients, question)


def test_a_number_with_a_sign_is_the_least(patients):
    assert "patients.children >= 2" in flat(patients, "how many patients have 2+ children")


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("what percentage of women have a bmi over 30", "patients.bmi > 30", "patients.sex = 'female'"),
        ("what percent of men in the north have a bmi over 30", "patients.bmi > 30", "patients.sex = 'male'"),
        ("what share of smokers have children", "patients.children > 0", "patients.smoker = TRUE"),
        ("what percentage of women in the south smoke", "patients.smoker = TRUE", "patients.ward = 'south'"),
    ],
)
def test_what_stands_behind_the_verb_is_the_part(patients, question, part, whole):
    asked = flat(patients, question)

    assert f"FILTER (WHERE {part})" in asked
    assert whole in asked.rpartition(" WHERE ")[2]


def test_a_flag_that_ends_the_question_is_the_part_of_each_group(patients):
    asked = flat(patients, "What percentage of patients in each ward smoke?")

    assert "FILTER (WHERE patients.smoker = TRUE) * 1.0 / NULLIF(MEASURE(patients" in asked
    assert "OVER ()" not in asked


@pytest.mark.parametrize(
    "question", ["number of smokers and smoker rate by sex", "smokers and smoker rate by sex"]
)
def test_what_is_counted_beside_its_share_is_the_part(patients, question):
    asked = flat(patients, question)

    assert 'MEASURE(patients."count") FILTER (WHERE patients.smoker = TRUE)' in asked
    assert "MEASURE(patients.share_smoker)" in asked
    assert " WHERE " not in asked.replace("FILTER (WHERE", "")


@pytest.mark.parametrize(
    "question",
    [
        "average charges by sex, leave out patients without a ward",
        "average charges by sex leaving out anyone without a ward",
    ],
)
def test_those_without_are_left_out(patients, question):
    assert "patients.ward IS NOT NULL" in flat(patients, question)


def test_a_number_is_asked_for_both_ends(patients):
    asked = flat(patients, "how old are the youngest and the oldest patient")

    assert "MIN(patients.age)" in asked
    assert "MAX(patients.age)" in asked


@pytest.mark.parametrize(
    "question",
    [
        "who is the oldest smoker and how old?",
        "who is the oldest smoker and how old is he?",
        "the oldest smoker, and how old are they",
    ],
)
def test_the_number_of_the_first_is_asked_once_more(patients, question):
    asked = flat(patients, question)

    assert "patients.age AS age FROM" in asked
    assert "patients.smoker = TRUE" in asked


def test_a_flag_is_shown_by_its_status(patients):
    asked = flat(patients, "list the 5 oldest patients with sex, smoker status and charges")

    assert "patients.smoker AS smoker" in asked
    assert "smoker = TRUE" not in asked


def test_the_second_of_says_nothing(patients):
    assert "IN ('male', 'female')" in flat(patients, "what's the mean bmi of men and of women?")


@pytest.mark.parametrize(
    "question",
    [
        "list sales over 25 dollars with date, shop and product",
        "list the sales that came to more than $25 with their date and total",
        "sales over 25 with date",
    ],
)
def test_a_sale_comes_to_its_price_by_how_many(sales, question):
    asked = flat(sales, question)

    assert "GROUP BY 1, 2" in asked
    assert "sales.sale_id" in asked
    assert "value) > 25" in asked
