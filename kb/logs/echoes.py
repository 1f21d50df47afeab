"""Failures that only tell of another one: a rank whose peer has gone, a launcher whose worker has died."""

from dataclasses import dataclass
from typing import Any, Final

import re2

from msfaq.logs.failure import Failure
from msfaq.logs.tracebacks import INTRODUCTIONS


@dataclass(frozen=True, slots=True)
class Echo:
    """One way in which the failure of another process, or an earlier one of the same, shows."""

    name: str
    """What it is."""
    effect: str
    """What happened to the process that prints it: ``waited``, ``ended`` or ``reported``."""
    pattern: str
    """RE2 pattern, case-blind, looked for in the failure's text."""
    example: str
    """A message of this form."""


ECHOES: Final = (
    Echo(
        "socket timeout",
        "waited",
        r"EI0006|getting socket times? ?out|socket.{0,40}time(?:d )?out",
        "EI0006: Getting socket times out. Reason: Remote Rank did not send the data in time.",
    ),
    Echo(
        "notify timeout",
        "waited",
        r"EI0002|notify register.{0,40}times? out|wait(?:ing)? (?:for )?notify.{0,80}time",
        "EI0002: The wait execution of the Notify register times out. Reason: The Notify register has not received ...",
    ),
    Echo(
        "collective timeout",
        "waited",
        r"(?:hccl|nccl|mccl|all_?reduce|all_?gather|collective|barrier|watchdog).{0,120}"
        r"(?:time[sd]?[ _-]?out|timed out)",
        "AllReduce operator execution timed out after 1800 seconds",
    ),
    Echo(
        "node timed out",
        "reported",
        r"the node: ?\S+ is timed out|timed out node (?:is|list)|abnormal compute graph node",
        "The node: 2 is timed out. It may exit with exception, please check this node's log.",
    ),
    Echo(
        "cluster build timeout",
        "waited",
        r"topology build timed? out|failed to (?:register|connect to) .{0,40}meta server|cluster.{0,60}timed? ?out",
        "Failed to register and try to reconnect to the meta server.",
    ),
    Echo(
        "peer gone",
        "waited",
        r"connection (?:reset by peer|closed by (?:peer|remote))|broken pipe|peer.{0,40}(?:closed|disconnected)"
        r"|remote (?:rank|end|peer).{0,60}(?:closed|lost|disconnect|exited)|lost connection",
        "RuntimeError: Connection reset by peer",
    ),
    Echo(
        "heartbeat lost",
        "waited",
        r"heartbeat.{0,60}(?:lost|time|stop|abnormal)|lost heartbeat",
        "The scheduler's heartbeat is lost for 30 seconds",
    ),
    Echo(
        "worker exited",
        "reported",
        r"(?:worker|scheduler|child|sub) ?-?process(?:es)?\b.{0,40}(?:exit(?:ed)?|dead|died|killed|abnormal)"
        r"|distributed job exited with exception|childfailederror|dataloader worker .{0,60}exited"
        r"|primary job.{0,40}terminated|mpirun (?:noticed|has exited)|exit(?:ed|ing)? with (?:non-?zero|exit code)",
        "Worker process 10023 exit with exception. Error code: 1.",
    ),
    Echo(
        "told to stop",
        "ended",
        r"sigterm|signal 15|keyboardinterrupt|received (?:a )?(?:termination|shutdown) signal"
        r"|killed by (?:msrun|the scheduler|signal)",
        "KeyboardInterrupt",
    ),
    Echo(
        "cleaning up",
        "ended",
        r"exception ignored in|error in atexit|cannot schedule new futures after|interpreter shutdown",
        "RuntimeError: cannot schedule new futures after interpreter shutdown",
    ),
)
"""The forms. Each is about another process or an earlier failure, whatever program prints it."""

_READ: Final = 2000


def _options() -> Any:
    chosen = re2.Options()
    chosen.case_sensitive = False
    chosen.log_errors = False
    return chosen


_COMPILED: Final = tuple((echo, re2.compile(echo.pattern, _options())) for echo in ECHOES)


def echo_of(failure: Failure) -> Echo | None:
    """Return the form of echo that a failure is, or None for one that may well have begun the trouble."""
    text = failure.headline
    facts = " ".join(section.text for section in failure.sections if section.title.startswith("Ascend Error"))
    head = failure.lines[0].text if failure.lines and failure.lines[0].text.startswith(INTRODUCTIONS) else ""
    text = f"{head} {text} {facts} {failure.message}"[:_READ].replace("\n", " ")
    return next((echo for echo, pattern in _COMPILED if pattern.search(text) is not None), None)
