"""Decides who answers a question: a recording or the service, maybe recorded (decisions/recordings)."""

from collections.abc import Callable
from dataclasses import replace

from svcchat_magic.conversation.asked import Asked
from svcchat_magic.conversation.past import Past
from svcchat_magic.conversation.recorder import RecordingTransport
from svcchat_magic.conversation.recording import Recording
from svcchat_magic.conversation.recordings import Recordings
from svcchat_magic.conversation.recordings_folder import recordings_folder
from svcchat_magic.conversation.replay import ReplayingTransport
from svcchat_magic.conversation.transport import Source, Transport
from svcchat_magic.conversation.turn_run import IN_NEW_CHAT
from svcchat_magic.errors import RecordingError, RecordingMissing, RequestRefused
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import ChatRequest
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings

NOT_RECORDED = "This answer is not recorded"  # begins the warning that says why
_FILE_BYTES_PER_STREAM_BYTE = 4  # JSON within JSON doubles its backslashes
_SHOWN_CHARACTERS = 80


def turn_source(
    request: ChatRequest,
    past: Past,
    settings: Callable[[], Settings],
    opened: Callable[[], Transport],
    *,
    again: bool = False,
    record: bool | None = None,
    mode: str = "",
) -> Source:
    """The source of one answer; `opened` connects to the service, and is called when that is needed.

    `again` passes over what is recorded; `record` and `mode` go before the settings. Raises
    RecordingError, SettingsError for a mode that is none, and RequestRefused for `again` in mode replay.
    """
    mode = settings().with_values(mode=mode).mode if mode else settings().mode
    if mode == "replay" and again:
        raise RequestRefused("In mode replay nothing is asked anew; set the mode to auto or live.")

    if mode != "live" and not again:
        found = _find(request, past, settings())
        if found is not None:
            return found

    if mode == "replay":
        raise _missing(request, past, settings())

    transport = opened()  # first, because the settings know more of a service that has been reached
    wants_recording = (settings().record or mode == "auto") if record is None else record

    def live(request: ChatRequest) -> Source:
        source = Source(transport, request, may_reattach=settings().reattach == "on", renew=live)
        return _recorded(source, past, settings()) if wants_recording else source

    return replace(live(request), may_start_anew=past.is_replayed)


def _find(request: ChatRequest, past: Past, settings: Settings) -> Source | None:
    asked = Asked.of(request, past, KeyRedaction(settings.credential), settings.user_token)
    recordings = _recordings(settings)
    recording = recordings.find(asked)
    if (
        recording is None and settings.api_key is None and settings.user_token is None
    ):  # a replay needs no token of its own
        recording = recordings.find_by_token(asked)

    if recording is None:
        return None

    return _replayed(request, recording, settings, str(recordings.path(recording.asked)))


def _replayed(request: ChatRequest, recording: Recording, settings: Settings, file: str) -> Source:
    """The source that gives a recording: the request is what it was in its own time."""
    transport = ReplayingTransport(
        recording,
        at_once=settings.replay_pace == "at once",
        redaction=KeyRedaction(settings.credential),
    )
    return Source(
        transport,
        request.in_chat(recording.chat_id),
        clock=transport.seconds,
        recording=file,
        asked_at=recording.asked_at,
        warning=IN_NEW_CHAT if recording.left_its_chat else "",
    )


def _recorded(live: Source, past: Past, settings: Settings) -> Source:
    recorder = RecordingTransport(live.transport)
    asked = Asked.of(live.request, past, recorder.redaction, settings.user_token)
    recordings = _recordings(settings)

    def keep(status: Status, seconds: float) -> str:
        if status is not Status.COMPLETE:
            return ""  # half an answer replayed would look like the service's last word

        recording = recorder.recording(asked, seconds)
        if recorder.redaction.is_in_pieces(line for _, line in recording.arrivals):
            return f"{NOT_RECORDED}: the API key stands in it."

        try:
            recordings.keep(recording)
        except RecordingError as error:
            return f"{NOT_RECORDED}. {error}"

        return ""

    return replace(live, transport=recorder, clock=recorder.seconds, at_end=keep)


def _recordings(settings: Settings) -> Recordings:
    return Recordings(
        recordings_folder(settings), max_bytes=_FILE_BYTES_PER_STREAM_BYTE * settings.max_stream_bytes
    )


def _missing(request: ChatRequest, past: Past, settings: Settings) -> RecordingMissing:
    words = " ".join(KeyRedaction(settings.credential).text(str(request.input)).split())
    shown = "".join(each if each.isprintable() else "?" for each in words[:_SHOWN_CHARACTERS])
    more = "…" if len(words) > _SHOWN_CHARACTERS else ""
    asked = len(past.questions)
    place = f", asked after {asked} other{'s' * (asked > 1)} in its chat," if asked else ""
    return RecordingMissing(
        f"The question “{shown}{more}”{place} is not recorded in {settings.recordings}; "
        "ask it once in mode auto."
    )
