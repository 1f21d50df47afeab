"""The endpoint of a language model: every way a real server on this machine can behave, its name and its key."""

import json
import threading

import pytest
from model_server import Script, breaks_off_after, never_ends, refuses, says, sends, serving, waits
from model_talk import GOOD, SOCKET, Talk, offline

from msfaq import Chat, Engine, MsfaqError
from msfaq.chat.llm import Endpoint, ModelVoice
from msfaq.chat.llm.endpoint import configured

pytestmark = pytest.mark.slow


def test_an_endpoint_that_does_not_stream_is_understood(engine: Engine) -> None:
    whole = json.dumps({"choices": [{"message": {"role": "assistant", "content": GOOD}, "finish_reason": "stop"}]})
    with serving(sends(whole, kind="application/json")) as server:
        assert "Worded by tiny" in Talk(engine, server).say(SOCKET).markdown


def test_passing_failures_are_tried_again_with_growing_pauses(engine: Engine) -> None:
    with serving(refuses(500), refuses(429, Retry_After="2"), says(GOOD)) as server:
        talk = Talk(engine, server)
        assert "Worded by tiny" in talk.say(SOCKET).markdown
    assert len(server.asked) == 3
    assert 0.3 < talk.pauses[0] < 0.7
    assert talk.pauses[1] == 2.0


def test_fields_that_are_refused_are_left_away(engine: Engine) -> None:
    with serving(refuses(400), says(GOOD)) as server:
        assert "Worded by tiny" in Talk(engine, server).say(SOCKET).markdown
    assert set(server.asked[1].body) == {"model", "messages", "stream"}


FAILING: dict[str, tuple[Script, str, int]] = {
    "401": (refuses(401, "bad key sk-very-secret-0123456789"), "refuses the key (HTTP 401)", 1),
    "404": (refuses(404), "no such model or path (HTTP 404)", 1),
    "302": (refuses(302, Location="http://evil.example/"), "redirects (HTTP 302)", 1),
    "413": (refuses(413), "refuses the request (HTTP 413)", 1),
    "429": (refuses(429), "is too busy (HTTP 429)", 3),
    "429 for long": (refuses(429, Retry_After="3600"), "is too busy (HTTP 429)", 1),
    "500": (refuses(500), "failed (500)", 3),
    "an error in the stream": (sends('data: {"error": {"message": "sk-secret"}}\n\n'), "failed (?)", 1),
    "no JSON": (sends("data: {broken\n\n"), "cannot be read", 1),
    "no object": (sends("data: [1]\n\n"), "cannot be read", 1),
    "HTML": (sends("<html>hello</html>", kind="text/html"), "cannot be read", 1),
    "an empty stream": (sends(""), "broke off", 1),
    "compressed": (sends(b"\x1f\x8b\x08\x00", Content_Encoding="gzip"), "cannot be read", 1),
    "one endless line": (never_ends(lambda exchange: exchange.write("data: " + "x" * 9000)), "was ended", 1),
    "endless comments": (never_ends(lambda exchange: exchange.write(": " + "x" * 9000 + "\n")), "was ended", 1),
    "endless text": (never_ends(lambda exchange: exchange.delta("Ha [1]. " * 500)), "was ended", 1),
}


@pytest.mark.parametrize("name", FAILING)
def test_every_failure_gives_the_offline_answer_and_one_line(engine: Engine, name: str) -> None:
    script, reason, times = FAILING[name]
    with serving(script) as server:
        reply = Talk(engine, server).say(SOCKET)
        assert len(server.asked) == times
    note, _, rest = reply.markdown.partition("\n\n")
    assert reason in note
    assert "this is the offline answer" in note
    assert "secret" not in note
    assert rest == offline(engine, SOCKET)


def test_a_stream_that_breaks_off_keeps_what_was_shown(engine: Engine) -> None:
    with serving(breaks_off_after(GOOD + " And th")) as server:
        talk = Talk(engine, server)
        reply = talk.say(SOCKET)
    assert "".join(talk.pieces).endswith("on all hosts [3].")
    assert reply.markdown.endswith(
        "*The reply of " + server.url[7:-3] + " broke off; this is the offline answer.*\n\n" + offline(engine, SOCKET)
    )


def test_a_silent_endpoint_is_waited_for_once(engine: Engine) -> None:
    with serving() as server:
        server.scripts.append(waits(server.closing))
        talk = Talk(engine, server, timeout=0.3)
        assert "did not answer in time" in talk.say(SOCKET).markdown
        assert talk.say("why?").markdown == offline(engine, SOCKET, "why?")
        assert len(server.asked) == 1
        talk.now += 61
        server.scripts[:] = [says("The card that reports is mostly the victim [2].")]
        assert "Worded by tiny" in talk.say("why?").markdown
        server.closing.set()


def test_a_slow_drip_ends_too(engine: Engine) -> None:
    with serving(never_ends(lambda exchange: exchange.write(": still here\n\n"), pause=0.02)) as server:
        assert "was ended" in Talk(engine, server, timeout=0.1).say(SOCKET).markdown


def test_a_dead_endpoint_is_left_alone_and_a_wrong_key_for_good(engine: Engine) -> None:
    with serving(says(GOOD)) as server:
        url = server.url
    dead = ModelVoice(Endpoint(url, "tiny"))
    chat = Chat(lang="en", engine=engine, responder=dead)
    assert "cannot be reached" in chat.say(SOCKET).markdown
    assert chat.say("why?").markdown == offline(engine, SOCKET, "why?")
    with serving(refuses(401), says(GOOD)) as server:
        talk = Talk(engine, server)
        talk.say(SOCKET)
        talk.now += 1e6
        assert talk.say("why?").markdown == offline(engine, SOCKET, "why?")
        assert len(server.asked) == 1


def test_another_thread_may_stop_it(engine: Engine) -> None:
    with serving(never_ends(lambda exchange: exchange.delta("More [1]. "), pause=0.01)) as server:
        talk = Talk(engine, server)
        timer = threading.Timer(0.2, talk.voice.stop)
        timer.start()
        assert "The model was stopped; this is the offline answer." in talk.say(SOCKET).markdown
        timer.join()


def test_ctrl_c_while_the_model_writes(engine: Engine) -> None:
    with serving(says(GOOD)) as server:

        def interrupt(piece: str) -> None:
            raise KeyboardInterrupt

        voice = ModelVoice(Endpoint(server.url, "tiny"), show=interrupt, catches_interrupt=True)
        reply = Chat(lang="en", engine=engine, responder=voice).say(SOCKET)
        assert "The model was stopped; this is the offline answer." in reply.markdown
        with pytest.raises(KeyboardInterrupt):
            Chat(engine=engine, responder=ModelVoice(Endpoint(server.url, "tiny"), show=interrupt)).say(SOCKET)


def test_the_key_goes_in_the_header_and_nowhere_else(engine: Engine) -> None:
    key = "sk-abcdefghijklmnop"
    with serving(says(GOOD)) as server:
        endpoint = Endpoint(server.url, "tiny", key)
        Chat(engine=engine, responder=ModelVoice(endpoint)).say(SOCKET)
        (exchange,) = server.asked
    assert exchange.headers["authorization"] == f"Bearer {key}"
    assert key not in json.dumps(exchange.body)
    assert key not in repr(endpoint)


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://localhost:11434/v1/", "http://localhost:11434/v1"),
        ("https://llm.corp/openai/v1/chat/completions", "https://llm.corp/openai/v1"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1"),
    ],
)
def test_addresses(url: str, base: str) -> None:
    assert Endpoint(url, "m").url == base


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (("localhost:11434", "m"), "no address"),
        (("ftp://x", "m"), "no address"),
        (("http://x:99999", "m"), "no address"),
        (("http://me:hunter2@x/v1", "m"), "holds a login"),
        (("http://x/v1?key=hunter2", "m"), "holds a login or a query"),
        (("http://x", ""), "has no name"),
        (("http://x", "m", "hunter2\n"), "MSFAQ_CHAT_KEY holds"),
        (("http://x", "m", "hunter2钥"), "MSFAQ_CHAT_KEY holds"),
        (("http://x", "m", "", 0.0), "time-out is 0"),
        (("http://x", "m", "", float("nan")), "time-out is nan"),
    ],
)
def test_bad_endpoints_are_one_clear_line(values: tuple[str, ...], problem: str) -> None:
    with pytest.raises(MsfaqError, match=problem) as caught:
        Endpoint(*values)  # type: ignore[arg-type]
    assert "hunter2" not in str(caught.value)


def test_options_go_before_variables_before_what_is_kept() -> None:
    env = {"MSFAQ_CHAT_ENDPOINT": "http://env", "MSFAQ_CHAT_MODEL": "e", "MSFAQ_CHAT_KEY": "k"}
    assert configured(env={}) is None
    found = configured(env=env)
    assert found is not None
    assert (found.url, found.model, found.key) == ("http://env/v1", "e", "k")
    assert configured("off", env=env) is None
    chosen = configured("http://opt", "o", 5.0, env={**env, "MSFAQ_CHAT_TIMEOUT": "9"})
    assert chosen is not None
    assert (chosen.url, chosen.model, chosen.timeout) == ("http://opt/v1", "o", 5.0)
    kept = configured(kept=("http://kept", "k"), env={"MSFAQ_CHAT_TIMEOUT": "9"})
    assert kept is not None
    assert (kept.url, kept.timeout) == ("http://kept/v1", 9.0)
    with pytest.raises(MsfaqError, match="it must be a number of seconds"):
        configured("http://x", "m", env={"MSFAQ_CHAT_TIMEOUT": "soon"})
    with pytest.raises(MsfaqError, match="no endpoint is named"):
        configured(None, "m", env={})


def test_without_the_client_library_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MsfaqError, match=r"pip install 'msfaq\[chat\]'"):
        ModelVoice(Endpoint("http://x", "m"))
