"""A conversation: turns in, replies out, with what was said before in mind."""

from msfaq.chat.reply import Reply
from msfaq.engine import Engine
from msfaq.render.document import diagnosis_markdown
from msfaq.request import Request


class Chat:
    """One conversation over the book.

    A conversation is not shared between threads; its engine may be.
    """

    def __init__(
        self,
        lang: str | None = None,
        engine: Engine | None = None,
        platform: str | None = None,
        ms_version: str | None = None,
    ) -> None:
        """Begin a conversation.

        ``lang`` is ``zh`` or ``en``; None means the language of each turn. ``engine`` defaults to one of its own.
        ``platform`` (``Ascend``, ``GPU``, ``CPU``) and ``ms_version`` are known from the start.

        Raises InputError for an option out of range.
        """
        self._request = Request.checked(lang, 1, platform, ms_version)
        self._engine = engine or Engine()

    def say(self, text: str) -> Reply:
        """Take the user's next turn and return the reply."""
        request = self._request
        diagnosis = self._engine.lookup(
            text, lang=request.lang, platform=request.platform, ms_version=request.ms_version
        )
        ids = tuple(answer.id for answer in diagnosis.answers)
        return Reply(diagnosis_markdown(diagnosis), ids, diagnosis.outcome, (), {}, diagnosis.lang)
