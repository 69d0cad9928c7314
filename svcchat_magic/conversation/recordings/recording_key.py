"""What a recording is found by: the question, and everything else that its answer depends on."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from svcchat_magic.conversation.connecting.token_user import hashed_user
from svcchat_magic.conversation.recordings.chat_history import ChatHistory
from svcchat_magic.credentials import UserToken
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.request_bodies import write_request
from svcchat_magic.protocol.requests import ChatRequest

_LONGEST_NAME = 48
_KEY_DIGITS = 20
_UNFIT_IN_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class RecordingKey:
    """A question in its place: `earlier` questions of its chat, who asks, and the model's branch.

    `session` is canonical JSON; where a user's token was sent it is empty, and `token_user` a keyed digest
    of that user. `resumed` is the chat that was gone on with by its id: what was asked
    in it before is not known. `data` is the fingerprint of data given in place of a service.
    """

    question: str
    earlier: tuple[str, ...] = ()
    session: str = "{}"
    branch: str = ""
    resumed: str | None = None
    token_user: str = ""
    data: str = ""

    @classmethod
    def of(
        cls,
        request: ChatRequest,
        history: ChatHistory,
        redaction: KeyRedaction,
        token: UserToken | None = None,
    ) -> "RecordingKey":
        """From a request, without the API key that `redaction` knows.

        Raises RequestRefused for text that JSON cannot hold, SettingsError where a token's user cannot be
        told from others.
        """
        sent = json.loads(redaction.line(write_request(request)))
        session = sent["sessionSettings"] if token is None else {}
        if "securityContext" in session:  # it may hold anything, tokens included
            context = _canonical(session["securityContext"]).encode("utf-8")
            session["securityContext"] = "sha256:" + hashlib.sha256(context).hexdigest()

        return cls(
            question=sent["input"].strip(),
            earlier=tuple(redaction.text(question.strip()) for question in history.questions),
            session=_canonical(session),
            branch=sent.get("activeBranchName", ""),
            resumed=history.resumed and redaction.text(history.resumed.strip()),
            token_user="" if token is None else hashed_user(token),
            data=history.data,
        )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "RecordingKey":
        """From the header of a recording; raises RequestRefused when a field is not of its kind."""
        question, earlier, branch = values.get("question"), values.get("earlier"), values.get("branch")
        session, resumed = values.get("session"), values.get("resumed")
        token_user, data = values.get("token_user", ""), values.get("data", "")
        if not (isinstance(question, str) and isinstance(branch, str)):
            raise RequestRefused("question and branch must be text.")

        if not (isinstance(token_user, str) and isinstance(data, str)):
            raise RequestRefused("token_user and data must be text.")

        if not isinstance(resumed, str | None):
            raise RequestRefused("resumed must be text.")

        if not isinstance(earlier, list) or not all(isinstance(each, str) for each in earlier):
            raise RequestRefused("earlier must be a list of questions.")

        if not isinstance(session, dict):
            raise RequestRefused("session must be an object.")

        return cls(question, tuple(earlier), _canonical(session), branch, resumed, token_user, data)

    def by_token_of(self, token_user: str) -> "RecordingKey":
        """The same question as a token's user asked it."""
        return replace(self, session="{}", token_user=token_user)

    def as_json(self) -> dict[str, Any]:
        """The fields of a recording's header; a name is given to a token's user only where there is one."""
        fields = {
            "question": self.question,
            "earlier": list(self.earlier),
            "session": json.loads(self.session),
            "branch": self.branch,
            "resumed": self.resumed,
        }
        given = {"token_user": self.token_user, "data": self.data}
        return fields | {name: text for name, text in given.items() if text}

    @property
    def words(self) -> str:
        """What its file's name begins with."""
        words = _UNFIT_IN_NAME.sub("-", self.question[: 4 * _LONGEST_NAME].lower())
        return words.strip("-")[:_LONGEST_NAME].strip("-") or "question"

    @property
    def file_name(self) -> str:
        """A name that a person can read, and that no other question has."""
        key = hashlib.sha256(_canonical(self.as_json()).encode("utf-8")).hexdigest()
        return f"{self.words}-{key[:_KEY_DIGITS]}.ndjson"


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
