from svcchat_magic.conversation.past import Past


def test_a_question_that_was_answered_stands_in_the_chat():
    past = Past().after("Orders", "chat-1", has_failed=False, is_replay=False)
    past = past.after("Revenue", "chat-1", has_failed=False, is_replay=True)

    assert past == Past("chat-1", ("Orders", "Revenue"), is_replayed=True)


def test_a_question_of_which_nothing_came_does_not():
    past = Past("chat-1", ("Orders",), is_replayed=True)

    assert past.after("Revenue", "chat-1", has_failed=True, is_replay=False) == past


def test_without_a_chat_there_is_no_past():
    assert Past().after("Orders", None, has_failed=False, is_replay=False) == Past()


def test_a_resumed_chat_stays_so():
    past = Past("chat-1", resumed="chat-1").after("Orders", "chat-1", has_failed=False, is_replay=False)

    assert past == Past("chat-1", ("Orders",), resumed="chat-1")


def test_a_question_asked_again_takes_its_own_place():
    past = Past("chat-1", ("Orders", "Revenue", "Refunds"))

    edited = past.after("Revenue by month", "chat-1", has_failed=False, is_replay=False, earlier=("Orders",))

    assert edited.questions == ("Orders", "Revenue by month", "Refunds")


def test_a_question_replayed_in_its_place_changes_nothing():
    past = Past("chat-1", ("Orders", "Revenue"))

    assert past.after("Orders", "chat-0", has_failed=False, is_replay=True, earlier=()) == past


def test_a_question_whose_place_is_gone_comes_last():
    past = Past("chat-2", ("Customers",))

    asked = past.after("Revenue", "chat-2", has_failed=False, is_replay=False, earlier=("Orders",))

    assert asked.questions == ("Customers", "Revenue")
