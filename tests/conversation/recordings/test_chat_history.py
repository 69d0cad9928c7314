from svcchat_magic.conversation.recordings.chat_history import ChatHistory


def test_a_question_that_was_answered_stands_in_the_chat():
    history = ChatHistory().after("Orders", "chat-1", has_failed=False, is_replay=False)
    history = history.after("Revenue", "chat-1", has_failed=False, is_replay=True)

    assert history == ChatHistory("chat-1", ("Orders", "Revenue"), is_replayed=True)


def test_a_question_of_which_nothing_came_does_not():
    history = ChatHistory("chat-1", ("Orders",), is_replayed=True)

    assert history.after("Revenue", "chat-1", has_failed=True, is_replay=False) == history


def test_without_a_chat_there_is_no_past():
    assert ChatHistory().after("Orders", None, has_failed=False, is_replay=False) == ChatHistory()


def test_a_resumed_chat_stays_so():
    history = ChatHistory("chat-1", resumed="chat-1").after(
        "Orders", "chat-1", has_failed=False, is_replay=False
    )

    assert history == ChatHistory("chat-1", ("Orders",), resumed="chat-1")


def test_a_question_asked_again_takes_its_own_place():
    history = ChatHistory("chat-1", ("Orders", "Revenue", "Refunds"))

    edited = history.after(
        "Revenue by month", "chat-1", has_failed=False, is_replay=False, earlier=("Orders",)
    )

    assert edited.questions == ("Orders", "Revenue by month", "Refunds")


def test_a_question_replayed_in_its_place_changes_nothing():
    history = ChatHistory("chat-1", ("Orders", "Revenue"))

    assert history.after("Orders", "chat-0", has_failed=False, is_replay=True, earlier=()) == history


def test_a_question_whose_place_is_gone_comes_last():
    history = ChatHistory("chat-2", ("Customers",))

    asked = history.after("Revenue", "chat-2", has_failed=False, is_replay=False, earlier=("Orders",))

    assert asked.questions == ("Customers", "Revenue")
