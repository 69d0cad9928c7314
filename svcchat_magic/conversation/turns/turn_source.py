"""Decides who answers a question: a recording or the service, maybe recorded (decisions/recordings)."""

from collections.abc import Callable
from dataclasses import replace

from svcchat_magic.conversation.answers.first_rows import FirstRows
from svcchat_magic.conversation.answers.transport import AnswerSource, Transport
from svcchat_magic.conversation.recordings.chat_history import ChatHistory
from svcchat_magic.conversation.recordings.recorded_rows import ReplayedRows, RowRecorder
from svcchat_magic.conversation.recordings.recording_file import Recording
from svcchat_magic.conversation.recordings.recording_folder import RecordingFolder
from svcchat_magic.conversation.recordings.recording_key import RecordingKey
from svcchat_magic.conversation.recordings.recording_location import recording_location
from svcchat_magic.conversation.recordings.recording_transport import RecordingTransport
from svcchat_magic.conversation.recordings.replay import ReplayingTransport
from svcchat_magic.conversation.turns.question_options import AS_SET, QuestionOptions
from svcchat_magic.conversation.turns.turn_run import IN_NEW_CHAT
from svcchat_magic.errors import RecordingError, RecordingMissing, RequestRefused
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.requests import ChatRequest
from svcchat_magic.protocol.transcript import Transcript
from svcchat_magic.settings import Settings

NOT_RECORDED = "This answer is not recorded"  # begins the warning that says why
_FILE_BYTES_PER_STREAM_BYTE = 4  # JSON within JSON doubles its backslashes
_SHOWN_CHARACTERS = 80


def turn_source(
    request: ChatRequest,
    history: ChatHistory,
    settings: Callable[[], Settings],
    opened: Callable[[], Transport],
    options: QuestionOptions = AS_SET,
) -> AnswerSource:
    """The source of one answer; `opened` connects to the service, and is called when that is needed.

    Raises RecordingError, SettingsError for a mode that is none, and RequestRefused for `again` in mode
    replay.
    """
    mode = settings().with_values(mode=options.mode).mode if options.mode else settings().mode
    if mode == "replay" and options.again:
        raise RequestRefused("Mode replay only uses recordings. To ask again, set the mode to auto or live.")

    if mode != "live" and not options.again:
        found = _find(request, history, settings())
        if found is not None:
            return found

    if mode == "replay":
        raise _missing(request, history, settings())

    transport = opened()  # first, because the settings know more of a service that has been reached
    wants_recording = (settings().record or mode == "auto") if options.record is None else options.record

    def live(request: ChatRequest) -> AnswerSource:
        rows = _first_rows(request, settings(), options.load_rows)
        may_reattach = settings().reattach == "on"
        source = AnswerSource(transport, request, may_reattach=may_reattach, renew=live, rows=rows)
        return _recorded(source, history, settings()) if wants_recording else source

    return replace(live(request), may_start_anew=history.is_replayed)


def _first_rows(request: ChatRequest, settings: Settings, wanted: int | None) -> FirstRows | None:
    most = settings.rows_to_load if wanted is None else wanted
    return FirstRows(settings, request, most) if most and settings.query_url else None


def _find(request: ChatRequest, history: ChatHistory, settings: Settings) -> AnswerSource | None:
    key = RecordingKey.of(request, history, KeyRedaction(settings.credential), settings.user_token)
    folder = _recording_folder(settings)
    recording = folder.find(key)
    if (
        recording is None and settings.api_key is None and settings.user_token is None
    ):  # a replay needs no token of its own
        recording = folder.find_by_token(key)

    if recording is None:
        return None

    return _replayed(request, recording, settings, str(folder.path(recording.key)))


def _replayed(request: ChatRequest, recording: Recording, settings: Settings, file: str) -> AnswerSource:
    """The source that replays a recording, with the request as it was then."""
    transport = ReplayingTransport(
        recording,
        at_once=settings.replay_pace == "at once",
        redaction=KeyRedaction(settings.credential),
    )
    return AnswerSource(
        transport,
        request.in_chat(recording.chat_id),
        clock=transport.seconds,
        recording=file,
        asked_at=recording.asked_at,
        warning=IN_NEW_CHAT if recording.left_its_chat else "",
        rows=ReplayedRows(recording.rows, transport.redaction) if recording.rows else None,
    )


def _recorded(live: AnswerSource, history: ChatHistory, settings: Settings) -> AnswerSource:
    recorder = RecordingTransport(live.transport)
    rows = None if live.rows is None else RowRecorder(live.rows)
    key = RecordingKey.of(live.request, history, recorder.redaction, settings.user_token)
    folder = _recording_folder(settings)

    def keep(transcript: Transcript, seconds: float) -> str:
        if not transcript.is_answered:
            return ""  # replayed, half an answer or a refusal would look like the service's last word

        recording = recorder.recording(key, seconds)
        if rows is not None:
            recording = replace(recording, rows=tuple(rows.recorded))

        if recorder.redaction.is_in_pieces(line for _, line in recording.arrivals):
            return f"{NOT_RECORDED}: it contains the API key."

        try:
            folder.keep(recording)
        except RecordingError as error:
            return f"{NOT_RECORDED}. {error}"

        return ""

    return replace(live, transport=recorder, clock=recorder.seconds, at_end=keep, rows=rows)


def _recording_folder(settings: Settings) -> RecordingFolder:
    return RecordingFolder(
        recording_location(settings), max_bytes=_FILE_BYTES_PER_STREAM_BYTE * settings.max_stream_bytes
    )


def _missing(request: ChatRequest, history: ChatHistory, settings: Settings) -> RecordingMissing:
    words = " ".join(KeyRedaction(settings.credential).text(str(request.input)).split())
    shown = "".join(each if each.isprintable() else "?" for each in words[:_SHOWN_CHARACTERS])
    more = "…" if len(words) > _SHOWN_CHARACTERS else ""
    before = len(history.questions)
    place = f", asked after {before} other{'s' * (before > 1)} in its chat," if before else ""
    return RecordingMissing(
        f"The question “{shown}{more}”{place} is not recorded in {settings.recordings}. "
        "Ask it once in mode auto."
    )
