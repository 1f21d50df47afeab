"""The language model behind a conversation, if one is configured."""

from collections.abc import Callable
from dataclasses import replace

from msfaq.chat.llm.endpoint import Endpoint, configured
from msfaq.chat.llm.voice import ModelVoice
from msfaq.chat.responder import Grounded
from msfaq.errors import MsfaqError
from msfaq.places import data_folder
from msfaq.settings import settings_in_force

_EARLIER = 4
"""Turns that the model's prompt may lean on."""


class Wording:
    """One conversation's model, and what was said so far."""

    def __init__(self) -> None:
        """Take the endpoint of the settings and variables; where that is wrong there is none, and a problem."""
        self.endpoint: Endpoint | None = None
        """The endpoint, or None."""
        self.problem = ""
        """Why a configured one cannot be used, or nothing."""
        self._voice: ModelVoice | None = None
        self._show: Callable[[str], None] = lambda piece: None
        self._said: list[tuple[str, str]] = []
        settings = settings_in_force(data_folder())
        try:
            endpoint = configured(kept=(settings.chat_endpoint, settings.chat_model))
            if endpoint is not None:
                self._voice = ModelVoice(endpoint, show=lambda piece: self._show(piece))
                self.endpoint = endpoint
        except MsfaqError as error:
            self.problem = str(error)

    def word(self, grounded: Grounded, show: Callable[[str], None]) -> str | None:
        """Return the reply in the model's words, given to ``show`` as they come; on a thread that may wait."""
        if self._voice is None:
            return None
        self._show = show
        return self._voice(replace(grounded, earlier=tuple(self._said)))

    def said(self, text: str, reply: str) -> None:
        """Remember a turn."""
        self._said = [*self._said, (text, reply)][-_EARLIER:]

    def stop(self) -> None:
        """End the reply that is waited for."""
        if self._voice is not None:
            self._voice.stop()
