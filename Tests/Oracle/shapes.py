"""docs/rendering.md, "Shapes": the outline of a drag as pieces, and its inside as a polygon."""

import math

import numpy as np

from board import rounded
from ink import grid, radius, subpixel

TOOLS = ("line", "dashed-line", "arrow", "rectangle", "ellipse", "triangle", "pentagon", "ngon", "star")
CLOSED = TOOLS[3:]


class Drag:
    """The samples of a touch with a shape tool: nothing until it is farther than 10 points from its beginning."""

    def __init__(self, style, tool):
        self.style, self.tool, self.first, self.latest, self.is_drag = style, tool, None, None, False

    def take(self, sample, time, after_gap):
        point = grid(sample.point)
        self.first = self.first or point
        self.latest = point
        self.is_drag |= math.hypot(point[0] - self.first[0], point[1] - self.first[1]) > 10

    @property
    def patterned(self):
        return self.style.pattern == "dashed" or self.tool == "dashed-line"

    def corners(self, scale):
        """The outline's corners in board points; empty where there is no shape."""
        if not self.is_drag:
            return []
        a, b = self.first, self.latest
        if self.tool in ("line", "dashed-line", "arrow"):
            return [a, b]
        if self.tool == "rectangle":
            return [a, (b[0], a[1]), b, (a[0], b[1])]
        if self.tool == "ellipse":
            return ellipse(a, b, scale)
        sides = {"triangle": 3, "pentagon": 5, "ngon": self.style.sides, "star": 10}[self.tool]
        return regular(a, b, self.style.width, sides, self.tool == "star")

    def pieces(self, scale):
        corners = [subpixel(corner, scale) for corner in self.corners(scale)]
        if not corners:
            return []
        if self.tool in CLOSED:
            corners = corners + corners[:1]
        thickness = radius(self.style.width, scale)
        lines = dashes(corners, 3 * self.style.width * scale) if self.patterned else [corners]
        return [p + (thickness,) + q + (thickness,) for line in lines for p, q in zip(line, line[1:] or line)]

    def polygons(self, scale):
        """What is filled in the colour of the outline, and what in the colour of the fill."""
        corners = self.corners(scale)
        head = arrow_head(*corners, self.style.width) if self.tool == "arrow" and corners else []
        inside = corners if self.tool in CLOSED and self.style.fill else []
        return [[subpixel(corner, scale) for corner in polygon] for polygon in (head, inside)]


def fixed(value):
    return rounded(value * 2**30) / 2**30


def regular(a, b, width, count, star):
    side = min(abs(b[0] - a[0]), abs(b[1] - a[1]))
    if side <= width:
        return []
    centre = [a[i] + math.copysign(side / 2, b[i] - a[i]) for i in (0, 1)]
    corners = []
    for k in range(count):
        turn = 2 * math.pi * k / count
        reach = (side - width) / 2 / (2.5 if star and k % 2 else 1)
        corners.append((centre[0] + reach * fixed(math.sin(turn)), centre[1] - reach * fixed(math.cos(turn))))
    return corners


def ellipse(a, b, scale):
    centre = [(a[i] + b[i]) / 2 for i in (0, 1)]
    radii = [abs(b[i] - a[i]) / 2 for i in (0, 1)]
    circle, reach = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)], 0.3085 * rounded(max(radii) * scale * 256) / 256
    while reach > 1 / 32:
        halves = []
        for p, q in zip(circle, circle[1:] + circle[:1]):
            x, y = p[0] + q[0], p[1] + q[1]
            length = math.sqrt(x * x + y * y)
            halves += [p, (x / length, y / length)]
        circle, reach = halves, reach / 4
    return [(centre[0] + radii[0] * x, centre[1] + radii[1] * y) for x, y in circle]


def arrow_head(a, b, width):
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.sqrt(dx * dx + dy * dy)
    if not length:
        return []
    ux, uy = dx / length, dy / length
    tip = (b[0] + 2 * width * ux, b[1] + 2 * width * uy)
    corners = [tip]
    for angle in (22.5, -22.5):
        cosine, sine = fixed(math.cos(math.radians(angle))), fixed(math.sin(math.radians(angle)))
        back = (-ux * cosine + uy * sine, -ux * sine - uy * cosine)
        corners.append((tip[0] + 4 * width * back[0], tip[1] + 4 * width * back[1]))
    return corners


def dashes(corners, length):
    """Pieces that are `length` pixels long along the corners, with gaps as long: part 2k begins at 2k lengths."""
    ways = [math.dist(p, q) / 256 for p, q in zip(corners, corners[1:])]
    if length < 0.5:
        return list(zip(corners, corners[1:]))
    result, start = [], 0.0
    for (p, q), way in zip(zip(corners, corners[1:]), ways):
        end = start + way
        for part in range(int(start // (2 * length)), int(end // (2 * length)) + 1):
            first, last = max(start, 2 * part * length), min(end, (2 * part + 1) * length)
            if first < last:
                result.append([point(p, q, (place - start) / way) for place in (first, last)])
        start = end
    return result


def point(p, q, part):
    return tuple(rounded(a + (b - a) * part) for a, b in zip(p, q))


# Insides, as Cairo samples them

LINES = 15


def inside(corners, width, height):
    """The levels of a polygon by the nonzero rule: 15 lines a pixel, each with exact extents."""
    parts = np.zeros((height, width + 1))
    if len(corners) < 3:
        return parts[:, :width].astype(np.uint8)
    points = np.array(corners, float) / 256
    ends = np.roll(points, -1, axis=0)
    top, bottom = np.floor(points[:, 1].min()), np.ceil(points[:, 1].max())
    for row in range(max(int(top), 0), min(int(bottom), height)):
        for line in range(LINES):
            y = row + (line + 0.5) / LINES
            crosses = (points[:, 1] <= y) != (ends[:, 1] <= y)
            p, q = points[crosses], ends[crosses]
            x = p[:, 0] + (q[:, 0] - p[:, 0]) * (y - p[:, 1]) / (q[:, 1] - p[:, 1])
            turns = np.where(q[:, 1] > p[:, 1], 1, -1)
            order = np.argsort(x)
            winding, start = 0, 0.0
            for place, turn in zip(np.round(x[order] * 256) / 256, turns[order]):
                if winding == 0:
                    start = place
                winding += turn
                if winding == 0:
                    span(parts[row], start, place, width)
    return np.clip(np.round(parts[:, :width] * 255 / LINES), 0, 255).astype(np.uint8)


def span(row, start, end, width):
    start, end = max(start, 0), min(end, width)
    if end <= start:
        return
    first, last = int(start), int(end)
    if first == last:
        row[first] += end - start
        return
    row[first] += first + 1 - start
    row[first + 1:last] += 1
    row[last] += end - last
