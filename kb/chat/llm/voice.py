"""The ready-made responder: asks the endpoint, shows what holds, and falls back to the offline reply."""

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Final

from msfaq.chat.llm.client import Pause, pieces
from msfaq.chat.llm.endpoint import Endpoint, need_client
from msfaq.chat.llm.faults import EndpointFault
from msfaq.chat.llm.prompt import Prompt, request_body, worth_wording, write_prompt
from msfaq.chat.llm.review import Review, proven
from msfaq.chat.llm.units import Cutter, Unit
from msfaq.chat.llm.words import word
from msfaq.chat.responder import Grounded

_REST: Final = 60.0
"""Seconds for which an endpoint that failed is left alone, doubled with each failure that follows."""

_LONGEST_REST: Final = 960.0

_MOST_UNITS: Final = 200
"""Sentences and code blocks of a reply that are looked at."""

Show = Callable[[str], None]
"""Takes the next piece of the reply's Markdown; what it took is never taken back."""


class ModelVoice:
    """A responder that has a model word the reply; made for one conversation.

    The text that it returns begins with what it gave to ``show``.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        show: Show | None = None,
        catches_interrupt: bool = False,
        pause: Pause = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare for an endpoint; nothing is sent before the first turn.

        ``catches_interrupt`` takes Ctrl-C, while the model writes, for the wish to read the offline reply. ``pause``
        and ``clock`` wait and tell the time in seconds. Raises InputError when the client library is missing.
        """
        need_client()
        self.endpoint = endpoint
        self._show = show or (lambda piece: None)
        self._catches = catches_interrupt
        self._pause, self._clock = pause, clock
        self._failures = 0
        self._rests_until = 0.0
        self._stopped = Event()

    def __call__(self, grounded: Grounded) -> str | None:
        """Return the reply in the model's words, as far as the book supports them; None for the offline one."""
        if not worth_wording(grounded) or self._clock() < self._rests_until:
            return None
        # An event of its own: a turn that was given up is not to go on when the next begins.
        stopped = self._stopped = Event()
        turn = _Turn(grounded, self._show)
        try:
            for unit in self._units(turn.prompt, stopped):
                turn.take(unit)
        except EndpointFault as fault:
            self._failed(fault)
            return turn.instead(word(fault.kind, grounded.lang).format(self.endpoint.host, fault.detail or "?"))
        except KeyboardInterrupt:
            if not self._catches:
                raise
            return turn.instead(word("stopped", grounded.lang))
        self._failures = 0
        if not turn.has_words:
            return turn.instead(word("nothing", grounded.lang).format(self.endpoint.model))
        return turn.finished(self.endpoint)

    def stop(self) -> None:
        """End the reply that another thread waits for at its next piece."""
        self._stopped.set()

    def _units(self, prompt: Prompt, stopped: Event) -> Iterator[Unit]:
        cutter, count = Cutter(), 0
        for piece in pieces(self.endpoint, request_body(prompt, self.endpoint), stopped, self._pause):
            for unit in cutter.feed(piece):
                count += 1
                if count > _MOST_UNITS:
                    raise EndpointFault("long")
                yield unit
        yield from cutter.finish()

    def _failed(self, fault: EndpointFault) -> None:
        if fault.kind == "stopped":
            return
        self._failures += 1
        rest = min(_LONGEST_REST, _REST * 2 ** (self._failures - 1))
        self._rests_until = float("inf") if fault.lasts else self._clock() + rest


class _Turn:
    """One reply in the making."""

    def __init__(self, grounded: Grounded, show: Show) -> None:
        self.prompt = write_prompt(grounded)
        self.has_words = False
        self._grounded = grounded
        self._show = show
        self._text = ""
        self._review = Review(self.prompt, grounded.sources, grounded.lang)

    def take(self, unit: Unit) -> None:
        piece = self._review.take(unit)
        if not piece:
            return
        if not self._text and self._grounded.opening:
            piece = f"{self._grounded.opening}\n\n{piece}"
        self.has_words = self.has_words or bool(self._review.cited)
        self._text += piece
        self._show(piece)

    def instead(self, reason: str) -> str:
        """Return the offline reply, beneath what was shown already, and say why."""
        note = word("instead", self._grounded.lang).format(reason)
        shown = f"{self._text}\n\n" if self._text else ""
        return f"{shown}{note}\n\n{self._grounded.markdown}"

    def finished(self, endpoint: Endpoint) -> str:
        """Return the whole reply: the words, the proven code, what is asked back, and where it comes from."""
        lang, review = self._grounded.lang, self._review
        codes = [one for one in self._grounded.groundings if one.kind == "code" and one.code not in review.codes]
        titles = dict(self._grounded.titles)
        cited = [one for one in self.prompt.passages if one.number in review.cited]
        rows = ((one, titles.get(one.entry_id, one.entry_id), one.heading) for one in cited)
        legend = "\n".join(
            f"- [{one.number}] {title}{' · ' if heading else ''}{heading} (`{one.entry_id}`)"
            for one, title, heading in rows
        )
        worded = word("worded less" if review.dropped else "worded", lang)
        parts = (
            self._text,
            *(proven(one, lang) for one in codes),
            self._grounded.closing,
            legend,
            worded.format(endpoint.model, endpoint.host, review.dropped),
        )
        return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"
