"""Draws recordings as researchers do: evemu's text parsed line by line, a pycairo path for each touch.

Usage: draw.py FOLDER SIDE FILE.evemu..., a picture of SIDE x SIDE pixels each, named as its file.
"""

import os
import sys

import cairo

ABS, SLOT, X, Y, ID = 3, 47, 53, 54, 57


def read(name):
    """The ranges of x and y, and the points of each touch."""
    ranges, contacts, touches, slot = {}, {}, [], 0
    with open(name) as file:
        for line in file:
            if line.startswith("E: "):
                _, _, kind, code, value = line.split()[:5]
                kind, code, value = int(kind, 16), int(code, 16), int(value)
                if kind == 0 and code == 0:
                    for contact in contacts.values():
                        if contact["moved"] and contact["down"]:
                            contact["points"].append((contact[X], contact[Y]))
                        contact["moved"] = False
                elif kind == ABS and code == SLOT:
                    slot = value
                elif kind == ABS and code in (X, Y, ID):
                    contact = contacts.setdefault(slot, {X: 0, Y: 0, "down": False})
                    contact["moved"] = True
                    if code != ID:
                        contact[code] = value
                    elif value >= 0:
                        contact["points"] = []
                        contact["down"] = True
                        touches.append(contact["points"])
                    else:
                        contact["down"] = False
            elif line.startswith("A: "):
                words = line.split()
                ranges[int(words[1], 16)] = int(words[2]), int(words[3])
    return ranges, touches


def draw(name, output, side):
    ranges, touches = read(name)
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, side, side)
    context = cairo.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.set_source_rgb(0, 0, 0)
    # As wide as TouchReel's: 4 of 1920.
    context.set_line_width(4 * side / 1920)
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    (left, right), (top, bottom) = ranges[X], ranges[Y]
    width, height = right - left + 1, bottom - top + 1
    scale = side / max(width, height)
    x_start, y_start = (side - width * scale) / 2, (side - height * scale) / 2
    for points in touches:
        for x, y in points:
            context.line_to((x - left) * scale + x_start, (y - top) * scale + y_start)
        context.stroke()
    surface.write_to_png(output)


folder, side, *files = sys.argv[1:]
for file in files:
    stem = os.path.splitext(os.path.basename(file))[0]
    draw(file, os.path.join(folder, stem + ".png"), int(side))
