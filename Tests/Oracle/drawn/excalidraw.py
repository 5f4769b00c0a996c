"""Excalidraw's scenes: the members as its types give them, missing ones as its restore.ts does."""

import json
from math import cos, hypot, sin

from . import css
from .page import Item, Page, Unreadable, catmull_rom

# Lines whose ends are that close are filled.
LOOP = 8


def scene(data):
    try:
        document = json.loads(data.decode("utf-8-sig"))
    except ValueError as error:
        raise Unreadable(str(error)) from error
    if not isinstance(document, dict) or not isinstance(document.get("elements"), list):
        raise Unreadable("it is no scene")
    return document


def read(data):
    document = scene(data)
    paper = css.color((document.get("appState") or {}).get("viewBackgroundColor") or "#ffffff")
    page = Page(None, paper, framing="shifted")
    for element in document["elements"]:
        if not element.get("isDeleted"):
            item = of_element(element)
            page.items += [item] if item else []
    return page


def of_element(element):
    kind = element.get("type")
    if kind in ("rectangle", "diamond", "ellipse", "embeddable", "iframe"):
        item = styled(Item(kind if kind in ("diamond", "ellipse") else "rectangle", corners(element)), element)
        item.radius = corner_radius(element)
        return item
    if kind in ("line", "draw", "arrow"):
        return linear(element, kind)
    if kind == "freedraw":
        points = [(point[0], point[1]) for point in element.get("points") or []]
        item = styled(Item("stroke", turned(placed(points, element), element, box_of(points, element))), element)
        item.widths, item.dash = None, "solid"
        item.fill = item.fill if is_loop(points) else None
        return item if item.points else None
    if kind == "text":
        return text(element)
    return Item("image", corners(element)) if kind == "image" else None


def value(element, name, missing):
    """As `??` and `||` of restore.ts, which differ for 0 and the empty text alone."""
    found = element.get(name)
    return missing if found is None else found


def styled(item, element):
    opacity = value(element, "opacity", 100) / 100
    item.color = shade(element.get("strokeColor") or "#1e1e1e", opacity)
    item.fill = shade(element.get("backgroundColor") or "transparent", opacity)
    if item.fill and item.fill[3] == 0:
        item.fill = None
    item.dash = "dashed" if element.get("strokeStyle") in ("dashed", "dotted") else "solid"
    item.widths = [element.get("strokeWidth") or 2] * len(item.points)
    return item


def shade(word, opacity):
    found = css.color(word)
    return (*found[:3], found[3] * opacity) if found else None


def is_round(element):
    return bool(element.get("roundness")) or element.get("strokeSharpness") == "round"


def corner_radius(element):
    """A quarter of the shorter side; of the adaptive kind (3) at most a fixed length."""
    if not is_round(element):
        return 0
    kind = (element.get("roundness") or {}).get("type", 1)
    most = value(element.get("roundness") or {}, "value", 32) if kind == 3 else float("inf")
    return min(0.25 * min(abs(element.get("width") or 0), abs(element.get("height") or 0)), most)


def linear(element, kind):
    points = element.get("points")
    if not isinstance(points, list) or len(points) < 2:
        points = [(0, 0), (element.get("width") or 0, element.get("height") or 0)]
    points = [(point[0], point[1]) for point in points]
    curved = is_round(element) and len(points) > 2 and not element.get("elbowed")
    course = catmull_rom(points) if curved else points
    places = turned(placed(points, element), element, box_of(course, element))
    item = styled(Item("line", places, curved=curved), element)
    if kind == "arrow" or not is_loop(points):
        item.fill = None
    end = element.get("endArrowhead", "arrow" if kind == "arrow" else None)
    # A line has heads in files, but is drawn without.
    item.heads = (element.get("startArrowhead"), end) if kind == "arrow" else (None, None)
    return item


def is_loop(points):
    return len(points) > 2 and hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) <= LOOP


def placed(points, element):
    return [(element.get("x", 0) + x, element.get("y", 0) + y) for x, y in points]


def box_of(points, element):
    """The middle of the box around points that are relative to the element."""
    xs, ys = [x for x, _ in points] or [0], [y for _, y in points] or [0]
    return (element.get("x", 0) + (min(xs) + max(xs)) / 2, element.get("y", 0) + (min(ys) + max(ys)) / 2)


def turned(points, element, centre):
    """Clockwise by `angle`, radians."""
    angle = element.get("angle") or 0
    c, s = cos(angle), sin(angle)
    return [(centre[0] + c * (x - centre[0]) - s * (y - centre[1]), centre[1] + s * (x - centre[0]) + c * (y - centre[1])) for x, y in points]


def corners(element):
    width, height = element.get("width") or 0, element.get("height") or 0
    points = [(0, 0), (width, 0), (width, height), (0, height)]
    return turned(placed(points, element), element, box_of(points, element))


def text(element):
    size = element.get("fontSize") or 20
    if "font" in element:
        size = float(element["font"].split("px")[0])
    item = styled(Item("text", corners(element)), element)
    item.text, item.size, item.align, item.widths, item.fill = element.get("text") or "", size, element.get("textAlign") or "left", None, None
    return item if item.text else None
