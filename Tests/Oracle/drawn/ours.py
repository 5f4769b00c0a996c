"""TouchReel's own drawings, after docs/board-messages.md."""

import json
from math import cos, sin

from . import css
from .page import Item, Page

ALIGNMENTS = {"start": "left", "center": "center", "end": "right"}


class Unsupported(Exception):
    """An operation that drawings of other programs do not give."""


def read(data):
    document = json.loads(data)
    page = Page(tuple(document["size"]), css.color(document["background"].get("color", "#ffffff")))
    page.ruling = (document["background"].get("ruling") or {}).get("pattern")
    # Shapes by their numbers, of each layer of each page; what is read of other programs puts new ones behind the others.
    pages, shown = [[{}]], 0
    for operation in sorted(document["operations"] + document.get("pages", []), key=lambda each: each["id"]):
        kind = operation["operation"]
        if kind == "add":
            pages[shown][-1][operation["id"]] = of_shape(operation["shape"])
        elif kind == "transform":
            for number in operation["shapes"]:
                move(pages[shown][-1][number], operation["transform"])
        elif kind == "addPage" and operation["page"] == len(pages) + 1:
            pages.append([{}])
            shown = len(pages) - 1
        elif kind == "addLayer" and operation["layer"] == len(pages[shown]) + 1:
            pages[shown].append({})
        elif kind == "turn":
            shown = operation["page"] - 1
        elif kind not in ("changeLayer", "pageSize"):
            raise Unsupported(kind)
    page.items = [item for layer in pages[0] for item in layer.values() if item]
    return page


def of_shape(shape):
    item = {"pen": pen, "text": text, "path": path, "line": line}.get(shape["type"], box)(shape)
    if item and "transform" in shape:
        move(item, shape["transform"])
    return item


def stroked(item, shape):
    stroke = shape.get("stroke") or {}
    item.color = css.color(stroke["color"]) if stroke.get("color") else None
    item.widths = [stroke.get("width", 0)] * len(item.points)
    item.fill = css.color(shape["fill"]) if shape.get("fill") else None
    item.dash = "dashed" if any(key in stroke for key in ("dash", "dashes", "pattern", "lengths")) else "solid"
    return item


def pen(shape):
    runs = [run[at : at + 3] for run in shape["path"]["runs"] for at in range(0, len(run), 3)]
    item = Item("stroke", [(x, y) for x, y, _ in runs], [width for *_, width in runs], css.color(shape["color"]))
    item.through_middles = shape["path"]["course"] == "throughMidpoints"
    item.fill = css.color(shape["fill"]) if shape.get("fill") else None
    item.dash = "dashed" if any(key in shape for key in ("dash", "dashes", "pattern")) else "solid"
    return item


def line(shape):
    item = stroked(Item("line", [tuple(shape["from"]), tuple(shape["to"])]), shape)
    item.heads = (None, None if shape.get("head", "none") == "none" else shape["head"])
    return item


def path(shape):
    points = [tuple(point) for point in shape["points"]]
    if shape.get("closed") and points[0] != points[-1]:
        points.append(points[0])
    item = stroked(Item("line", points, curved=shape.get("course") == "curved"), shape)
    item.heads = tuple(None if shape.get(name, "none") == "none" else shape[name] for name in ("startHead", "endHead"))
    return item


def box(shape):
    (left, top), (right, bottom) = shape["from"], shape["to"]
    points = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if shape["type"] == "image":
        return Item("image", points)
    item = stroked(Item(shape["type"], points), shape)
    item.radius = min(shape.get("cornerRadius", 0), 0.25 * min(abs(right - left), abs(bottom - top)))
    return item


def text(shape):
    item = Item("text", [tuple(shape["vertex"])], None, css.color(shape["color"]), text=shape["text"], size=shape["font"]["size"])
    item.align = ALIGNMENTS[shape.get("align", "start")]
    item.heads = (shape.get("origin", "center"), shape.get("lineHeight"))
    return item


def move(item, transform):
    """Scaled and turned about the board's upper left corner, then moved."""
    scale, angle = transform.get("scale", 1), transform.get("rotation", 0)
    dx, dy = transform.get("translation", (0, 0))
    c, s = scale * cos(angle), scale * sin(angle)
    item.points = [(dx + c * x - s * y, dy + s * x + c * y) for x, y in item.points]
    item.widths = item.widths and [scale * width for width in item.widths]
