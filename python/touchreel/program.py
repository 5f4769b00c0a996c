"""The program that does the work, and what it says."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import IO, Any, List, Sequence, Union

PathName = Union[str, "os.PathLike[str]"]


class TouchReelError(Exception):
    """What the program reports when it fails."""


class TouchReelWarning(UserWarning):
    """What the program reports when it succeeds."""


def program() -> str:
    """The program's path: what the variable TOUCHREEL names, else the one in this package, else the one on PATH."""
    stated = os.environ.get("TOUCHREEL")
    packaged = Path(__file__).parent / "bin" / "touchreel"
    if stated:
        return stated
    found = str(packaged) if packaged.is_file() else shutil.which("touchreel")
    if not found:
        raise TouchReelError("touchreel is not installed; install its package, or name the program by TOUCHREEL")
    return found


def main() -> None:
    """The command ``touchreel`` of an installed wheel."""
    found = program()
    os.execv(found, [found, *sys.argv[1:]])


def options(given: "dict[str, Any]") -> List[str]:
    """Keyword arguments as options of the command line; None and False leave one out."""
    arguments: List[str] = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is True:
                arguments.append(option)
            elif item is not None and item is not False:
                arguments += [option, os.fspath(item) if isinstance(item, os.PathLike) else str(item)]
    return arguments


def names(paths: "Union[PathName, Sequence[PathName]]") -> List[str]:
    """One path or several, as arguments."""
    given = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    if not given:
        raise ValueError("no recordings: the list of paths is empty")
    return given


def run(arguments: Sequence[str], output: "Union[int, IO[bytes]]" = subprocess.PIPE) -> bytes:
    """Runs the program to its end.

    Returns what it wrote to standard output, unless that goes to a file.
    """
    done = start(arguments, stdout=output, stderr=subprocess.PIPE)
    written, said = done.communicate()
    report(done.returncode, said)
    return written or b""


def start(arguments: Sequence[str], **streams: Any) -> "subprocess.Popen[bytes]":
    """Starts the program, which reads nothing from this one's standard input."""
    streams.setdefault("stdin", subprocess.DEVNULL)
    try:
        return subprocess.Popen([program(), *arguments], **streams)
    except OSError as error:
        raise TouchReelError(f"{program()} cannot be run: {error.strerror}") from error


def report(status: int, said: bytes) -> None:
    """Raises what the program said if it failed, and warns of it otherwise."""
    lines = said.decode(errors="replace").splitlines()
    if status == 64:
        # A wrong option: below the message is the usage of the command line.
        raise TouchReelError(lines[0].removeprefix("Error: "))
    if status != 0:
        text = "\n".join(line.removeprefix("touchreel: ") for line in lines)
        raise TouchReelError(text or f"touchreel ended with status {status}")
    for line in lines:
        if line.startswith("touchreel: warning: "):
            warnings.warn(line.removeprefix("touchreel: warning: "), TouchReelWarning, stacklevel=4)


def unnamed_file() -> "IO[bytes]":
    """A temporary file that is gone when it is closed."""
    return tempfile.TemporaryFile(prefix="touchreel-")
