"""docs/touch-model.md, section 12: from the device to the board."""

import math
from dataclasses import dataclass

from devices import PROP_DIRECT, layout
from recordings import ABS_X, ABS_Y, MT_X, MT_Y


def rounded(value):
    """To the nearest, halves away from zero."""
    return math.floor(value + 0.5) if value >= 0 else -math.floor(-value + 0.5)


@dataclass
class Surface:
    """How devices lie on the board: the options, or a `mapping` of `/board`. None is each device's own."""

    fit: str = "aspect"
    calibration: tuple | None = None
    rotation: int | None = None
    range: tuple | None = None

    def calibration_of(self, description):
        return recorded_calibration(description) if self.calibration is None else self.calibration

    def rotation_of(self, description):
        if self.rotation is not None:
            return self.rotation
        fact = description.facts.get("TOUCHREEL_ROTATION")
        return int(fact) if fact in ("0", "90", "180", "270") else 0

    def turns(self, description):
        a, b, _, d, e, _ = self.calibration_of(description)
        return (self.rotation_of(description) in (90, 270)) != (abs(b) + abs(d) > abs(a) + abs(e))


def recorded_calibration(description):
    words = description.facts.get("LIBINPUT_CALIBRATION_MATRIX", "").split()
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        numbers = ()
    if len(numbers) not in (6, 9) or not all(map(math.isfinite, numbers)) or layout(description).kind == "touchpad":
        return (1, 0, 0, 0, 1, 0)
    return numbers[:6]


def axis_pair(description):
    for pair in ((MT_X, MT_Y), (ABS_X, ABS_Y)):
        axes = [description.axes.get(code) for code in pair]
        if all(axis and axis.minimum != axis.maximum for axis in axes):
            return axes
    return None


def device_range(description, surface):
    """(x0, x1, y0, y1), or None."""
    if surface.range:
        return surface.range
    axes = axis_pair(description)
    if not axes:
        return None
    x, y = axes
    return (min(x.minimum, x.maximum), max(x.minimum, x.maximum), min(y.minimum, y.maximum), max(y.minimum, y.maximum))


def proportions(description, surface):
    bounds = device_range(description, surface)
    if not bounds:
        return None
    width, height = max(bounds[1] - bounds[0], 1), max(bounds[3] - bounds[2], 1)
    axes = axis_pair(description)
    if axes and axes[0].resolution > 0 and axes[1].resolution > 0:
        width, height = width / axes[0].resolution, height / axes[1].resolution
    return (height, width) if surface.turns(description) else (width, height)


def natural_board(description, surface):
    shape = description and proportions(description, surface)
    if not shape:
        return (1920.0, 1080.0)
    return (1920.0, float(min(max(rounded(1920 * shape[1] / shape[0]), 1), 20000)))


def chosen_device(devices):
    """Of (description, kind, touches): direct ones with a touch, others with one, the others; most touches first."""
    def rank(device):
        description, kind, touches = device
        direct = kind == "touchscreen" or PROP_DIRECT in description.properties
        return (2 if direct and touches else 1 if touches else 0, touches)
    return max(devices, key=rank)[0] if devices else None


def grown_board(board, size):
    scale = min(size[0] / board[0], size[1] / board[1])
    return (size[0] / scale, size[1] / scale)


def turned(u, v, rotation):
    return {0: (u, v), 90: (1 - v, u), 180: (1 - u, 1 - v), 270: (v, 1 - u)}[rotation]


def held(value, extent):
    return min(max(value, -extent), 2 * extent)


def board_point(x, y, description, surface, board, overridden=False):
    units = description.facts.get("TOUCHREEL_UNITS_PER_POINT")
    if units and not overridden:
        return held(x / float(units), board[0]), held(y / float(units), board[1])
    bounds = device_range(description, surface)
    x0, x1, y0, y1 = bounds or (0, board[0], 0, board[1])
    u, v = (x - x0) / ((x1 - x0) or 1), (y - y0) / ((y1 - y0) or 1)
    a, b, c, d, e, f = surface.calibration_of(description)
    u, v = turned(a * u + b * v + c, d * u + e * v + f, surface.rotation_of(description))
    extent = board
    shape = proportions(description, surface)
    if surface.fit == "aspect" and shape:
        scale = min(board[0] / shape[0], board[1] / shape[1])
        extent = (shape[0] * scale, shape[1] * scale)
    point = (u * extent[0] + (board[0] - extent[0]) / 2, v * extent[1] + (board[1] - extent[1]) / 2)
    return held(point[0], board[0]), held(point[1], board[1])
