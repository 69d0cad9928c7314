"""What a recording is found by: the question, and everything else that its answer depends on."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcchat_magic.conversation.past import Past
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.request_bodies import write_request
from svcchat_magic.protocol.requests import ChatRequest

_LONGEST_NAME = 48
_KEY_DIGITS = 20
_UNFIT_IN_NAME = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in its place: `earlier` questions of its chat, who asks, and the model's branch.

    `session` is canonical JSON. `resumed` is the chat that was gone on with by its id: what was asked
    in it before is not known.
    """

    question: str
    earlier: tuple[str, ...] = ()
    session: str = "{}"
    branch: str = ""
    resumed: str | None = None

    @classmethod
    def of(cls, request: ChatRequest, past: Past, redaction: KeyRedaction) -> "Asked":
        """From a request; `redaction` blots the API key out.

        Raises RequestRefused for text that JSON cannot hold.
        """
        sent = json.loads(redaction.line(write_request(request)))
        session = sent["sessionSettings"]
        if "securityContext" in session:  # it may hold anything, tokens included
            context = _canonical(session["securityContext"]).encode("utf-8")
            session["securityContext"] = "sha256:" + hashlib.sha256(context).hexdigest()

        return cls(
            question=sent["input"].strip(),
            earlier=tuple(redaction.text(question.strip()) for question in past.questions),
            session=_canonical(session),
            branch=sent.get("activeBranchName", ""),
            resumed=past.resumed and redaction.text(past.resumed.strip()),
        )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Asked":
        """From the header of a recording; raises RequestRefused when a field is not of its kind."""
        question, earlier, branch = values.get("question"), values.get("earlier"), values.get("branch")
        session, resumed = values.get("session"), values.get("resumed")
        if (
            not isinstance(question, str)
            or not isinstance(branch, str)
            or not isinstance(resumed, str | None)
        ):
            raise RequestRefused("question, branch and resumed must be text.")

        if not isinstance(earlier, list) or not all(isinstance(each, str) for each in earlier):
            raise RequestRefused("earlier must be a list of questions.")

        if not isinstance(session, dict):
            raise RequestRefused("session must be an object.")

        return cls(question, tuple(earlier), _canonical(session), branch, resumed)

    def as_json(self) -> dict[str, Any]:
        """The fields of a recording's header."""
        return {
            "question": self.question,
            "earlier": list(self.earlier),
            "session": json.loads(self.session),
            "branch": self.branch,
            "resumed": self.resumed,
        }

    @property
    def file_name(self) -> str:
        """A name that a person can read, and that no other question has."""
        words = _UNFIT_IN_NAME.sub("-", self.question[: 4 * _LONGEST_NAME].lower())
        words = words.strip("-")[:_LONGEST_NAME].strip("-")
        key = hashlib.sha256(_canonical(self.as_json()).encode("utf-8")).hexdigest()
        return f"{words or 'question'}-{key[:_KEY_DIGITS]}.ndjson"


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
