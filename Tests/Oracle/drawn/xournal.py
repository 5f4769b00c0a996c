"""Xournal++'s pages, after its own reader (src/core/control/xojfile) and how it draws (src/core/view)."""

import gzip
import io
import re
import xml.etree.ElementTree as ET
import zipfile
import zlib

from .page import Item, Page, Unreadable

# Of strokes and texts; in the file these are words, or #rrggbbaa.
COLORS = {"black": "000000", "blue": "3333cc", "red": "ff0000", "green": "008000", "gray": "808080", "lightblue": "00c0ff",
          "lightgreen": "00ff00", "magenta": "ff00ff", "orange": "ff8000", "yellow": "ffff00", "white": "ffffff"}
PAPERS = {"blue": "a0e8ff", "pink": "ffc0d4", "green": "80ffc0", "orange": "ffc080", "yellow": "ffff80"}
# A highlighter's alpha where the stroke has no `fill`: 120 on the screen, 127 in the file.
HIGHLIGHTER = 120
NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")


def tree(data):
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read("content.xml")
    elif data.startswith(b"\x1f\x8b"):
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError, zlib.error) as error:
            raise Unreadable(str(error)) from error
    try:
        root = ET.fromstring(data)
    except ET.ParseError as error:
        raise Unreadable(str(error)) from error
    if root.tag not in ("xournal", "MrWriter"):
        raise Unreadable("it is no document of Xournal++")
    return root


def read(data, number=1):
    pages = tree(data).findall("page")
    if len(pages) < number:
        raise Unreadable("it has no page")
    page = pages[number - 1]
    result = Page((float(page.get("width")), float(page.get("height"))), (255, 255, 255, 255))
    paper = page.find("background")
    if paper is not None and paper.get("type") == "solid":
        result.background = (*color(paper.get("color"), PAPERS | COLORS, (255, 255, 255, 255))[:3], 255)
        result.ruling = paper.get("style")
    for element in (element for layer in page.findall("layer") for element in layer):
        if element.tag == "stroke" and is_damaged(element):
            result.is_damaged = True
            continue
        item = {"stroke": stroke, "text": text, "link": text, "image": image, "teximage": image}.get(element.tag, nothing)(element)
        if item is not None:
            result.items.append(item)
    return result


def nothing(_):
    return None


def is_damaged(element):
    """Whether Xournal++ warns of a stroke, mends it, or leaves it out: which, depends on its version."""
    count = len(numbers(element.text or ""))
    widths = numbers(element.get("width", "1"))
    words = (element.text or "").split(), element.get("width", "1").split()
    is_cut = count != len(words[0]) or len(widths) != len(words[1]) or count % 2 == 1 or count < 4
    return is_cut or min(widths) <= 0 or 1 < len(widths) < count // 2


def numbers(words):
    """As strtod() one after the other: up to what is no number."""
    at, result = 0, []
    while match := NUMBER.match(words, at):
        result.append(float(match[1]))
        at = match.end()
    return result


def color(word, names, missing):
    word = word or ""
    digits = word[1:] if word.startswith("#") else names.get(word, "")
    if not re.fullmatch(r"[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", digits):
        return missing
    return tuple(int((digits + "ff")[at : at + 2], 16) for at in (0, 2, 4, 6))


def stroke(element):
    values = numbers(element.text or "")
    points = list(zip(values[::2], values[1::2]))
    nominal, *pieces = numbers(element.get("width", "1"))
    highlights = element.get("tool") == "highlighter"
    # Highlighters are drawn with their nominal width.
    own = [] if highlights else pieces[: len(points)]
    own = own or [nominal] * len(points)
    own += own[-1:] * (len(points) - len(own))
    fill = int(element.get("fill", "-1"))
    red, green, blue, _ = color(element.get("color"), COLORS, (0, 0, 0, 255))
    alpha = (HIGHLIGHTER if fill < 0 else fill) if highlights else 255
    style = element.get("style", "plain")
    return Item("stroke", points, own, (red, green, blue, alpha), (red, green, blue, fill) if fill >= 0 else None,
                "solid" if style == "plain" else "dashed", highlights=highlights)


def text(element):
    place = (float(element.get("x", "0")), float(element.get("y", "0")))
    return Item("text", [place], None, (*color(element.get("color"), COLORS, (0, 0, 0, 255))[:3], 255),
                text=element.text or "", size=float(element.get("size", "12")))


def image(element):
    left, top, right, bottom = (float(element.get(side, "0")) for side in ("left", "top", "right", "bottom"))
    return Item("image", [(left, top), (right, top), (right, bottom), (left, bottom)])
