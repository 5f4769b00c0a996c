"""What a drawing of any program shows, in one form."""

from dataclasses import dataclass, field
from math import cos, hypot, pi, sin


class Unreadable(Exception):
    """The format's own program would read nothing of such a file."""


@dataclass
class Item:
    """A stroke, a line, a shape or a text.

    `points` are page units, y downwards: the vertices of strokes and lines, the four corners of boxes clockwise from the
    upper left as they lie after a rotation, the place of a text. `widths` has one of each vertex, which the piece up to the
    next has too; `None` where the format leaves the width to who draws. Colours are red, green, blue and alpha, 0 to 255."""

    kind: str  # stroke, line, rectangle, diamond, ellipse, text, image
    points: list
    widths: list | None = None
    color: tuple | None = None
    fill: tuple | None = None
    dash: str = "solid"  # solid, dashed
    curved: bool = False
    through_middles: bool = False
    radius: float = 0
    heads: tuple = (None, None)
    text: str = ""
    size: float = 0
    align: str = "left"
    highlights: bool = False

    def outline(self):
        """The line that is drawn, as vertices."""
        if self.kind in ("stroke", "line"):
            curve = catmull_rom if self.curved else middles if self.through_middles else list
            return curve(self.points)
        if self.kind == "rectangle":
            return rounded(self.points, self.radius)
        if self.kind == "diamond":
            tips = [middle(p, q) for p, q in zip(self.points, self.points[1:] + self.points[:1])]
            return [*tips, tips[0]]
        return ellipse(self.points)


@dataclass
class Page:
    """`framing` says what of the places counts: everything (exact), all but where the drawing lies (shifted), or all but
    that and the unit (scaled)."""

    size: tuple | None
    background: tuple | None
    items: list = field(default_factory=list)
    framing: str = "exact"
    ruling: str | None = None
    # Whether something of it is not as its program writes it, so that another one may refuse the file, in words.
    is_damaged: bool = False


def middle(p, q):
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)


def rounded(corners, radius):
    """The outline of a box whose corners are curves between the points that far from them, the corner the control."""
    if radius <= 0:
        return [*corners, corners[0]]
    result = []
    for before, corner, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1]):
        start, end = towards(corner, before, radius), towards(corner, after, radius)
        for step in range(9):
            t = step / 8
            result.append(tuple((1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * corner[axis] + t * t * end[axis] for axis in (0, 1)))
    return [*result, result[0]]


def towards(p, q, length):
    share = length / (hypot(q[0] - p[0], q[1] - p[1]) or 1)
    return (p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1]))


def ellipse(corners):
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
    x, y = (ax + cx) / 2, (ay + cy) / 2
    ux, uy, vx, vy = (bx - ax) / 2, (by - ay) / 2, (dx - ax) / 2, (dy - ay) / 2
    turns = [2 * pi * step / 96 for step in range(97)]
    return [(x + cos(t) * ux + sin(t) * vx, y + cos(t) * uy + sin(t) * vy) for t in turns]


def middles(points, steps=16):
    """TouchReel's smoothing: curves from one middle of two points to the next, with the point between as the control."""
    if len(points) < 3:
        return list(points)
    start = middle(points[0], points[1])
    result = [points[0], start]
    for control, after in zip(points[1:], points[2:]):
        end = middle(control, after)
        for step in range(1, steps + 1):
            t = step / steps
            weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
            result.append(tuple(sum(w * p[axis] for w, p in zip(weights, (start, control, end))) for axis in (0, 1)))
        start = end
    return [*result, points[-1]]


def catmull_rom(points, steps=24):
    """The curve of rough.js through points: cubic pieces whose handles are a sixth of the neighbours' distance."""
    if len(points) < 3:
        return list(points)
    all_points = [points[0], *points, points[-1]]
    result = [points[0]]
    for a, b, c, d in zip(all_points, all_points[1:], all_points[2:], all_points[3:]):
        first = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        second = (c[0] + (b[0] - d[0]) / 6, c[1] + (b[1] - d[1]) / 6)
        for step in range(1, steps + 1):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            result.append(tuple(sum(w * p[axis] for w, p in zip(weights, (b, first, second, c))) for axis in (0, 1)))
    return result
