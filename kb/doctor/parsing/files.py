"""Reads version files and the names of libraries."""

import re
from typing import Final

_LIBRARY: Final = re.compile(r"(?:libcudart|libcudnn)\.so\.(\d+(?:\.\d+)*)$")


def key_value(text: str, name: str) -> str:
    r"""Return the value of a line ``name=value`` or ``name: value``, whatever its letter case; empty when absent.

    >>> key_value("package_name=Ascend-cann-toolkit\nversion=8.2.RC1\n", "version")
    '8.2.RC1'
    >>> key_value("# version: 1.0\nruntime_running_version=[7.7.0.1.231:8.2.RC1]", "runtime_running_version")
    '7.7.0.1.231:8.2.RC1'
    """
    found = re.search(rf"^[ \t]*{re.escape(name)}[ \t]*[=:][ \t]*\[?([^\]\n\r]*)", text, re.IGNORECASE | re.MULTILINE)
    return found[1].strip().strip("\"'") if found else ""


def cann_version(install_info: str, version_cfg: str) -> str:
    """Return CANN's release from ascend_toolkit_install.info, or else from version.cfg.

    version.cfg holds component and release: ``[7.7.0.1.231:8.2.RC1]``.
    """
    if version := key_value(install_info, "version"):
        return version
    for name in ("toolkit_running_version", "toolkit_installed_version", "runtime_running_version"):
        if value := key_value(version_cfg, name):
            return value.split("[")[-1].rpartition(":")[2]
    return ""


def cuda_json_version(text: str) -> str:
    """Return the release of CUDA from its version.json.

    >>> cuda_json_version('{"cuda" : {"name" : "CUDA SDK", "version" : "11.6.20211214"}}')
    '11.6.20211214'
    """
    found = re.search(r'"cuda"\s*:\s*\{[^}]*"version"\s*:\s*"([^"]+)"', text)
    return found[1] if found else ""


def library_version(name: str) -> str:
    """Return the release at the end of a library's file name.

    >>> library_version("libcudart.so.11.6.55"), library_version("libcudnn.so")
    ('11.6.55', '')
    """
    found = _LIBRARY.search(name)
    return found[1] if found else ""


def os_name(text: str) -> str:
    """Return the distribution's name from os-release."""
    return key_value(text, "PRETTY_NAME")


def newest_glibcxx(data: bytes) -> str:
    """Return the newest GLIBCXX version that a libstdc++ offers.

    >>> newest_glibcxx(b"..GLIBCXX_3.4.9.GLIBCXX_3.4.30.GLIBCXX_DEBUG")
    '3.4.30'
    """
    found = {tuple(int(part) for part in match.split(b".")) for match in re.findall(rb"GLIBCXX_(\d+(?:\.\d+)+)", data)}
    return ".".join(map(str, max(found))) if found else ""


def process_parent(stat: str) -> int:
    """Return the parent of a process from /proc/PID/stat, or -1.

    >>> process_parent("4321 (python (3)) S 1 4321 4000 0 -1")
    1
    """
    rest = stat.rpartition(")")[2].split()
    return int(rest[1]) if len(rest) > 1 and rest[1].isdigit() else -1
