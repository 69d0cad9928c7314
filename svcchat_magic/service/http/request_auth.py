"""Authenticate a request: a server with the account's key, or an embedded page with its token."""

import json

from starlette.requests import Request

from svcchat_magic.errors import BadRequest, NotAllowed
from svcchat_magic.protocol.request_bodies import AnyRequest, read_request
from svcchat_magic.protocol.request_words import json_object
from svcchat_magic.service.access.identity import authenticate
from svcchat_magic.service.access.permit import Permit
from svcchat_magic.service.http.http_bodies import json_body
from svcchat_magic.service.http.sessions import PageSession, page_session
from svcchat_magic.service.runs.components import ServiceComponents

MAX_TOKEN_CHARACTERS = 256
_SCHEME = "Session "
_PAGE_MAY_SET = frozenset({"timezone"})
_OF_DEVELOPERS = frozenset({"activeBranchName", "isDefaultBranch"})


async def admitted(parts: ServiceComponents, request: Request) -> PageSession | None:
    """The page's session, or None for a caller with a key. Raises NotAuthenticated otherwise (5)."""
    given = request.headers.getlist("authorization")
    if len(given) == 1 and given[0].startswith(_SCHEME) and len(given[0]) <= MAX_TOKEN_CHARACTERS:
        return await page_session(parts, given[0].removeprefix(_SCHEME))

    request.state.key_hash = authenticate(parts.account, request.headers.raw)
    return None


def permit_of(request: Request, page: PageSession | None) -> Permit:
    """The credential of an admitted request."""
    return Permit(session_hash=page.session_hash) if page else Permit(key_hash=request.state.key_hash)


def accepted_in(request: Request) -> str:
    """The media types that a request accepts, from all of its headers of that name."""
    return ",".join(request.headers.getlist("accept"))


async def page_only(parts: ServiceComponents, request: Request) -> PageSession:
    """The session of a page. Raises NotAllowed for a key, which identifies no user."""
    page = await admitted(parts, request)
    if page is None:
        raise NotAllowed("This address is for embedded pages only. Send a page token.", status=403)

    return page


async def request_of(request: Request, page: PageSession | None, into: type[AnyRequest]) -> AnyRequest:
    """The body of a request; for a page, the user and the branch always come from its session.

    Raises BadRequest if a page sends sessionSettings other than its time zone, and as `read_request`.
    """
    return asked_in(await json_body(request), page, into)


def asked_in(body: bytes, page: PageSession | None, into: type[AnyRequest]) -> AnyRequest:
    """The same for a body that has been read already."""
    return read_request(body if page is None else _of_the_session(body, page), into)


def _of_the_session(body: bytes, page: PageSession) -> bytes:
    asked = json_object(body)
    if asked.keys() & _OF_DEVELOPERS:
        raise BadRequest("A page's session determines its branch. Do not send one.", status=400)

    given = asked.get("sessionSettings", {})
    if not isinstance(given, dict) or given.keys() - _PAGE_MAY_SET:
        raise BadRequest("A page's session determines its settings. Send only timezone.", status=400)

    bounds = {} if page.bounds.branch is None else {"activeBranchName": page.bounds.branch}
    return json.dumps({**asked, **bounds, "sessionSettings": {**given, **page.settings}}).encode()
