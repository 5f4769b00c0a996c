"""docs/touch-model.md, sections 10 to 12 and 14: the touches of a whole recording, and their text."""

from dataclasses import dataclass, replace

import board
from board import Surface
from devices import ABS_TILT_X, ABS_TILT_Y
from recordings import MT_X, infer
from tracker import MT_MAJOR, Tracker


@dataclass
class Rules:
    palm_rejection: bool = True
    pen_over_touch: bool = True
    palm_size: float | None = None  # millimetres


@dataclass
class TouchStep:
    phase: str  # began, moved, ended, cancelled
    touch: int
    device: int
    life: object
    sample: object
    time: int
    after_gap: bool = False
    reason: str = ""


class Arbiter:
    """Section 10: which touches count."""

    def __init__(self, rules):
        self.rules, self.steps, self.count = rules, [], 0
        self.open = {}  # life -> (number, tool, last sample), in the order of beginning
        self.near = set()
        self.scales = {}  # opening -> units of ABS_MT_TOUCH_MAJOR to a millimetre

    def is_palm(self, life, sample):
        if not self.rules.palm_rejection:
            return False
        if sample.tool == "palm":
            return True
        scale = self.scales.get(life.opening)
        return (self.rules.palm_size is not None and sample.tool == "finger" and sample.major is not None
                and scale is not None and sample.major / scale >= self.rules.palm_size)

    def emit(self, phase, life, sample, time, after_gap=False, reason=""):
        self.steps.append(TouchStep(phase, self.open[life][0], life.opening, life, sample, time, after_gap, reason))

    def cancel(self, life, time, reason):
        self.emit("cancelled", life, replace(self.open[life][2], time=time), time, reason=reason)
        del self.open[life]

    def cancel_all(self, time, reason, which=lambda life, tool: True):
        for life in [life for life, (_, tool, _) in self.open.items() if which(life, tool)]:
            self.cancel(life, time, reason)

    def pen(self, opening, is_near, time):
        if is_near and opening not in self.near and self.rules.pen_over_touch:
            self.cancel_all(time, "penProximity", lambda life, tool: tool not in ("pen", "eraser"))
        (self.near.add if is_near else self.near.discard)(opening)

    def take(self, steps):
        for step in steps:
            self.take_one(step)

    def take_one(self, step):
        life, sample = step.touch, step.sample
        palm = self.is_palm(life, sample)
        if step.phase == "began":
            silenced = self.near and self.rules.pen_over_touch and sample.tool not in ("pen", "eraser")
            if palm or silenced:
                return
            self.open[life] = (self.count, sample.tool, sample)
            self.count += 1
            self.emit("began", life, sample, sample.time)
        elif life in self.open:
            if step.phase == "moved" and palm:
                self.cancel(life, sample.time, "palm")
                return
            number, tool, _ = self.open[life]
            self.open[life] = (number, tool, sample)
            self.emit(step.phase, life, sample, sample.time, step.after_gap)
            if step.phase == "ended":
                del self.open[life]


class Session:
    """Plays the entries of a recording on a board."""

    def __init__(self, entries, surface, board_size, rules, overridden=False, fixed_size=False):
        self.entries, self.surface, self.board, self.overridden = entries, surface, board_size, overridden
        self.fixed_size = fixed_size
        self.arbiter, self.trackers, self.latest = Arbiter(rules), {}, 0
        self.channels = {}  # device number -> opening
        self.frames = []  # (time, kind, steps, message): what each entry made, for pictures at a time

    def play(self):
        for entry in self.entries:
            count = len(self.arbiter.steps)
            getattr(self, "play_" + entry.kind)(entry)
            if entry.kind != "opening" and not (entry.kind == "note" and not removal(entry)):
                self.latest = entry.time
            self.frames.append((entry.time, entry.kind, self.arbiter.steps[count:], entry.message))
        count = len(self.arbiter.steps)
        self.arbiter.cancel_all(self.latest, "recordingEnded")
        self.frames.append((self.latest, "end", self.arbiter.steps[count:], None))
        return self.arbiter.steps

    @property
    def span(self):
        """The times of the first event and of the last frame."""
        timed = [entry for entry in self.entries if entry.kind in ("frame", "part", "sync")]
        return timed[0].first or timed[0].time, timed[-1].time

    @property
    def goes_back(self):
        times = [time for time, kind, _, _ in self.frames if kind not in ("opening", "end")]
        return times != sorted(times)

    def play_opening(self, entry):
        former = self.channels.get(entry.device)
        if former is not None:
            self.leave(former, self.latest)
        self.channels[entry.device] = entry.opening

        def place(x, y):
            return board.board_point(x, y, entry.description, self.surface, self.board, self.overridden)

        axes = entry.description.axes
        if MT_MAJOR in axes:
            resolutions = [axes[code].resolution for code in (MT_MAJOR, MT_X) if code in axes]
            self.arbiter.scales[entry.opening] = next((units for units in resolutions if units > 0), None)
        self.trackers[entry.opening] = Tracker(entry.opening, entry.description, place)

    def leave(self, opening, time):
        self.arbiter.cancel_all(time, "deviceRemoved", lambda life, tool: life.opening == opening)
        self.arbiter.near.discard(opening)

    def play_part(self, entry):
        self.trackers[entry.opening].part(entry.events)

    def play_frame(self, entry):
        tracker = self.trackers[entry.opening]
        steps, dropped = tracker.play(entry.events, entry.time)
        if not dropped:
            self.arbiter.pen(entry.opening, tracker.pen_is_near(), entry.time)
        self.arbiter.take(steps)

    def play_sync(self, entry):
        tracker = self.trackers[entry.opening]
        steps = tracker.sync(entry.events, entry.time)
        self.arbiter.pen(entry.opening, tracker.pen_is_near(), entry.time)
        self.arbiter.take(steps)

    def play_note(self, entry):
        if removal(entry):
            self.leave(entry.message["channel"], entry.time)

    def play_board(self, entry):
        command, value = entry.message.get("command"), entry.message.get("value")
        if command == "cancel":
            matches = lambda life, tool: (life.opening, life.identifier) == (value["channel"], value["trackingId"])
            self.arbiter.cancel_all(entry.time, value["reason"], matches)
        elif command == "size" and not self.fixed_size:
            self.board = tuple(map(float, value))
        elif command == "mapping" and not self.overridden:
            bounds = value.get("range")
            matrix = value.get("calibration")
            self.surface = Surface(value["fit"], matrix and tuple(matrix), value.get("rotation"), bounds and tuple(bounds))
        elif command == "rules":
            size = value.get("palmSize")
            self.arbiter.rules = Rules(value["palms"] == "rejected", value["penOverTouch"] == "silencesFingers",
                                       None if size is None else min(max(size, 1), 200))


def removal(entry):
    return (entry.message or {}).get("kind") == "deviceRemoved"


def play(entries, surface=None, size=None, rules=None):
    """The touches of a recording: first for which device gives the board, then on it. Returns the session."""
    overridden = surface is not None
    surface, rules = surface or Surface(), rules or Rules()
    infer(entries)
    first = Session(entries, surface, (1920.0, 1080.0), rules)
    first.play()
    natural = last_size(entries) or board.natural_board(chosen(first), surface)
    final = board.grown_board(natural, size) if size else natural
    session = Session(entries, surface, final, rules, overridden, bool(size))
    session.play()
    return session


def last_size(entries):
    sizes = [entry.message["value"] for entry in entries if (entry.message or {}).get("command") == "size"]
    return tuple(map(float, sizes[-1])) if sizes else None


def chosen(session):
    counts = {}
    for step in session.arbiter.steps:
        counts[step.device] = counts.get(step.device, 0) + (step.phase == "began")
    return board.chosen_device([
        (tracker.description, tracker.layout.kind, counts.get(opening, 0))
        for opening, tracker in session.trackers.items()
    ])


def decimal(value):
    """Three decimals, halves away from zero, without trailing zeros."""
    text = f"{board.rounded(value * 1000) / 1000:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def heading(session):
    """Section 14: tilts that are no degrees."""
    touched = {step.device for step in session.arbiter.steps if step.phase == "began"}
    numbers = device_numbers(session)
    for opening, tracker in session.trackers.items():
        for code, name in ((ABS_TILT_X, "ABS_TILT_X"), (ABS_TILT_Y, "ABS_TILT_Y")):
            axis = tracker.description.axes.get(code)
            if opening in touched and axis and axis.resolution <= 0:
                yield f"# device {numbers[opening]}: {name} has no resolution; its tilt is in device units, not degrees"


def device_numbers(session):
    """The number of each opening's device."""
    return {entry.opening: entry.device for entry in session.entries if entry.kind == "opening"}


def lines(steps, start, numbers):
    """Section 14. Times are counted from the recording's first event."""
    for step in steps:
        nanoseconds = step.time - start
        micro = abs(nanoseconds) // 1000
        sign = "-" if nanoseconds < 0 and micro else ""
        sample = step.sample
        words = [f"{sign}{micro // 1_000_000}.{micro % 1_000_000:06d}", str(numbers[step.device]), "touch"]
        words.append(str(step.touch))
        words.append({"moved": "moved after a gap" if step.after_gap else "moved",
                      "cancelled": f"cancelled ({step.reason})"}.get(step.phase, step.phase))
        words += ["slot", str(step.life.slot), "id", str(step.life.identifier)]
        words += ["x", decimal(sample.point[0]), "y", decimal(sample.point[1]), sample.tool]
        if sample.pressure is not None:
            words += ["pressure", decimal(sample.pressure)]
        if sample.tilt is not None:
            words += ["tilt", *map(decimal, sample.tilt)]
        yield " ".join(words)
