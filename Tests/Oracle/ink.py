"""docs/rendering.md: from the steps of touches to a picture."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

import coverage
from board import rounded

PALETTE = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#0072b2", "#cc79a7", "#f0e442", "#772200", "#000099"]


@dataclass
class Style:
    """What a touch draws with."""

    tool: str = "pencil"
    color: str = "#000000"
    width: float = 4
    eraser_width: float | None = None  # as strokes
    eraser_end: str = "erases"
    smoothing: str = "midpoint"
    pressure: str = "pens"
    gamma: float = 1
    speed: bool = False
    by_touch: bool = False
    under: bool = False
    background: str = "#ffffff"
    fill: str | None = None
    pattern: str = "solid"
    sides: int = 6
    show_cancelled: bool = False
    drop_open: bool = False
    options: tuple = ()  # the settings that options of the command line decide


def components(color):
    digits = color.lstrip("#")
    values = [int(digits[i:i + 2], 16) for i in range(0, len(digits), 2)]
    return values if len(values) == 4 else values + [255]


def stored(color):
    red, green, blue, alpha = components(color)
    return np.array([(c * alpha + 127) // 255 for c in (red, green, blue)] + [alpha], np.int64)


def times(p, q):
    return (2 * p * q + 255) // 510


class Canvas:
    """Multiplied levels of red, green, blue and alpha."""

    def __init__(self, width, height):
        self.pixels = np.zeros((height, width, 4), np.int64)

    def ink(self, color, levels):
        source = times(stored(color), levels.astype(np.int64)[..., None])
        self.pixels = source + times(self.pixels, 255 - source[..., 3:])

    def ink_under(self, color, levels):
        source = times(stored(color), levels.astype(np.int64)[..., None])
        self.pixels = self.pixels + times(source, 255 - self.pixels[..., 3:])

    def erase(self, levels):
        self.pixels = times(self.pixels, 255 - levels.astype(np.int64)[..., None])

    def over(self, color):
        return self.pixels + times(stored(color), 255 - self.pixels[..., 3:])


# Rounding


def grid(point):
    return tuple(rounded(256 * min(max(value, -65536), 65536)) / 256 for value in point)


def subpixel(point, scale):
    return tuple(min(max(rounded(256 * value * scale), -2**29), 2**29) for value in point)


def radius(width, scale):
    return min(max(rounded(rounded(128 * width) / 256 * scale * 256), 0), 2**23)


# Vertices


class OneEuro:
    def __init__(self):
        self.time = None

    def take(self, point, time):
        if self.time is None:
            self.raw, self.result, self.speed = point, point, (0.0, 0.0)
        else:
            seconds = (time - self.time) / 1e9
            if seconds <= 0:
                return self.result
            axes = [self.axis(i, point[i], seconds) for i in (0, 1)]
            self.result, self.speed = tuple(a[0] for a in axes), tuple(a[1] for a in axes)
            self.raw = point
        self.time = time
        return self.result

    def axis(self, i, raw, seconds):
        alpha = lambda frequency: (2 * math.pi * frequency * seconds) / (2 * math.pi * frequency * seconds + 1)
        velocity = (raw - self.raw[i]) / seconds
        speed = self.speed[i] + alpha(1) * (velocity - self.speed[i])
        return self.result[i] + alpha(1 + 0.007 * abs(speed)) * (raw - self.result[i]), speed


class SpeedWidth:
    def __init__(self, width):
        self.width, self.before, self.pace, self.speed, self.sample = width, width, 0.0, 0.0, None

    def take(self, point, time):
        if self.sample is not None and time > self.sample[1]:
            (x, y), before = self.sample
            self.speed = math.hypot(point[0] - x, point[1] - y) / ((time - before) / 1e9)
        self.sample = (point, time)
        t = self.speed / 600
        divisor = 0.6 * t + 0.4 * self.pace
        wanted = self.width / divisor if divisor else math.inf
        limited = min(max(wanted, 0.75 * self.before), 1.25 * self.before)
        self.before, self.pace = min(max(limited, 0.2 * self.width), self.width), t
        return self.before


class Freehand:
    """The vertices of one touch of the pencil or the eraser, in runs."""

    def __init__(self, style, tool, is_pen):
        self.style, self.tool, self.is_pen, self.runs = style, tool, is_pen, []
        self.begin_run()

    def begin_run(self):
        self.runs.append([])
        self.filter, self.speed = OneEuro(), SpeedWidth(self.style.width)

    def take(self, sample, time, after_gap):
        if after_gap:
            self.begin_run()
        point = sample.point
        if self.style.smoothing == "one-euro":
            point = self.filter.take(point, time)
        self.runs[-1].append((grid(point), self.width(sample, time)))

    def width(self, sample, time):
        if self.tool == "eraser":
            return self.style.width if self.style.eraser_width is None else self.style.eraser_width
        width = self.speed.take(sample.point, time) if self.style.speed else self.style.width
        counts = self.style.pressure == "all" or self.style.pressure == "pens" and self.is_pen
        if counts and sample.pressure is not None:
            width *= 0.2 + 0.8 * min(max(sample.pressure, 0), 1) ** self.style.gamma
        return width

    def pieces(self, scale):
        smooth = self.style.smoothing != "none"
        result = []
        for run in self.runs:
            nodes = [subpixel(point, scale) + (radius(width, scale),) for point, width in run]
            result += run_pieces(nodes, smooth)
        return result


def middle(p, q):
    return tuple((a + b) // 2 for a, b in zip(p, q))


def run_pieces(nodes, smooth):
    """"Freehand strokes: pieces"."""
    result, joint, latest = [], None, None
    for node in nodes:
        if latest is None:
            latest = node
            result.append(node + node)
        elif node[:2] == latest[:2]:
            if joint is None and node[2] > latest[2]:
                latest = node
                result.append(node + node)
        elif joint is None:
            joint = middle(latest, node) if smooth else node
            result.append(latest + joint)
            latest = node
        elif smooth:
            after = middle(latest, node)
            result += curve(joint, latest, after)
            joint, latest = after, node
        else:
            result.append(latest + node)
            joint = latest = node
    if joint is not None and joint != latest:
        result.append(joint + latest)
    return result


def curve(p, q, r):
    bow = [a - 2 * b + c for a, b, c in zip(p, q, r)]
    count = max(1, math.ceil(math.sqrt(math.hypot(bow[0], bow[1]) / 32)))
    points = [p]
    for k in range(1, count):
        t = k / count
        points.append(tuple(rounded(a + 2 * (b - a) * t + w * t * t) for a, b, w in zip(p, q, bow)))
    points.append(r)
    return [a + b for a, b in zip(points, points[1:])]


# Layers


@dataclass
class Stroke:
    number: int
    tool: str
    color: str
    path: Freehand
    under: bool = False
    samples: list = field(default_factory=list)


CLEAR = object()


class Picture:
    """The touches up to a time, drawn."""

    def __init__(self, session, style, size=None):
        self.style, board = style, session.board
        self.scale = size[0] / board[0] if size else 1.0
        self.width, self.height = rounded(board[0] * self.scale), rounded(board[1] * self.scale)
        self.finished, self.undone, self.open, self.cancelled = [], [], {}, []

    def play(self, frames, until=None):
        for time, kind, steps, message in frames:
            if until is not None and kind in ("frame", "sync", "board", "note") and time > until:
                break
            if kind == "board":
                self.command(message.get("command"), message.get("value"))
            for step in steps:
                self.take(step)
        if self.style.drop_open:
            self.open = {}
        return self

    def command(self, command, value):
        """A message of `/board`: a setting holds for touches that begin later. An option wins over it."""
        if command in self.style.options:
            return
        if command in ("tool", "color", "width"):
            self.style = replace(self.style, **{command: value})
        elif command == "eraserWidth":
            self.style = replace(self.style, eraser_width=value)
        elif command == "eraserEnd":
            self.style = replace(self.style, eraser_end=value)
        elif command == "smoothing":
            self.style = replace(self.style, smoothing={"oneEuro": "one-euro"}.get(value, value))
        elif command == "stacking":
            self.style = replace(self.style, under=value == "underInk")
        elif command == "undo" and self.finished:
            self.undone.append(self.finished.pop())
        elif command == "redo" and self.undone:
            self.finish(self.undone.pop(), self.undone)
        elif command == "clear":
            self.finish(CLEAR)

    def finish(self, operation, undone=()):
        """An operation goes on top of the finished ones; a new one leaves nothing to redo."""
        self.finished.append(operation)
        self.undone = list(undone)

    def visible(self):
        """The finished strokes that no later clearing took away."""
        strokes = []
        for operation in self.finished:
            strokes = [] if operation is CLEAR else strokes + [operation]
        return strokes

    def take(self, step):
        if step.phase == "began":
            is_erasing = step.sample.tool == "eraser" and self.style.eraser_end == "erases"
            tool = "eraser" if is_erasing else self.style.tool
            color = PALETTE[step.touch % len(PALETTE)] if self.style.by_touch else self.style.color
            path = self.path(tool, step.sample.tool in ("pen", "eraser"))
            self.open[step.touch] = Stroke(step.touch, tool, color, path, tool == "pencil" and self.style.under)
        stroke = self.open.get(step.touch)
        if step.phase in ("began", "moved"):
            stroke.path.take(step.sample, step.time, step.after_gap)
        elif step.phase == "ended":
            stroke = self.open.pop(step.touch)
            if stroke.path.pieces(self.scale):
                self.finish(stroke)
        elif step.reason != "recordingEnded":
            self.cancelled.append(self.open.pop(step.touch))

    def path(self, tool, is_pen):
        return Freehand(self.style, tool, is_pen) if tool in ("pencil", "eraser") else shapes.Drag(self.style, tool)

    def levels(self, stroke):
        levels = coverage.stroke(stroke.path.pieces(self.scale), self.width, self.height)
        head = self.inside(stroke, 0)
        return levels if head is None else np.maximum(levels, head)

    def inside(self, stroke, which):
        """The levels of an arrow's head (0) or of what is filled (1); None where there is none."""
        if isinstance(stroke.path, Freehand):
            return None
        corners = stroke.path.polygons(self.scale)[which]
        return shapes.inside(corners, self.width, self.height) if corners else None

    def drawn(self):
        """Red, green and blue of each pixel, over the background."""
        canvas = Canvas(self.width, self.height)
        in_progress = sorted(self.open.values(), key=lambda stroke: stroke.number)
        erasures = [stroke for stroke in in_progress if stroke.tool == "eraser"]
        ink = [stroke for stroke in in_progress if stroke.tool != "eraser"]
        for stroke in self.visible() + erasures + ink:
            levels = self.levels(stroke)
            if stroke.tool == "eraser":
                canvas.erase(levels)
            elif stroke.under:
                canvas.ink_under(stroke.color, levels)
            else:
                fill = self.inside(stroke, 1)
                if fill is not None:
                    canvas.ink(stroke.path.style.fill, fill)
                canvas.ink(stroke.color, levels)
        cancelled = [self.levels(stroke) for stroke in self.cancelled if stroke.tool != "eraser"]
        if self.style.show_cancelled and cancelled:
            canvas.ink("#80808060", np.maximum.reduce(cancelled))
        return canvas.over(self.style.background)[..., :3].astype(np.uint8)


import shapes  # noqa: E402, which needs the rounding above
