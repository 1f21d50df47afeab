"""What a log should not tell strangers, as a table: each row names one kind of secret, its example is its test."""

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import re2


def any_secret(secret: str, before: str) -> bool:
    """Take every match for a secret."""
    return True


@dataclass(frozen=True, slots=True)
class Mask:
    """One kind of secret."""

    name: str
    """What it looks for."""
    pattern: str
    """RE2 pattern, its repetitions before the secret bounded; never matches ``<``. What a group ``kind__x`` matches
    (``-`` written ``_``) becomes ``<kind-1>``."""
    example: str
    """A line that holds one."""
    masked: str
    """The same line, masked."""
    admits: Callable[[str, str], bool] = any_secret
    """Tells, of a secret and up to 40 characters before it on the line, whether it is one after all."""


# fmt: off
_VERSION_WORDS: Final = (
    "version", "ver", "driver", "firmware", "release", "cann", "cudnn", "toolkit", "kernels", "hdk", "build",
)
# fmt: on
"""What ends with one of these, or with ``v``, is followed by a release number of four parts; also behind blanks, ``:``
and their like, and behind comparisons, ``name-`` and ``lib.so.``."""

_BLANKS: Final = "\t\n\f\r "

_HARMLESS: Final = ("127.", "0.0.0.0", "255.255.255.255")
"""Beginnings of addresses that tell nothing."""


# fmt: off
_PUBLIC: Final = (
    "mindspore.cn", "hiascend.com", "huawei.com", "huaweicloud.com", "gitee.com", "gitcode.com", "github.com",
    "githubusercontent.com", "huggingface.co", "modelscope.cn", "modelers.cn", "openi.org.cn", "pypi.org", "python.org",
    "pythonhosted.org", "pytorch.org", "numpy.org", "readthedocs.io", "tsinghua.edu.cn", "example.com", "localhost",
)
# fmt: on
"""Hosts that everybody knows; an address of theirs in a message is documentation."""

# fmt: off
_NO_SECRETS: Final = frozenset((
    "none", "null", "true", "false", "nil", "undefined", "empty", "str", "string", "int", "bool", "optional",
    "required", "yes", "no",
))
# fmt: on
"""What stands where a secret could and is none."""

_SPECIAL_TOKENS: Final = re2.compile(
    r"(?i)(?:pad|eos|bos|unk|cls|sep|mask|stop|special|additional|next|last|first|num|max|min|per|new|start|end|prompt)"
    r"[_-]?tokens?['\"]?\s*[:=]"
)


def _is_ipv4(secret: str, before: str) -> bool:
    if any(int(part) > 255 for part in secret.split(".")) or secret.startswith(_HARMLESS):
        return False
    return not _announces_version(before)


def _announces_version(before: str) -> bool:
    lowered = before.lower()
    word = lowered.rstrip(f"{_BLANKS}:='\"(-")
    if word.endswith(_VERSION_WORDS) or (word.endswith("v") and not _is_word(word[-2:-1])):
        return True
    if lowered.endswith(".so.") or (lowered.endswith("-") and _is_word(lowered[-2:-1])):
        return True
    return lowered.rstrip(_BLANKS).endswith(("==", "<=", ">=", "~=", "!="))


def _is_word(character: str) -> bool:
    return character == "_" or (character.isalnum() and character.isascii())


def _is_ipv6(secret: str, before: str) -> bool:
    try:
        address = ipaddress.IPv6Address(secret)
    except ValueError:
        return False
    # Names of C++ scopes (``dead::beef``) are addresses too, by their letters.
    return any(c.isdigit() for c in secret) and not (address.is_loopback or address.is_unspecified)


def _is_value(secret: str, before: str) -> bool:
    return secret.lower().rstrip(",;:") not in _NO_SECRETS and not set(secret) <= set("*.-_xX")


def _is_token(secret: str, before: str) -> bool:
    if _SPECIAL_TOKENS.search(before) is not None or not _is_value(secret, before):
        return False
    return len(secret) >= 8 and any(c.isalpha() for c in secret)


def _is_private_host(secret: str, before: str) -> bool:
    host = secret.lower()
    return not any(host == public or host.endswith(f".{public}") for public in _PUBLIC) and not _is_address(host)


def _is_name(secret: str, before: str) -> bool:
    return secret not in ("Shared", "Public", "Default", "root") and _is_value(secret, before)


def _is_address(host: str) -> bool:
    return all(part.isdigit() for part in host.split("."))


_SECRET_NAMES: Final = (
    r"(?i:[\w\-]{0,40}(?:passwd|password|passphrase|secret|credential|api[_\-]?key|access[_\-]?key(?:[_\-]?id)?"
    r"|private[_\-]?key|secret[_\-]?key)s?)"
)
_TOKEN_NAMES: Final = r"(?i:[\w\-]{0,40}(?:token|pwd))"
_IS: Final = r"['\"]?[ \t]{0,3}[:=][ \t]{0,3}['\"]?"
"""What stands between a key and its value in shells, Python, JSON and YAML."""

_OPTION: Final = r"[ \t]{1,3}['\"]?"
_NAME: Final = r"[^\s/<>:'\",;()\[\]{}\\$@]+"

MASKS: Final = (
    Mask(
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?P<private_key__x>(?:[A-Za-z0-9+/=\s]|\\[nr])*)",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN RSA PRIVATE KEY-----\n<private-key-1>\n-----END RSA PRIVATE KEY-----",
    ),
    Mask(
        "JSON web token",
        r"(?P<jwt__x>\beyJ[\w\-]{8,}\.[\w\-]{8,}(?:\.[\w\-]*)?)",
        "cookie eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl sent",
        "cookie <jwt-1> sent",
    ),
    Mask("AWS key", r"(?P<aws_key__x>\b(?:AKIA|ASIA)[A-Z0-9]{16,})", "id AKIAIOSFODNN7EXAMPLE", "id <aws-key-1>"),
    Mask(
        "token with a known beginning",
        r"(?P<token__x>\b(?:hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w\-]{16,}"
        r"|sk-[\w\-]{20,}|xox[abprs]-[\w\-]{10,}|AIza[\w\-]{30,}|pypi-[\w\-]{40,}|npm_[A-Za-z0-9]{30,}))",
        "login with hf_abcdefghijklmnopqrstuvwxyzABCDEFGH failed",
        "login with <token-1> failed",
    ),
    Mask(
        "HTTP authorization",
        r"(?i:\bbearer|\bauthorization['\"]?[:=] ?['\"]?\w+) (?P<token__h>[\w\-.~+/]{8,}=*)",
        "Authorization: Bearer c2VjcmV0LXRva2VuLTEyMw==",
        "Authorization: Bearer <token-1>",
    ),
    Mask(
        "user and password in an address",
        r"\b[A-Za-z][A-Za-z0-9+.\-]{0,15}://(?P<login__x>[^\s/@<>\"']{1,300})@",
        "git clone https://me:pa55word@github.com/a.git",
        "git clone https://<login-1>@github.com/a.git",
    ),
    Mask(
        "secret by its key",
        rf"{_SECRET_NAMES}{_IS}(?P<secret__x>[^\s<>'\",;&]+)",
        'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG "password": "hunter2", secret=None',
        'AWS_SECRET_ACCESS_KEY=<secret-1> "password": "<secret-2>", secret=None',
        _is_value,
    ),
    Mask(
        "secret as a command's option",
        rf"--{_SECRET_NAMES}{_OPTION}(?P<secret__o>[^\s<>'\",;&\-][^\s<>'\",;&]*)",
        "login --password hunter2 --verbose",
        "login --password <secret-1> --verbose",
        _is_value,
    ),
    Mask(
        "token by its key",
        rf"{_TOKEN_NAMES}{_IS}(?P<token__k>[\w\-.~+/=%]+)",
        "MODELSCOPE_TOKEN=3a1f9c7e-77aa-4b0e token_id=5 pad_token='[PAD]' max_token: 4096",
        "MODELSCOPE_TOKEN=<token-1> token_id=5 pad_token='[PAD]' max_token: 4096",
        _is_token,
    ),
    Mask(
        "token as a command's option",
        rf"--{_TOKEN_NAMES}{_OPTION}(?P<token__o>[\w\-.~+/=%]+)",
        "upload --token 3a1f9c7e-77aa-4b0e",
        "upload --token <token-1>",
        _is_token,
    ),
    Mask(
        "e-mail address",
        r"(?P<email__x>[A-Za-z0-9][\w.+\-]{0,63}@[A-Za-z0-9][A-Za-z0-9\-]{0,62}(?:\.[A-Za-z0-9\-]{1,63}){0,4}\.[A-Za-z]{2,24}\b)",
        "mail zhang.san@corp.example.cn please",
        "mail <email-1> please",
    ),
    Mask(
        "user at an IP address",
        r"(?P<user__i>\b[A-Za-z_][\w.\-]{0,31})@(?P<ip__i>\d{1,3}(?:\.\d{1,3}){3})\b",
        "ssh zhaoliu@10.1.2.3",
        "ssh <user-1>@<ip-1>",
    ),
    Mask(
        "user at a host",
        r"(?:\[|\b(?:ssh|scp|sftp|rsync) )(?P<user__h>[A-Za-z_][\w.\-]{0,31})@(?P<host__h>[A-Za-z][\w.\-]{0,252})",
        "[zhaoliu@node7 train]$ ssh zhaoliu@node8",
        "[<user-1>@<host-1> train]$ ssh <user-1>@<host-2>",
    ),
    Mask(
        "user at a prompt",
        r"(?P<user__p>\b[A-Za-z_][\w.\-]{0,31})@(?P<host__p>[A-Za-z][\w.\-]{0,62}):[~/]",
        "zhaoliu@node7:~/train$ python a.py",
        "<user-1>@<host-1>:~/train$ python a.py",
    ),
    Mask(
        "home folder",
        rf"/(?:home|Users)/(?P<user__x>{_NAME})",
        'File "/home/zhangsan/train.py", line 3; /data/home/lisi/a; /home/zhangsan',
        'File "/home/<user-1>/train.py", line 3; /data/home/<user-2>/a; /home/<user-1>',
        _is_name,
    ),
    Mask(
        "home folder on Windows",
        rf"\b[A-Za-z]:(?:\\{{1,2}}|/)Users(?:\\{{1,2}}|/)(?P<user__w>{_NAME})",
        r"File C:\Users\lisi\train.py",
        r"File C:\Users\<user-1>\train.py",
        _is_name,
    ),
    Mask(
        "user by its key",
        rf"(?i:\b(?:user|user_?name|logname|owner)){_IS}(?P<user__k>[A-Za-z][\w.\-]*)",
        "USER=wangwu SHELL=/bin/bash",
        "USER=<user-1> SHELL=/bin/bash",
        _is_name,
    ),
    Mask(
        "MAC address",
        r"(?P<mac__x>\b[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}\b|\b[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}\b)",
        "ether 52:54:00:ab:cd:ef txqueuelen",
        "ether <mac-1> txqueuelen",
    ),
    Mask(
        "IPv4 address",
        r"(?P<ip__x>\b\d{1,3}(?:\.\d{1,3}){3}\b)",
        "connect 10.20.30.40:8118 refused, retry 10.20.30.40, driver version 24.1.0.3, at 127.0.0.1",
        "connect <ip-1>:8118 refused, retry <ip-1>, driver version 24.1.0.3, at 127.0.0.1",
        _is_ipv4,
    ),
    Mask(
        "IPv6 address",
        r"(?P<ip__six>\b[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){7}\b"
        r"|(?:\b[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6}\b)",
        "listen [fe80::1ff:fe23:4567:890a]:8118 in std::array at 12:34:56",
        "listen [<ip-1>]:8118 in std::array at 12:34:56",
        _is_ipv6,
    ),
    Mask(
        "host in an address",
        r"\b[A-Za-z][A-Za-z0-9+.\-]{0,15}://(?P<host__u>[A-Za-z0-9][\w.\-]{0,252})",
        "GET http://storage-7.lab.example.org:9000/bucket; see https://www.mindspore.cn/docs",
        "GET http://<host-1>:9000/bucket; see https://www.mindspore.cn/docs",
        _is_private_host,
    ),
    Mask(
        "host of a private domain",
        r"(?P<host__x>\b[A-Za-z0-9][A-Za-z0-9\-]{0,62}(?:\.[A-Za-z0-9\-]{1,63}){0,4}"
        r"\.(?:local|lan|internal|intranet|corp|localdomain|svc)\b)",
        "rank 3 on worker-0.pangu.svc exited",
        "rank 3 on <host-1> exited",
    ),
    Mask(
        "host by its key",
        rf"(?i:\b(?:host_?name|node_?name|server_?name|host)){_IS}(?P<host__k>[A-Za-z][\w.\-]*)",
        "hostname: ascend-train-07, devices 8",
        "hostname: <host-1>, devices 8",
        lambda secret, before: _is_private_host(secret, before) and _is_value(secret, before),
    ),
)
"""The kinds, in the order in which they are tried at one place."""
