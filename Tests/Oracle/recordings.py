"""Reads recordings into entries, independently of the program: evemu as the kernel's own tools write it, and MCAP with
the package of PyPI. Every other format comes here by `touchreel convert`, as MCAP."""

import json
import re
from dataclasses import dataclass, replace, field
from pathlib import Path

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
FRAME_LIMIT = 65536


@dataclass
class Axis:
    minimum: int
    maximum: int
    resolution: int = 0
    value: int = 0


@dataclass
class Description:
    """What a recording says of a device. `complete`: docs/touch-model.md, sections 2 and 13."""

    name: str = ""
    codes: dict = field(default_factory=dict)
    axes: dict = field(default_factory=dict)
    properties: set = field(default_factory=set)
    slots: list | None = None
    keys_down: set = field(default_factory=set)
    facts: dict = field(default_factory=dict)
    complete: bool = True
    own_ranges: bool = False
    ranges_of_whole: bool = False

    def announces(self, kind, code):
        return code in self.codes.get(kind, ()) or kind == EV_ABS and code in self.axes


@dataclass
class Entry:
    """One entry of section 1. `events` are (type, code, value); `time` is in nanoseconds."""

    kind: str  # opening, frame, part, sync, board, note
    opening: int = -1
    time: int = 0
    events: list = ()
    description: Description | None = None
    device: int = -1
    message: dict | None = None
    first: int = 0  # the time of the first event


class FrameAssembler:
    """Section 3: a frame ends with its SYN_REPORT, and what is longer than 65,536 events is passed on in parts."""

    def __init__(self, opening):
        self.opening, self.events, self.first, self.latest = opening, [], 0, 0

    def add(self, time, event):
        self.first = self.first if self.events else time
        self.events.append(event)
        self.latest = time
        if event[0] == EV_SYN and event[1] == SYN_REPORT:
            yield self.taken("frame", time)
        elif len(self.events) == FRAME_LIMIT:
            yield self.taken("part", time)

    def taken(self, kind, time):
        entry = Entry(kind, self.opening, time, self.events, first=self.first)
        self.events = []
        return entry


# evemu


def bits(mask_bytes):
    return [index * 8 + bit for index, byte in enumerate(mask_bytes) for bit in range(8) if byte >> bit & 1]


def evemu_description(lines):
    """The lines N, P, B, A, L, S; None where there is no N line."""
    description, masks, seen = Description(), {}, False
    for line in lines:
        line = line.strip()
        if line.startswith("N:"):
            description.name, seen = line[2:].strip(), True
        elif re.match(r"[PB]: ", line):
            values = [int(word, 16) for word in line[2:].split("#")[0].split()]
            kind, mask = ("P", values) if line[0] == "P" else (values[0], values[1:])
            masks.setdefault(kind, []).extend(mask)
        elif line.startswith("A:"):
            words = line[2:].split("#")[0].split()
            code, numbers = int(words[0], 16), [int(word) for word in words[1:]]
            description.axes[code] = Axis(numbers[0], numbers[1], numbers[4] if len(numbers) > 4 else 0)
    description.properties = set(bits(masks.pop("P", [])))
    description.codes = {kind: set(bits(mask)) for kind, mask in masks.items() if kind != EV_SYN}
    return description if seen else None


def evemu_lines(path):
    return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()


def description_beside(path):
    """An event-only file's description: the longest name that its own name begins with, up to a dot."""
    path = Path(path)
    ends = [index for index, letter in enumerate(path.name) if letter in ". "]
    for stem in (path.name[:end] for end in reversed(ends)):
        for suffix in (".desc", ".prop", ".device"):
            candidate = path.with_name(stem + suffix)
            if candidate.exists() and candidate != path:
                return evemu_description(evemu_lines(candidate))
    return None


EVEMU_EVENT = re.compile(r"E:\s*(\d+)\.(\d+)\s+([0-9a-fA-F]+)\s+([0-9a-fA-F]+)\s+(-?\d+)")


def read_evemu(path):
    lines = evemu_lines(path)
    description = evemu_description(lines) or description_beside(path) or Description(complete=False)
    assembler = FrameAssembler(0)
    entries = [Entry("opening", 0, description=description, device=0)]
    for line in lines:
        match = EVEMU_EVENT.match(line)
        if match:
            seconds, micro, kind, code, value = match.groups()
            time = (int(seconds) * 1_000_000 + int(micro)) * 1000
            entries.extend(assembler.add(time, (int(kind, 16), int(code, 16), int(value))))
    return entries + rest([assembler])


def rest(assemblers):
    """What a recording that ends inside a frame leaves."""
    return [assembler.taken("part", assembler.latest) for assembler in assemblers if assembler.events]


# MCAP


def decoded_codes(text):
    return {int(kind): set(codes) for kind, codes in json.loads(text or "{}").items()}


def mcap_description(metadata):
    axes = {
        int(code): Axis(row[0], row[1], row[4], row[5])
        for code, row in json.loads(metadata.get("absinfo", "{}")).items()
    }
    slots = metadata.get("slots")
    return Description(
        name=metadata.get("name", ""),
        codes=decoded_codes(metadata.get("codes")),
        axes=axes,
        properties=set(json.loads(metadata.get("properties", "[]"))),
        slots=[{int(code): value for code, value in slot.items()} for slot in json.loads(slots)] if slots else None,
        keys_down=set(decoded_codes(metadata.get("active")).get(EV_KEY, ())),
        facts=json.loads(metadata.get("udev", "{}")),
        complete=metadata.get("complete", "true") == "true" and "codes" in metadata and "absinfo" in metadata,
        own_ranges=metadata.get("complete") != "false" and have_ranges(axes),
        ranges_of_whole=metadata.get("extent") == "whole" and have_ranges(axes),
    )


def have_ranges(axes):
    positions = (MT_X, MT_Y) if MT_X in axes else (ABS_X, ABS_Y)
    return all(code in axes and axes[code].maximum > axes[code].minimum for code in positions)


def read_mcap(path):
    import struct

    from mcap.records import Channel, Message
    from mcap.stream_reader import StreamReader

    entries, channels, assemblers, openings, lists = [], {}, {}, {}, {}
    with open(path, "rb") as file:
        for record in StreamReader(file).records:
            if isinstance(record, Channel) and record.id not in channels:
                channels[record.id] = record
                topic = re.match(r"/device/(\d+)/events$", record.topic)
                if topic:
                    number = openings.setdefault(record.metadata.get("opening", record.topic), len(openings))
                    assemblers[number] = FrameAssembler(number)
                    entries.append(Entry("opening", number, device=int(topic[1]),
                                         description=mcap_description(record.metadata)))
            elif isinstance(record, Message):
                channel = channels[record.channel_id]
                if channel.message_encoding == "evdev-times":
                    lists[channel.metadata.get("opening")] = numbers(record.data)
                    continue
                if channel.message_encoding != "evdev":
                    kind = "board" if channel.topic == "/board" else "note"
                    entries.append(Entry(kind, time=record.publish_time, message=json.loads(record.data)))
                    continue
                number = openings[channel.metadata.get("opening", channel.topic)]
                events = list(struct.iter_unpack("<HHi", record.data))
                if channel.topic.endswith("/sync"):
                    entries.append(Entry("sync", number, record.publish_time, events))
                    continue
                first = first_time(lists.get(channel.metadata.get("opening")), record.publish_time)
                for place, event in enumerate(events):
                    added = assemblers[number].add(record.publish_time, event)
                    entries.extend(replace(entry, first=first) if place == len(events) - 1 else entry for entry in added)
    return entries + rest(assemblers.values())


def numbers(data):
    """docs/recording-format.md: seven bits a byte, the lowest first."""
    number = shift = 0
    for byte in data:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0


def first_time(times, last):
    """docs/recording-format.md: the time of a frame's first event, whose last one has this time."""
    head = next(times, 0) if times else 0
    steps = [next(times) for _ in range((head >> 1) - 1)] if head else []
    return last - sum(((step >> 1) ^ -(step & 1)) * (1 if head & 1 else 1000) for step in steps)


def read(path):
    with open(path, "rb") as file:
        return read_mcap(path) if file.read(8) == b"\x89MCAP0\r\n" else read_evemu(path)


# Section 13: what an incomplete description lacks


def infer(entries):
    """Completes the incomplete descriptions by what was sent."""
    by_opening = {entry.opening: entry.description for entry in entries if entry.kind == "opening"}
    sent = {number: {} for number in by_opening}
    for entry in entries:
        for kind, code, value in entry.events:
            if kind < 32 and code < 1024:
                least, greatest = sent[entry.opening].get((kind, code), (value, value))
                sent[entry.opening][kind, code] = (min(least, value), max(greatest, value))
    for number, description in by_opening.items():
        complete_description(description, sent[number])


ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y, MT_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39


def complete_description(description, sent):
    if not description.complete:
        for (kind, code), (least, greatest) in sent.items():
            description.codes.setdefault(kind, set()).add(code)
            if kind == EV_ABS and code not in description.axes:
                top = max(65535, greatest) if code == MT_ID else max(0, greatest)
                description.axes[code] = Axis(min(0, least), top)
        if (EV_ABS, MT_X) in sent and (EV_ABS, MT_SLOT) not in sent and (EV_SYN, SYN_MT_REPORT) not in sent:
            description.axes.setdefault(MT_SLOT, Axis(0, 0))
            description.axes.setdefault(MT_ID, Axis(0, 65535))
    for code in (ABS_X, ABS_Y, MT_X, MT_Y):
        axis = description.axes.get(code)
        observed = sent.get((EV_ABS, code))
        if axis and observed and (
                not (description.complete or description.own_ranges or description.ranges_of_whole)
                or axis.minimum == axis.maximum):
            grow = max((observed[1] - observed[0]) // 50, 1)
            axis.minimum, axis.maximum = observed[0] - grow, observed[1] + grow
