"""Where a language model answers, and what is needed to speak to it."""

import importlib.util
import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from msfaq.errors import InputError

ENDPOINT: Final = "MSFAQ_CHAT_ENDPOINT"
"""Variable that names the endpoint's address."""

MODEL: Final = "MSFAQ_CHAT_MODEL"
"""Variable that names the model there."""

KEY: Final = "MSFAQ_CHAT_KEY"
"""Variable that holds the key; it is taken from nowhere else, and never written or shown."""

TIMEOUT: Final = "MSFAQ_CHAT_TIMEOUT"
"""Variable with the seconds that the endpoint may be silent."""

OFF: Final = ("", "off", "none")
"""Addresses that stand for no endpoint."""

_SILENCE: Final = 60.0
"""Seconds that an endpoint may be silent unless told otherwise: a model on a CPU reads a prompt for half a minute."""

_WHOLE: Final = 10
"""How many times as long a whole reply may take."""

_MOST: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint that speaks OpenAI's chat protocol: Ollama, vLLM, llama.cpp, a company's own.

    Raises InputError for an address, key or time out of range.
    """

    url: str
    """Its base address, such as ``http://localhost:11434/v1``; ``/v1`` is added where no path is given."""
    model: str
    """Name of the model there."""
    key: str = field(default="", repr=False)
    """The key sent with each request, or empty."""
    timeout: float = _SILENCE
    """Seconds that it may be silent, above 0 and up to an hour; a whole reply may take ten times as long."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", _base(self.url))
        if not self.model.strip() or not self.model.isprintable():
            raise InputError("the endpoint's model has no name: give --llm NAME or set MSFAQ_CHAT_MODEL")
        # What a header cannot carry would end up in a traceback, key and all.
        if not (self.key.isascii() and self.key.isprintable() and " " not in self.key):
            raise InputError(f"{KEY} holds what no key has: blanks, line ends or letters beyond ASCII")
        if not 0 < self.timeout <= _MOST:
            raise InputError(f"the chat time-out is {self.timeout:g}; it must be above 0 and at most {_MOST:g} seconds")

    @property
    def host(self) -> str:
        """Host and port, as people are told where a reply comes from."""
        return urlsplit(self.url).netloc

    @property
    def is_here(self) -> bool:
        """Whether it is this machine; then no proxy is asked."""
        name = urlsplit(self.url).hostname or ""
        if name == "localhost":
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False

    @property
    def whole(self) -> float:
        """Seconds that a whole reply may take."""
        return self.timeout * _WHOLE


def configured(
    url: str | None = None,
    model: str | None = None,
    timeout: float | None = None,
    *,
    kept: tuple[str, str] = ("", ""),
    env: Mapping[str, str] | None = None,
) -> Endpoint | None:
    """Return the endpoint that options, variables or ``kept`` choices (address, model) name, in this order; or None.

    Raises InputError when it is named in part, or not as one can be.
    """
    env = os.environ if env is None else env
    chosen = url if url is not None else env.get(ENDPOINT) or kept[0]
    if chosen.strip().lower() in OFF:
        if model and url is None:
            raise InputError(f"--llm {model}: no endpoint is named; give --endpoint URL or set {ENDPOINT}")
        return None
    name = model or env.get(MODEL) or kept[1]
    if timeout is None:
        timeout = _seconds(env[TIMEOUT]) if env.get(TIMEOUT) else _SILENCE
    return Endpoint(chosen.strip(), name, env.get(KEY, ""), timeout)


def need_client() -> None:
    """Raise InputError, naming the command that mends it, when the client library is not installed."""
    if importlib.util.find_spec("httpx2") is None:
        raise InputError("speaking to a language model needs httpx2: pip install 'msfaq[chat]'")


def _base(url: str) -> str:
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid or not url.isprintable() or " " in url:
        raise InputError("the chat endpoint is no address such as http://localhost:11434/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        # Not repeated here: what stands before the @ is a secret.
        raise InputError(f"the chat endpoint's address holds a login or a query; set {KEY} instead")
    path = parts.path.rstrip("/").removesuffix("/chat/completions")
    return f"{parts.scheme}://{parts.netloc}{path or '/v1'}"


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{TIMEOUT} is '{text}'; it must be a number of seconds") from None
