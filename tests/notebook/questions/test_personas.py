"""Who a question is asked as, from the options on its line."""

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.ask_options import read_ask


def test_rights_belong_to_the_user_named_before_them_or_to_all():
    asked = read_ask(
        "--group staff --as-user ada --attr region=Europe --as-user ben,cleo --attr region=Asia q"
    )

    ada, ben, cleo = asked.personas
    assert (ada.external_id, ada.attributes, ada.groups) == ("ada", (("region", "Europe"),), ("staff",))
    assert (ben.external_id, ben.attributes) == ("ben", (("region", "Asia"),))
    assert (cleo.external_id, cleo.groups) == ("cleo", ("staff",))


def test_several_branches_are_compared_for_every_user():
    asked = read_ask("--branch main,next --as-user ada,ben q")

    assert [persona.label for persona in asked.personas] == [
        "ada on main",
        "ada on next",
        "ben on main",
        "ben on next",
    ]


@pytest.mark.parametrize("line", ["--attr region", "--attr =x", "--as-user a,a", "--as-user a,,b"])
def test_names_and_values_that_mean_nothing_are_refused(line):
    with pytest.raises(RequestRefused):
        read_ask(line, "question")
