"""Shows what would be sent, to the letter."""

from typing import Any

from msfaq.chat.llm.endpoint import Endpoint
from msfaq.chat.llm.prompt import request_body, worth_wording, write_prompt
from msfaq.chat.responder import Grounded

NOWHERE = Endpoint("http://localhost/v1", "-")
"""Stands in where no endpoint is configured."""


def would_send(grounded: Grounded, endpoint: Endpoint | None) -> dict[str, Any] | None:
    """Return address and body of the request that a turn would make; None when it makes none.

    The header that carries the key is not part of it.
    """
    if not worth_wording(grounded):
        return None
    body = request_body(write_prompt(grounded), endpoint or NOWHERE)
    if endpoint is None:
        return {"url": "", "body": {**body, "model": ""}}
    return {"url": f"{endpoint.url}/chat/completions", "body": body}


def as_text(sent: dict[str, Any]) -> str:
    """Return a request for people to read: the messages word for word, the other fields above them."""
    body = sent["body"]
    fields = "  ".join(f"{name}={value}" for name, value in body.items() if name != "messages")
    lines = [f"POST {sent['url'] or '(no endpoint)'}", fields]
    for message in body["messages"]:
        lines += [f"---- {message['role']}", message["content"]]
    return "\n".join(lines) + "\n"
