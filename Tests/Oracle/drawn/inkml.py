"""InkML, after the W3C recommendation of 20 September 2011 (section numbers are its)."""

import re
import xml.etree.ElementTree as ET

from . import css
from .page import Item, Page, Unreadable

ID = "{http://www.w3.org/XML/1998/namespace}id"
# Millimetres of a unit (2.1.1); lengths without one are the device's.
MILLIMETRES = {"m": 1000, "cm": 10, "mm": 1, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "himetric": 0.01}
VALUE = re.compile(r"""\s*([!'"])?\s*(\#[0-9A-Fa-f]+|-?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|-\s*\#[0-9A-Fa-f]+|[TF*?])""")
IN_THE_AIR = ("penUp", "hover")
BLACK = (0, 0, 0, 255)


def name(element):
    return element.tag.rpartition("}")[2]


def children(element, *names):
    return [child for child in element if name(child) in names]


class Channel:
    def __init__(self, element, is_intermittent=False):
        self.name = element.get("name")
        self.units = element.get("units")
        self.is_integer = element.get("type") == "integer"
        self.is_boolean = element.get("type") == "boolean"
        self.is_flipped = element.get("orientation") == "-ve"
        self.minimum, self.maximum = (float(element.get(end)) if element.get(end) else None for end in ("min", "max"))
        self.default = element.get("default")
        self.is_intermittent = is_intermittent
        self.resolution = None

    def unit(self):
        """Millimetres of a value; `None` where it is unknown."""
        if self.resolution:
            return self.resolution
        return MILLIMETRES.get(self.units)


class Format:
    """Of a trace (3.1.1): the channels in their order, those last that a point may leave out."""

    def __init__(self, element=None):
        if element is None:
            self.channels = [Channel(ET.Element("channel", {"name": axis})) for axis in "XY"]
            return
        self.channels = [Channel(channel) for channel in children(element, "channel")]
        for group in children(element, "intermittentChannels"):
            self.channels += [Channel(channel, True) for channel in children(group, "channel")]

    def channel(self, wanted):
        return next((channel for channel in self.channels if channel.name == wanted), None)


class Document:
    def __init__(self, root):
        self.root = root
        self.ids = {element.get(ID): element for element in root.iter() if element.get(ID)}
        self.ends = {}  # the item that a trace was drawn into, by the trace's id
        self.items = []
        self.viewed = set()

    def referred(self, element, attribute):
        reference = element.get(attribute)
        return self.ids.get(reference.lstrip("#")) if reference else None


class Context:
    """What holds for a trace (4.2): its format, its brush, its canvas' transform."""

    def __init__(self, format=None, brush=None, transform=None):
        self.format, self.brush, self.transform = format or Format(), brush, transform

    def with_element(self, document, element):
        """The context that a `context` element declares, on top of this one."""
        result = Context(self.format, self.brush, self.transform)
        base = document.referred(element, "contextRef")
        if base is not None and base is not element:
            result = result.with_element(document, base)
        source = document.referred(element, "inkSourceRef")
        for inner in [source, *children(element, "inkSource")]:
            if inner is not None:
                result.set_source(inner)
        for inner in [document.referred(element, "traceFormatRef"), *children(element, "traceFormat")]:
            if inner is not None:
                result.format = Format(inner)
        for inner in [document.referred(element, "brushRef"), *children(element, "brush")]:
            if inner is not None:
                result.brush = brush_of(document, inner)
        for inner in [document.referred(element, "canvasTransformRef"), *children(element, "canvasTransform")]:
            if inner is not None:
                result.transform = inner
        return result

    def set_source(self, source):
        for inner in children(source, "traceFormat"):
            self.format = Format(inner)
        for properties in children(source, "channelProperties"):
            for each in children(properties, "channelProperty"):
                channel = self.format.channel(each.get("channel"))
                unit = (each.get("units") or "").removeprefix("1/")
                if channel and each.get("name") == "resolution" and unit in MILLIMETRES and float(each.get("value")) > 0:
                    channel.resolution = MILLIMETRES[unit] / float(each.get("value"))

    def with_brush(self, brush):
        return Context(self.format, brush, self.transform)


def brush_of(document, element, depth=0):
    """A brush's properties (4.4.1), those of the brush that it refers to beneath."""
    result = {}
    base = document.referred(element, "brushRef")
    if base is not None and depth < 9:
        result = brush_of(document, base, depth + 1)
    for each in children(element, "brushProperty"):
        result[each.get("name", "").rpartition("#")[2]] = (each.get("value"), each.get("units"))
    return result


def read(data):
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise Unreadable(str(error)) from error
    if name(root) != "ink":
        raise Unreadable("it is no InkML")
    document = Document(root)
    walk(document, root, Context(), is_stream=True)
    page = Page(None, None, framing="scaled")
    page.items = [item for item in document.items if item.points]
    return page


def walk(document, parent, context, is_stream=False):
    """Draws what is in an element; contexts, brushes and formats right in `ink` hold from there on (6.2)."""
    for element in parent:
        kind = name(element)
        if is_stream and kind == "context":
            context = context.with_element(document, element)
        elif is_stream and kind == "brush":
            context = context.with_brush(brush_of(document, element))
        elif is_stream and kind == "traceFormat":
            context = Context(Format(element), context.brush, context.transform)
        elif is_stream and kind == "inkSource":
            context = Context(context.format, context.brush, context.transform)
            context.set_source(element)
        elif kind == "trace":
            trace(document, element, own(document, element, context))
        elif kind == "traceGroup":
            walk(document, element, own(document, element, context))


def own(document, element, context):
    """The context of a trace or group: that which it names; its brush beats the context's."""
    named = document.referred(element, "contextRef")
    if named is not None:
        context = context.with_element(document, named)
    brush = document.referred(element, "brushRef")
    return context if brush is None else context.with_brush(brush_of(document, brush))


def trace(document, element, context):
    if element.get("type") in IN_THE_AIR:
        return
    rows = values(element.text or "", context.format)
    item = stroke(rows, context)
    before = document.ends.get((element.get("priorRef") or "").lstrip("#"))
    if element.get("continuation") in ("middle", "end") and before is not None:
        before.points += item.points
        before.widths = before.widths + item.widths if before.widths and item.widths else None
        item = before
    else:
        document.items.append(item)
    if element.get(ID):
        document.ends[element.get(ID)] = item


class Running:
    """A channel's last number: its value, and how fast it changes (3.2.1)."""

    def __init__(self):
        self.mode, self.raw, self.value, self.speed = "!", 0.0, None, 0.0

    def take(self, prefix, word):
        self.mode = prefix or self.mode
        if word == "?":
            return None
        if word in "TF":
            self.value = word
            return word
        # An asterisk goes on with the last value, velocity or acceleration.
        if word != "*":
            self.raw = number(word)
        elif self.mode == "!":
            return self.value
        if self.mode == "!":
            self.value, self.speed = self.raw, 0.0
        elif self.mode == "'":
            self.speed = self.raw
            self.value += self.speed
        else:
            self.speed += self.raw
            self.value += self.speed
        return self.value


def number(word):
    word = re.sub(r"\s", "", word)
    sign = -1 if word.startswith("-") else 1
    word = word.lstrip("-")
    return sign * (int(word[1:], 16) if word.startswith("#") else float(word))


def values(text, format):
    """The points of a trace: a value for each channel, up to the first point that has too few or too many."""
    running = [Running() for _ in format.channels]
    needed = sum(not channel.is_intermittent for channel in format.channels)
    rows = []
    for words in text.split(","):
        at, row = 0, []
        while (match := VALUE.match(words, at)) and len(row) < len(running):
            row.append(running[len(row)].take(match[1], match[2]))
            at = match.end()
        if words[at:].strip() or not needed <= len(row) <= len(running):
            break
        rows.append(row)
    return rows


def stroke(rows, context):
    format = context.format
    x, y, force = ([channel.name for channel in format.channels].index(wanted) if format.channel(wanted) else None
                   for wanted in ("X", "Y", "F"))
    rows = [row for row in rows if x is not None and y is not None and None not in (row[x], row[y])]
    points = [transformed(context.transform, place(row[x], format.channels[x]), place(row[y], format.channels[y])) for row in rows]
    # Only where both axes have a known unit do these differ from one another.
    units = format.channels[x].unit() if rows else None, format.channels[y].unit() if rows else None
    if None not in units and units[0] != units[1]:
        points = [(px * units[0] / units[1], py) for px, py in points]
    brush = context.brush or {}
    return Item("stroke", points, None if force is not None else widths(brush, points), ink(brush))


def place(value, channel):
    return -value if channel.is_flipped else value


def widths(brush, points):
    """In the units of the trace, where the brush has no others."""
    value, unit = brush.get("width", brush.get("height", (None, None)))
    return [float(value)] * len(points) if value and unit is None else None


def ink(brush):
    red, green, blue, alpha = css.color(brush["color"][0]) or BLACK if "color" in brush else BLACK
    if "transparency" in brush:
        alpha = alpha * (1 - float(brush["transparency"][0]) / 255)
    return (red, green, blue, alpha)


def transformed(transform, x, y):
    """Through affine mappings (5.1.4); others are not followed."""
    for mapping in children(transform, "mapping") if transform is not None else []:
        for affine in children(mapping, "affine"):
            (a, b, c), (d, e, f) = [[float(word) for word in row.split()] for row in affine.text.split(",")][:2]
            return (a * x + b * y + c, d * x + e * y + f)
    return (x, y)
