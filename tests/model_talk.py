"""A conversation whose replies a model on this machine words, and what the tests say to it."""

from model_server import Server

from msfaq import Chat, Engine
from msfaq.chat.llm import Endpoint, ModelVoice
from msfaq.chat.reply import Reply

SOCKET = "EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time."
GOOD = "The card that reports is mostly the victim [1]. Collect the logs of all ranks on all hosts [3]."


class Talk:
    """A conversation with a model, and what it showed."""

    def __init__(self, engine: Engine, server: Server, timeout: float = 60.0, lang: str = "en") -> None:
        self.pauses: list[float] = []
        self.pieces: list[str] = []
        self.now = 0.0
        self.voice = ModelVoice(
            Endpoint(server.url, "tiny", timeout=timeout),
            show=self.pieces.append,
            pause=self.pauses.append,
            clock=lambda: self.now,
        )
        self.chat = Chat(lang=lang, engine=engine, responder=self.voice)

    def say(self, text: str) -> Reply:
        self.pieces.clear()
        reply = self.chat.say(text)
        assert reply.markdown.startswith("".join(self.pieces))
        return reply


def offline(engine: Engine, *turns: str, lang: str = "en") -> str:
    chat = Chat(lang=lang, engine=engine)
    return [chat.say(turn).markdown for turn in turns][-1]
