"""A conversation over the book: questions, follow-ups, and replies that cite their entries."""

from msfaq.chat.conversation import Chat
from msfaq.chat.reply import Reply

__all__ = ["Chat", "Reply"]
