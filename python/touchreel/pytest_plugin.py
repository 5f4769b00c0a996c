"""A fixture that touches: ``touch_session`` injects recordings, records what programs receive, and compares.

    def test_tap(touch_session):
        with touch_session.prepare("tap.mcap") as injection:
            window = start_my_program(injection.nodes[0])
            injection.play()
        assert window.was_tapped()

    def test_swipe(touch_session):
        touch_session.inject("swipe.mcap")    # fails if a program would receive anything else

Tests are skipped, and say why, where the kernel's uinput is not there or may not be used.
"""
from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any, Iterator, List

import pytest

from .program import PathName, TouchReelError, names, options, report, start, unnamed_file


class Injection:
    """Virtual devices like a recording's, which touch when they are told to. It is closed by ``with``."""

    def __init__(self, path: PathName, folder: Path, given: "dict[str, Any]") -> None:
        self.recorded = folder / Path(path).name
        self._said = unnamed_file()
        arguments = ["inject", "--wait", "enter", *options(given), "--", *names(path)]
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._said}
        self._injector = start(arguments, **streams)
        #: The nodes of the devices, such as /dev/input/event7.
        self.nodes: List[str] = self._read_nodes()

    def _read_nodes(self) -> List[str]:
        line = self._injector.stdout.readline().decode()  # type: ignore[union-attr]
        if not line.strip():
            self._end()
        return line.split()[:1]

    def play(self) -> Path:
        """Touches, and returns the path of a recording of what every program received."""
        arguments = ["record", "--force", "-o", str(self.recorded), *options({"device": self.nodes})]
        with unnamed_file() as said:
            recorder = start(arguments, stdout=subprocess.DEVNULL, stderr=said)
            # Its file begins when it listens.
            while recorder.poll() is None and not (self.recorded.exists() and self.recorded.stat().st_size):
                time.sleep(0.01)
            self._injector.stdin.write(b"\n")  # type: ignore[union-attr]
            self._end()
            recorder.wait()
            said.seek(0)
            if recorder.returncode != 0:
                report(recorder.returncode, said.read())
        return self.recorded

    def _end(self) -> None:
        self._injector.communicate()
        self._said.seek(0)
        if self._injector.returncode != 0:
            report(self._injector.returncode, self._said.read())

    def __enter__(self) -> "Injection":
        return self

    def __exit__(self, *_: object) -> None:
        self._injector.terminate()
        self._injector.wait()
        for stream in (self._injector.stdin, self._injector.stdout, self._said):
            stream.close()  # type: ignore[union-attr]


class TouchSession:
    """Recordings that are injected in a test, and what came of them, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self, path: PathName, **given: Any) -> Injection:
        """Makes a recording's devices, which a program can open before they touch; options are those of ``inject``."""
        return Injection(path, self.folder, given)

    def inject(self, path: PathName, time_tolerance: str = "20ms", **given: Any) -> Path:
        """Injects a recording, and fails if what programs receive is another; returns the path of that."""
        with self.prepare(path, **given) as injection:
            recorded = injection.play()
        self.compare(path, recorded, ignore_start=True, time_tolerance=time_tolerance)
        return recorded

    def compare(self, first: PathName, second: PathName, **given: Any) -> None:
        """Fails with the first difference between two recordings; options are those of ``compare``."""
        process = start(
            ["compare", *options(given), "--", *names([first, second])], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        found, said = process.communicate()
        if process.returncode == 1:
            pytest.fail(found.decode(errors="replace").strip(), pytrace=False)
        report(process.returncode, said)


@pytest.fixture
def touch_session(tmp_path: Path) -> Iterator[TouchSession]:
    """Injects recordings, and records and compares what arrives; skips the test without uinput."""
    try:
        process = start(["doctor", "uinput"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except TouchReelError as error:
        pytest.skip(f"touch_session: {error}")
    answer, _ = process.communicate()
    if process.returncode != 0:
        pytest.skip("touch_session: " + " ".join(answer.decode(errors="replace").split("\n")[0].split()))
    yield TouchSession(tmp_path)
