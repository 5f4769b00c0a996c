"""Frames of events, of recordings and of devices while they are touched."""
from __future__ import annotations

import subprocess
from typing import Any, Iterator, List, NamedTuple, Sequence, Union

from .program import PathName, names, options, report, start, unnamed_file


class Event(NamedTuple):
    """An event of the kernel, by the names that its headers have."""

    type: str
    code: str
    value: int


class Frame(NamedTuple):
    """The events of a device up to a SYN_REPORT, which is left out.

    ``time`` is in seconds from the first event, ``device`` the number that ``touchreel info`` has.
    """

    time: float
    device: int
    events: List[Event]


def frames(path: PathName, **given: Any) -> Iterator[Frame]:
    """The frames of a recording, of which only one is in memory."""
    return _run([["dump", *options(given), "--", *names(path)]])


def live(devices: "Union[str, Sequence[str]]" = (), **given: Any) -> Iterator[Frame]:
    """The frames of touch devices, as they come, until the iterator is closed or the devices are gone.

    Without devices, by node or name, all touch devices are read. Options are those of ``record``.
    """
    chosen = [devices] if isinstance(devices, str) else list(devices)
    return _run([["record", "-o", "-", *options({**given, "device": chosen})], ["dump", "-"]])


def _run(pipeline: Sequence[Sequence[str]]) -> Iterator[Frame]:
    """Starts programs, each of which reads what the one before writes, and ends them with the iterator."""
    said = [unnamed_file() for _ in pipeline]
    running: "List[subprocess.Popen[bytes]]" = []
    try:
        for arguments, errors in zip(pipeline, said):
            source = running[-1].stdout if running else subprocess.DEVNULL
            running.append(start(arguments, stdin=source, stdout=subprocess.PIPE, stderr=errors))
            if len(running) > 1:
                running[-2].stdout.close()  # type: ignore[union-attr]
        yield from _parse(running[-1].stdout)  # type: ignore[arg-type]
        for process, errors in zip(running, said):
            status = process.wait()
            errors.seek(0)
            report(status, errors.read())
    finally:
        for process in running:
            process.terminate()
            process.stdout.close()  # type: ignore[union-attr]
            process.wait()
        for errors in said:
            errors.close()


def _parse(lines: "Iterator[bytes]") -> Iterator[Frame]:
    events: "dict[int, List[Event]]" = {}
    for line in lines:
        # Seconds, device, type, code, value; messages and notes have other fields.
        fields = line.decode().split()
        if len(fields) != 5 or not fields[1].isdecimal():
            continue
        device, event = int(fields[1]), Event(fields[2], fields[3], int(fields[4]))
        if event.code == "SYN_REPORT":
            yield Frame(float(fields[0]), device, events.pop(device, []))
        else:
            events.setdefault(device, []).append(event)
