"""A server that speaks OpenAI's chat protocol with scripted replies, over real sockets."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[["Exchange"], None]


@dataclass
class Exchange:
    """One request, and the means to answer it."""

    handler: BaseHTTPRequestHandler
    body: Any
    headers: dict[str, str]
    path: str

    def start(
        self, status: int = 200, kind: str = "text/event-stream", headers: Mapping[str, str] | None = None
    ) -> None:
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", kind)
        for name, value in (headers or {}).items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.send_header("Connection", "close")
        self.handler.end_headers()

    def write(self, data: str | bytes) -> None:
        self.handler.wfile.write(data.encode() if isinstance(data, str) else data)
        self.handler.wfile.flush()

    def event(self, data: Any) -> None:
        self.write(f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n")

    def delta(self, text: str) -> None:
        self.event({"choices": [{"index": 0, "delta": {"content": text}}]})

    def end(self) -> None:
        self.event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        self.event("[DONE]")


@dataclass
class Server:
    """The running server: its address, what it was asked, and what it does next."""

    url: str
    scripts: list[Script] = field(default_factory=list)
    asked: list[Exchange] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def prompts(self) -> list[str]:
        return [exchange.body["messages"][-1]["content"] for exchange in self.asked]


@contextmanager
def serving(*scripts: Script) -> Iterator[Server]:
    """Serve on this machine; the last script answers all further requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            exchange = Exchange(self, body, {k.lower(): v for k, v in self.headers.items()}, self.path)
            server.asked.append(exchange)
            script = server.scripts[min(len(server.asked), len(server.scripts)) - 1]
            with suppress(BrokenPipeError, ConnectionResetError):
                script(exchange)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        server = Server(f"http://127.0.0.1:{listener.server_address[1]}/v1", list(scripts))
        thread = threading.Thread(target=listener.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            listener.shutdown()
            thread.join()


def says(text: str, size: int = 7) -> Script:
    """Stream a reply in pieces of ``size`` characters."""

    def script(exchange: Exchange) -> None:
        exchange.start()
        for at in range(0, len(text), size):
            exchange.delta(text[at : at + size])
        exchange.end()

    return script


def refuses(status: int, text: str = "no", **headers: str) -> Script:
    def script(exchange: Exchange) -> None:
        exchange.start(status, "application/json", headers)
        exchange.write(json.dumps({"error": {"message": text}}))

    return script


def sends(*parts: str | bytes, kind: str = "text/event-stream", **headers: str) -> Script:
    """Write raw parts as the body."""

    def script(exchange: Exchange) -> None:
        exchange.start(kind=kind, headers=headers)
        for part in parts:
            exchange.write(part)

    return script


def breaks_off_after(text: str) -> Script:
    def script(exchange: Exchange) -> None:
        exchange.start()
        exchange.delta(text)

    return script


def never_ends(piece: Callable[[Exchange], None], pause: float = 0.0) -> Script:
    """Go on until the other side has gone."""

    def script(exchange: Exchange) -> None:
        exchange.start()
        for _ in range(1_000_000):
            piece(exchange)
            if pause:
                time.sleep(pause)

    return script


def waits(until: threading.Event, first: str = "") -> Script:
    """Say something, then nothing until an event."""

    def script(exchange: Exchange) -> None:
        exchange.start()
        if first:
            exchange.delta(first)
        until.wait(60)

    return script
