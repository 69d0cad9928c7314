"""One chat, from Python: works in scripts, cells, threads and coroutines; no IPython here.

The way of a question, down to the socket and back::

    conversation    keeps the chat; `ask` starts a turn and waits for it
    asking          writes the request: who asks, where
    turn_source     decides who answers it: a recording (recordings, replay) or the service (recorder)
    turn            the handle that any thread watches, stops and finishes
    turn_run        the event loop's side: reads, reconnects a lost stream, sends the stop request
    transport       what both kinds of source have in common; `client.chat_client` has the socket
    turn_log        what was received so far, for all threads: received, kept_lines
    answer          what is given back
"""
