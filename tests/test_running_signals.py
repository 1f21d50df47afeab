"""``msfaq run`` and the signals that processes send."""

import signal
import subprocess

import pytest
from commands import COMMAND, LIMIT, WAIT, python

from msfaq.engine import Engine


@pytest.fixture(autouse=True)
def _index(engine: Engine) -> None:
    assert engine.store.place != "memory"


def start(code: str, *options: str) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [COMMAND, "run", *options, *python(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"])
def test_signals_are_passed_on(name: str) -> None:
    code = f"""
import signal, sys, time
signal.signal(signal.{name}, lambda *a: sys.exit(42))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
    with start(code) as process:
        process.send_signal(signal.Signals[name])
        assert process.wait(LIMIT) == 42


def test_an_interrupted_command_is_not_explained() -> None:
    with start(f"import time; print('ready', flush=True); {WAIT}") as process:
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=LIMIT)
    assert process.returncode == -signal.SIGINT
    assert err.endswith(b"KeyboardInterrupt\n")


def test_a_command_that_ignores_the_interrupt_goes_on() -> None:
    code = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, lambda *a: sys.exit(7))
print("ready", flush=True)
while True: time.sleep(0.05)
"""
    with start(code) as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT) == 7
