"""Draws the lines of a file in the layout of the data set Quick, Draw! as those who use it do, a PNG for each.

Usage: quickdraw.py make COUNT FILE      a made-up file of simplified drawings, the same ones each time
       quickdraw.py cairo FILE FOLDER SIDE    the data set's recipe: vector_to_raster, with pycairo and NumPy
       quickdraw.py pillow FILE FOLDER SIDE   ImageDraw.line on four times the size, made smaller
"""

import json
import math
import os
import random
import sys


def make(count, name):
    """Drawings of 3 to 10 strokes of 5 to 40 points: arcs and waves in a square of 256, as after simplification."""
    chance = random.Random(20170515)
    with open(name, "w") as file:
        for number in range(count):
            strokes = [stroke(chance) for _ in range(chance.randint(3, 10))]
            left = min(min(x) for x, _ in strokes)
            top = min(min(y) for _, y in strokes)
            scale = 255 / max(max(max(x) for x, _ in strokes) - left, max(max(y) for _, y in strokes) - top)
            drawing = [
                [[round((x - left) * scale) for x in xs], [round((y - top) * scale) for y in ys]] for xs, ys in strokes
            ]
            line = {
                "word": "cat", "countrycode": "DE", "timestamp": "2017-03-01 20:41:36.70725 UTC", "recognized": True,
                "key_id": str(4503599627370496 + 7919 * number), "drawing": drawing,
            }
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def stroke(chance):
    count = chance.randint(5, 40)
    x, y, angle = chance.uniform(0, 255), chance.uniform(0, 255), chance.uniform(0, 2 * math.pi)
    turn, step = chance.uniform(-0.4, 0.4), chance.uniform(20, 200) / count
    points = []
    for _ in range(count):
        points.append((x, y))
        angle += turn + chance.uniform(-0.1, 0.1)
        x += step * math.cos(angle)
        y += step * math.sin(angle)
    return [x for x, _ in points], [y for _, y in points]


def drawings(name):
    with open(name) as file:
        for number, line in enumerate(file):
            yield number, json.loads(line)["drawing"]


def cairo(name, folder, side, line_diameter=16, padding=16, bg_color=(1, 1, 1), fg_color=(0, 0, 0)):
    import cairo
    import numpy as np

    original_side = 256.0
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, side, side)
    context = cairo.Context(surface)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    context.set_line_width(line_diameter)
    total_padding = padding * 2.0 + line_diameter
    new_scale = float(side) / float(original_side + total_padding)
    context.scale(new_scale, new_scale)
    context.translate(total_padding / 2.0, total_padding / 2.0)
    for number, vector_image in drawings(name):
        context.set_source_rgb(*bg_color)
        context.paint()
        bbox = np.hstack(vector_image).max(axis=1)
        offset = ((original_side, original_side) - bbox) / 2.0
        centered = [stroke + offset.reshape(-1, 1) for stroke in vector_image]
        context.set_source_rgb(*fg_color)
        for xv, yv in centered:
            context.move_to(xv[0], yv[0])
            for x, y in zip(xv, yv):
                context.line_to(x, y)
            context.stroke()
        surface.write_to_png(f"{folder}/{number:06}.png")


def pillow(name, folder, side, width=16, padding=16):
    from PIL import Image, ImageDraw

    scale = 4 * side / (256 + 2 * padding + width)
    origin = padding + width / 2
    for number, strokes in drawings(name):
        image = Image.new("RGB", (4 * side, 4 * side), "white")
        draw = ImageDraw.Draw(image)
        for xs, ys in strokes:
            points = [((x + origin) * scale, (y + origin) * scale) for x, y in zip(xs, ys)]
            draw.line(points, fill="black", width=round(width * scale), joint="curve")
        image.resize((side, side), Image.LANCZOS).save(f"{folder}/{number:06}.png")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(int(sys.argv[2]), sys.argv[3])
    else:
        os.makedirs(sys.argv[3], exist_ok=True)
        {"cairo": cairo, "pillow": pillow}[sys.argv[1]](sys.argv[2], sys.argv[3], int(sys.argv[4]))
