"""Blots the key out of a transcript: in deltas it comes in pieces that no line shows whole."""

from collections.abc import Callable
from dataclasses import replace

from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.transcript import Note, Step, Transcript

Blot = Callable[[str], str]


def blotted(transcript: Transcript, blot: Blot) -> Transcript:
    """The transcript with `blot` applied to all that the service worded; what is clean stays as it is."""
    return replace(
        transcript,
        steps=tuple(_step(step, blot) for step in transcript.steps),
        answer=blot(transcript.answer),
        error=blot(transcript.error),
    )


def _step(step: Step, blot: Blot) -> Step:
    if isinstance(step, Note):
        text = blot(step.text)
        return step if text == step.text else replace(step, text=text)

    call = step.call
    name, asked, result = blot(call.name), blot(call.input), blot(call.result or "")
    if (name, asked, result) == (call.name, call.input, call.result or ""):
        return step

    return replace(step, call=ToolCall(name=name, input=asked, result=result or None))
