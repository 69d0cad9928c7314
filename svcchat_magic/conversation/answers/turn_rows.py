"""The results of a turn whose rows are loaded beyond those that the service sent with them."""

from dataclasses import replace

from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import SqlResult
from svcchat_magic.protocol.transcript import Step, ToolStep, Transcript


class TurnRows:
    """Remembers each cut result by its call, so that none is loaded twice, and adds the rows to transcripts.

    A lost connection's second stream repeats the calls, and finds here what was loaded for the first.
    """

    def __init__(self) -> None:
        self._steps: dict[ToolCall, ToolStep] = {}

    def begin(self, transcript: Transcript) -> tuple[ToolStep, ...]:
        """The calls with a cut result that are new; from now on they are being loaded."""
        found = tuple(tool for tool in transcript.tools if tool.call not in self._steps and _is_cut(tool))
        self._steps.update({tool.call: replace(tool, is_loading=True) for tool in found})
        return found

    def end(self, step: ToolStep, loaded: SqlResult | None) -> None:
        """The rows of this call's result; None if those that were sent with it are all there is."""
        self._steps[step.call] = replace(step, loaded=loaded, is_loading=False)

    def give_up(self) -> None:
        """Nothing more will be loaded."""
        for step in self._steps.values():
            if step.is_loading:
                self.end(step, None)

    def added_to(self, transcript: Transcript) -> Transcript:
        """The transcript with what is known of its results' rows."""
        if not self._steps:
            return transcript

        return replace(transcript, steps=tuple(map(self._with_rows, transcript.steps)))

    def _with_rows(self, step: Step) -> Step:
        return self._steps.get(step.call, step) if isinstance(step, ToolStep) else step


def _is_cut(tool: ToolStep) -> bool:
    result = tool.outcome
    return isinstance(result, SqlResult) and bool(result.sql.strip()) and not result.is_complete
