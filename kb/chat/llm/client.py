"""Speaks the protocol: one request, the pieces of the reply as they come, within limits of size and time."""

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from msfaq.chat.llm.endpoint import Endpoint
from msfaq.chat.llm.faults import EndpointFault

if TYPE_CHECKING:
    import httpx2

_TRIES: Final = 3
"""Requests made for one turn where trying again can help."""

_PAUSE: Final = 0.5
"""Seconds before the second try, doubled for the third, varied so that many clients do not come at once."""

_LONGEST_PAUSE: Final = 8.0
"""Seconds that an endpoint may ask to be left alone for while somebody waits."""

_CONNECT: Final = 5.0
"""Seconds within which a connection stands, if the time-out is not shorter."""

_MOST_BYTES: Final = 1 << 20
"""Bytes of a reply that are read: the framing of ten thousand tokens."""

_RETRIED: Final = (408, 425, 429, 500, 502, 503, 504)
"""Statuses after which the same request may succeed."""

_PLAIN: Final = ("model", "messages", "stream")
"""Fields that every endpoint takes; the others are left away when they are refused."""

Pause = Callable[[float], object]
"""Waits for some seconds."""


def pieces(endpoint: Endpoint, body: Mapping[str, Any], stopped: Event, pause: Pause = time.sleep) -> Iterator[str]:
    """Yield the pieces of the model's reply as they come.

    A request is made again, after a pause, only while nothing of its reply has been yielded and the failure may pass.
    ``stopped`` ends it between two pieces. Raises EndpointFault.
    """
    # Imported here: only who has an endpoint waits for it.
    import httpx2

    deadline = time.monotonic() + endpoint.whole
    body = dict(body)
    begun = False
    with _client(endpoint) as client:
        for left in reversed(range(_TRIES)):
            try:
                for piece in _once(client, endpoint, body, _Limit(deadline, stopped)):
                    begun = True
                    yield piece
                return
            except _Refused as refused:
                again = refused.again and not begun and left
                if refused.plainer and left and set(body) - set(_PLAIN):
                    body = {name: value for name, value in body.items() if name in _PLAIN}
                    continue
                wait = max(_pause(_TRIES - left), refused.after)
                if not again or wait > _LONGEST_PAUSE or time.monotonic() + wait > deadline or stopped.is_set():
                    raise refused.fault from None
                pause(wait)
            except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, UnicodeError) as error:
                fault = _fault(error, begun=begun)
                if fault.kind != "broken" or not left:
                    raise fault from None
                pause(_pause(_TRIES - left))


def _fault(error: Exception, *, begun: bool) -> EndpointFault:
    import httpx2

    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
        return EndpointFault("dead")
    if isinstance(error, httpx2.TimeoutException):
        # Whoever was waited for once is not waited for again.
        return EndpointFault("slow")
    if isinstance(error, httpx2.DecodingError) or not isinstance(error, httpx2.HTTPError):
        return EndpointFault("garbled")
    return EndpointFault("cut" if begun else "broken")


class _Refused(Exception):
    """An answer other than a reply."""

    def __init__(self, fault: EndpointFault, *, again: bool = False, plainer: bool = False, after: float = 0.0) -> None:
        super().__init__()
        self.fault, self.again, self.plainer, self.after = fault, again, plainer, after


class _Limit:
    """Ends what takes too long, is too much, or is not wanted any more."""

    def __init__(self, deadline: float, stopped: Event) -> None:
        self._deadline, self._stopped, self._left = deadline, stopped, _MOST_BYTES

    def take(self, size: int) -> None:
        self._left -= size
        if self._stopped.is_set():
            raise EndpointFault("stopped")
        if self._left < 0 or time.monotonic() > self._deadline:
            raise EndpointFault("long")


def _client(endpoint: Endpoint) -> "httpx2.Client":
    import httpx2

    timeout = httpx2.Timeout(endpoint.timeout, connect=min(_CONNECT, endpoint.timeout))
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity", "User-Agent": "msfaq"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    # No redirect is followed: it would carry the question, and perhaps the key, where nobody chose to send them.
    return httpx2.Client(headers=headers, timeout=timeout, follow_redirects=False, trust_env=not endpoint.is_here)


def _once(client: "httpx2.Client", endpoint: Endpoint, body: Mapping[str, Any], limit: _Limit) -> Iterator[str]:
    import httpx2

    with client.stream("POST", f"{endpoint.url}/chat/completions", json=body) as response:
        _check(response)
        # Unpacking could make much of little; identity was asked for.
        if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise EndpointFault("garbled")
        response.stream = bounded = _bounded(response.stream, limit)
        with closing(bounded):
            if response.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
                yield from _whole(response.read())
            else:
                yield from _deltas(httpx2.EventSource(response, max_event_size=_MOST_BYTES))


def _bounded(stream: Any, limit: _Limit) -> Any:
    """Return the stream of a response such that each of its pieces counts, comments and keep-alives too."""
    import httpx2

    class Bounded(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for chunk in stream:
                limit.take(len(chunk))
                yield chunk

        def close(self) -> None:
            stream.close()

    return Bounded()


def _check(response: "httpx2.Response") -> None:
    status = response.status_code
    if status == 200:
        return
    detail = str(status)
    if status in _RETRIED:
        kind = "busy" if status == 429 else "broken"
        raise _Refused(EndpointFault(kind, detail), again=True, after=_after(response))
    if status in (401, 403):
        raise _Refused(EndpointFault("key", detail))
    if status == 404:
        raise _Refused(EndpointFault("path", detail))
    if 300 <= status < 400:
        raise _Refused(EndpointFault("redirect", detail))
    raise _Refused(EndpointFault("refused", detail), plainer=status in (400, 422))


def _after(response: "httpx2.Response") -> float:
    try:
        return max(0.0, float(response.headers.get("retry-after", "0")))
    except ValueError:
        # A date: whoever names one means longer than anybody waits.
        return _LONGEST_PAUSE + 1


def _deltas(events: "httpx2.EventSource") -> Iterator[str]:
    import httpx2

    ended = False
    try:
        for event in events:
            if event.data.strip() == "[DONE]":
                return
            choice = _choice(event.data)
            if choice is None:
                continue
            text = _text(choice.get("delta"))
            if text:
                yield text
            ended = ended or isinstance(choice.get("finish_reason"), str)
    except httpx2.SSEError:
        raise EndpointFault("garbled") from None
    if not ended:
        raise EndpointFault("cut")


def _whole(data: bytes) -> Iterator[str]:
    """Yield the reply of an endpoint that does not stream."""
    choice = _choice(data.decode("utf-8", "replace"))
    if choice is None:
        raise EndpointFault("garbled")
    yield _text(choice.get("message"))


def _choice(text: str) -> Mapping[str, Any] | None:
    """Return the first choice of an object, None when it has none; raise EndpointFault for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise EndpointFault("garbled") from None
    if not isinstance(data, dict):
        raise EndpointFault("garbled")
    if data.get("error"):
        raise EndpointFault("broken")
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else None


def _text(message: object) -> str:
    """Return what a message says; what a model thinks aloud and the tools that it calls for are no reply."""
    said = message.get("content") if isinstance(message, dict) else None
    # A lone surrogate can be neither written nor kept.
    return said.encode("utf-8", "replace").decode("utf-8") if isinstance(said, str) else ""


def _pause(times: int) -> float:
    return float(_PAUSE * 2 ** (times - 1)) * random.uniform(0.75, 1.25)
