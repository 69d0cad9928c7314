"""Descriptions that tell other names of a member, and sentences that only sound so."""

import pytest

from svcchat_magic.semantic.model.told_synonyms import told_synonyms


@pytest.mark.parametrize(
    ("description", "names"),
    [
        ("Net amount. Synonyms are revenue, invoicing and billings.", ["revenue", "invoicing", "billings"]),
        ("Name of the project. Synonym is job.", ["job"]),
        ("Yearly revenue (also known as ARR).", ["ARR"]),
        ('Also called "top line" or turnover; before tax.', ["top line", "turnover"]),
        ("Synonyms: the takings", ["takings"]),
        ("Also called by the people at the desk after a complaint came in.", []),
        ("The amount of an order.", []),
    ],
)
def test_other_names_are_told_in_a_description(description, names):
    assert list(told_synonyms(description, "Sum")) == names


@pytest.mark.parametrize(
    ("title", "description", "names"),
    [
        ("Line", "Production line on which the machine stands.", ["Production line"]),
        ("Status", "Order status, such as open.", ["Order status"]),
        ("Line", "The production line.", []),
        ("Line", "Number of the line.", []),
        ("Line", "Machines, line by line.", []),
        ("Line", "Line of the plant.", []),
    ],
)
def test_a_description_may_begin_with_the_whole_name(title, description, names):
    assert list(told_synonyms(description, title)) == names
