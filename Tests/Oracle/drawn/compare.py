"""Whether two readings of a drawing show the same, and what of a file's tree another lacks."""

import json
import math
import re
from collections import Counter

from . import css, excalidraw, xournal
from .page import Item

# Of a place, as a share of the longer side of the ink, for numbers of few decimals; of an outline that became lines.
PLACE, OUTLINE = 2e-4, 6e-3
# Of 255: a highlighter has 120 on Xournal++'s screen and 127 in its files.
SHADE, HIGHLIGHT = 1.01, 8
WIDTH = 0.02
# Of a text's size: what fonts make of where a line stands.
LINE = 0.5
# The least width that a stroke of ours has.
LEAST = 0.1


class Frame:
    """The places of a page with what does not count taken away."""

    def __init__(self, page, framing):
        points = [point for item in page.items if item.kind != "text" for point in course(item, True)]
        self.has_ink, self.framing = bool(points), framing
        points = points or [item.points[0] for item in page.items] or [(0, 0)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.extent = max(max(xs) - min(xs), max(ys) - min(ys))
        self.origin = (min(xs), min(ys)) if framing != "exact" else (0, 0)
        self.unit = (self.extent or 1) if framing == "scaled" else 1
        # What a tolerance is a share of.
        self.side = (self.extent or 1) / self.unit

    def place(self, point):
        return tuple((value - origin) / self.unit for value, origin in zip(point, self.origin))


def framing_of(*pages):
    return max((page.framing for page in pages), key=["exact", "shifted", "scaled"].index)


def distance(p, q):
    return math.hypot(p[0] - q[0], p[1] - q[1])


def shade(item_color):
    return None if item_color is None or round(item_color[3]) == 0 else item_color


def same_color(a, b, tolerance=SHADE):
    a, b = shade(a), shade(b)
    return a is b or (a is not None and b is not None and all(abs(x - y) <= SHADE for x, y in zip(a[:3], b[:3]))
                      and abs(a[3] - b[3]) <= tolerance)


# One item after the other, of the same kind


def items(expected, found, ignored=frozenset()):
    """The differences between a page that was read from its own file and the program's reading of it."""
    if expected.is_damaged:
        # What is made of damaged strokes is told in words; the others have to be there.
        return ink(expected, found)
    differences = []
    framing = framing_of(expected, found)
    mine, its = Frame(expected, framing), Frame(found, framing)
    wanted = [item for item in expected.items if item.kind not in ignored]
    if len(wanted) != len(found.items):
        return [f"{len(wanted)} items ({kinds(wanted)}), the program's {len(found.items)} ({kinds(found.items)})"]
    if framing == "exact" and expected.size and distance(expected.size, found.size) > PLACE * max(expected.size):
        differences.append(f"a page of {expected.size}, the program's {found.size}")
    if expected.background and not same_color(expected.background, found.background):
        differences.append(f"a background of {expected.background}, the program's {found.background}")
    seen = found.items
    if any(item.highlights for item in wanted):
        seen = in_order_of(wanted, seen, mine, its)
    for number, (one, other) in enumerate(zip(wanted, seen), 1):
        for difference in of_item(one, other, mine, its, ignored):
            differences.append(f"item {number}, {one.kind}: {difference}")
    return differences


def in_order_of(wanted, seen, mine, its):
    """Xournal++'s highlighters lie below dark ink on our boards, which looks the same."""
    left, result = list(seen), []
    for item in wanted:
        if item.kind == "text":
            best = next((other for other in left if other.kind == "text"), left[0])
        else:
            best = min(left, key=lambda other: (family(other) != family(item), len(other.points) != len(item.points),
                                                distance(mine.place(item.points[0]), its.place(other.points[0]))))
        left.remove(best)
        result.append(best)
    return result


def family(item):
    return "line" if item.kind == "stroke" else item.kind


def kinds(some):
    return ", ".join(f"{count} {kind}" for kind, count in Counter(item.kind for item in some).items()) or "none"


def of_item(one, other, mine, its, ignored):
    if one.kind == "text" or other.kind == "text":
        yield from of_text(one, other, mine, its)
        return
    if one.kind != other.kind and {one.kind, other.kind} - {"stroke", "line"}:
        yield f"the program's {other.kind}"
        return
    yield from of_places(one, other, mine, its)
    if one.kind == "image":
        return
    tolerance = HIGHLIGHT if one.highlights else SHADE
    if not same_color(one.color, other.color, tolerance):
        yield f"a colour of {one.color}, the program's {other.color}"
    if "fill" not in ignored and not same_color(one.fill, other.fill):
        yield f"a fill of {one.fill}, the program's {other.fill}"
    if "dash" not in ignored and one.dash != other.dash:
        yield f"{one.dash}, the program's {other.dash}"
    if one.curved != other.curved and len(one.points) > 2:
        yield f"{'curved' if one.curved else 'straight'}, the program's not"
    if one.kind == "line" and one.heads != other.heads:
        yield f"heads {one.heads}, the program's {other.heads}"
    yield from of_widths(one, other, mine, its)


def of_places(one, other, mine, its):
    if len(one.points) != len(other.points):
        yield f"{len(one.points)} points, the program's {len(other.points)}"
        return
    # A box has no first corner, and no side round which it goes.
    orders = [other.points]
    if one.kind in ("rectangle", "ellipse", "diamond", "image"):
        orders = [way[turn:] + way[:turn] for way in (other.points, other.points[::-1]) for turn in range(4)]
    far = [max(distance(mine.place(p), its.place(q)) for p, q in zip(one.points, order)) for order in orders]
    if min(far) > PLACE * mine.side:
        order = orders[far.index(min(far))]
        p, q = max(zip(one.points, order), key=lambda pair: distance(mine.place(pair[0]), its.place(pair[1])))
        yield f"({p[0]:.4g}, {p[1]:.4g}) at {shown(mine.place(p))}, the program's at {shown(its.place(q))}"


def shown(point):
    return f"({point[0]:.5g}, {point[1]:.5g})"


def of_widths(one, other, mine, its):
    if one.widths is None or other.widths is None or not one.color or not shade(one.color):
        return
    # The last vertex of a stroke begins no piece.
    for number, (a, b) in enumerate(list(zip(one.widths, other.widths))[: max(len(one.points) - 1, 1)]):
        a, b = a / mine.unit, b / its.unit
        if abs(a - b) > WIDTH * abs(a) + 1e-6 and not (a * mine.unit <= LEAST and b * its.unit <= LEAST * 1.001):
            yield f"a width of {a:.4g} at vertex {number}, the program's {b:.4g}"
            return


def of_text(one, other, mine, its):
    if one.kind != other.kind or one.text != other.text:
        yield f"{one.text!r}, the program's {other.kind} {other.text!r}"
        return
    if not same_color(one.color, other.color):
        yield f"a colour of {one.color}, the program's {other.color}"
    if abs(one.size / mine.unit - other.size / its.unit) > WIDTH * one.size / mine.unit:
        yield f"a size of {one.size}, the program's {other.size}"
    if one.align != other.align:
        yield f"aligned {one.align}, the program's {other.align}"
    if mine.has_ink or mine.framing == "exact":
        yield from of_text_place(one, other, mine, its)


def of_text_place(one, other, mine, its):
    """Ours stands in its middle, or where its first line starts; Xournal++'s in the upper left corner, Excalidraw's in a box."""
    x, y = its.place(other.points[0])
    left, top = mine.place(one.points[0])
    size = one.size / mine.unit
    rows = one.text.count("\n") + 1
    # How wide letters are is the font's; none is wider than its size.
    widest = max(map(len, one.text.split("\n"))) * size
    if other.heads[0] == "start":
        span, middle_y = (0, 0), top + 0.58 * size
    elif len(one.points) == 1:
        span, middle_y = (0, widest / 2), top + 0.6 * rows * size
    else:
        right, bottom = mine.place(one.points[2])
        wide = right - left
        span = (wide - widest / 2, wide) if one.align == "right" else (wide / 2, wide / 2)
        middle_y = (top + bottom) / 2
    room = LINE * size * (1 if other.heads[0] == "start" else rows)
    if not left + span[0] - LINE * size <= x <= left + span[1] + LINE * size or abs(y - middle_y) > room:
        yield f"from {shown((left, top))}, the program's at {shown((x, y))}"


# All ink of a colour, whatever it was made of


def course(item, vertices):
    """Where an item's line runs; of strokes only their vertices, where it is left to who draws how they are joined."""
    return item.points if vertices and item.kind == "stroke" else item.outline()


def ink(expected, found, framing=None, vertices=False, opacity=HIGHLIGHT):
    """The differences in where lines run, by their colours: an arrow may have become three strokes."""
    framing = framing or framing_of(expected, found)
    mine, its = Frame(expected, framing), Frame(found, framing)
    wanted, seen = lines(expected, mine, vertices), lines(found, its, vertices)
    differences = []
    for color in wanted.keys():
        other = min(seen, key=lambda key: distance_of_colors(color, key), default=None)
        if other is None or not same_color(color, other, opacity):
            differences.append(f"no ink of {color}, only of {list(seen)}")
            continue
        # Where opacities count for little, several colours may be meant.
        pieces = [piece for key in seen if same_color(color, key, opacity) for piece in seen[key]]
        far, where = farthest(wanted[color], pieces)
        if far > OUTLINE * mine.side:
            differences.append(f"ink of {color} at {shown(where)} is missing; the next is {far:.4g} away")
    return differences


def distance_of_colors(a, b):
    return max(abs(x - y) for x, y in zip(a[:3], b[:3])), abs(a[3] - b[3])


def lines(page, frame, vertices):
    """Pieces of lines by their colour, of 0 to 1 in a scaled frame."""
    result = {}
    for item in page.items:
        if item.kind in ("text", "image") or not shade(item.color):
            continue
        outline = [frame.place(point) for point in course(item, vertices)]
        pieces = result.setdefault(tuple(round(value) for value in item.color), [])
        pieces += list(zip(outline, outline[1:])) or [(outline[0], outline[0])]
    return result


def farthest(pieces, others):
    """How far the ends and middles of the pieces are from the others, at most, and where."""
    grid = [point for p, q in pieces for point in (p, ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))] + [pieces[-1][1]]
    step = max(len(grid) // 300, 1)
    return max((min(off(point, *piece) for piece in others), point) for point in grid[::step])


def off(point, p, q):
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    share = 0 if length == 0 else min(max(((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / length, 0), 1)
    return distance(point, (p[0] + share * dx, p[1] + share * dy))


# Trees: what of the input's is not in the output


NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")


def lost_of_xml(before, after):
    """Names of elements and attributes, with how many more there were before."""
    return counts_of_xml(before) - counts_of_xml(after)


def counts_of_xml(root):
    """Each element, and each attribute that has another value than it has without being written."""
    counts = Counter()
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        counts[f"<{tag}>"] += 1
        for attribute, value in element.attrib.items():
            if (tag, attribute, value) not in UNSAID:
                counts[f"<{tag} {attribute.rpartition('}')[2]}>"] += 1
    return counts


# What Xournal++ writes and reads as if it were not there.
UNSAID = {("stroke", "capStyle", "round"), ("stroke", "style", "plain"), ("stroke", "fill", "-1")}


def lost_of_scene(before, after):
    """Members of elements that changed or went, by the element's type; numbers and colours however they are spelled."""
    lost = Counter()
    others = {element.get("id"): element for element in after["elements"]}
    for element in before["elements"]:
        other = others.get(element.get("id"))
        kind = element.get("type")
        if other is None:
            lost[f"{kind}"] += 1
            continue
        for member, value in element.items():
            if member not in ("x", "y") and not same_value(value, other.get(member)):
                lost[f"{kind} {member}"] += 1
    return lost


def same_value(a, b):
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-6)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same_value, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() <= b.keys() and all(same_value(a[key], b[key]) for key in a)
    return a == b or (css.color(a) is not None and css.color(a) == css.color(b))
