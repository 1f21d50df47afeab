"""What can go wrong between msfaq and an endpoint."""

from typing import Final

from msfaq.errors import MsfaqError

LASTING: Final = ("key", "path", "redirect", "refused")
"""Kinds that the next turn would meet again."""


class EndpointFault(MsfaqError):
    """An endpoint gave no reply, or none that can be used; never holds what it wrote, which may repeat a key."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind} {detail}".strip())
        self.kind = kind
        """``dead``, ``slow``, ``busy``, ``broken``, ``key``, ``path``, ``redirect``, ``refused``, ``cut``, ``garbled``,
        ``long`` or ``stopped``; a sentence of `msfaq.chat.llm.words` for each."""
        self.detail = detail
        """An HTTP status, or empty."""

    @property
    def lasts(self) -> bool:
        """Whether asking again in this conversation is of no use."""
        return self.kind in LASTING
