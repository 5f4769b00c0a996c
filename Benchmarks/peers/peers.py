"""Runs workloads with Python packages: a request a line on standard input, the nanoseconds as the answer.

Usage: peers.py Skia|Blend2D|PyYAML FOLDER, which the benchmarks have laid out. What the binding costs is measured with
the same calls drawing nothing, and subtracted.
"""

import array
import os
import sys
from time import perf_counter_ns as now


def read_drawing(name):
    values = array.array("d")
    with open(name, "rb") as file:
        values.frombytes(file.read())
    place, strokes = 1, []
    for _ in range(int(values[0])):
        width, red, green, blue, count = values[place : place + 5]
        end = place + 5 + 2 * int(count)
        points = values[place + 5 : end]
        strokes.append((width, (int(red), int(green), int(blue)), list(zip(points[::2], points[1::2]))))
        place = end
    return strokes


EDGE_SIDE = 160


def write_coverage(name, rows):
    """The first channel of white ink on black, as Cairo's coverage is written."""
    with open(name, "wb") as file:
        for image in rows:
            file.write(image[:, :, 0].tobytes())


class Skia:
    def __init__(self):
        import skia

        self.skia = skia
        self.strokes = read_drawing("ink.strokes")
        self.surface = skia.Surface(1920, 1080)
        self.paints = [self.paint(width, color) for width, color, _ in self.strokes]
        self.paths = [self.path(points) for _, _, points in self.strokes]

    def paint(self, width, color):
        skia = self.skia
        return skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=width, Color=skia.Color(*color),
            StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join)

    def path(self, points):
        path = self.skia.Path() if not hasattr(self.skia, "PathBuilder") else self.skia.PathBuilder()
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
        return path.detach() if hasattr(path, "detach") else path

    def timed(self, draw):
        def run():
            canvas = self.surface.getCanvas()
            start = now()
            canvas.clear(self.skia.ColorWHITE)
            draw(canvas)
            return now() - start

        return run

    def clipped(self, draw):
        canvas = self.surface.getCanvas()
        canvas.save()
        canvas.clipRect(self.skia.Rect.MakeXYWH(-10, -10, 1, 1))
        start = now()
        draw(canvas)
        elapsed = now() - start
        canvas.restore()
        return elapsed

    def whole(self, canvas):
        for path, paint in zip(self.paths, self.paints):
            canvas.drawPath(path, paint)

    def live(self, canvas):
        for (_, _, points), paint in zip(self.strokes, self.paints):
            line = canvas.drawLine
            last = points[0]
            for point in points[1:]:
                line(*last, *point, paint)
                last = point

    def edges(self, way):
        for width, _, points in read_drawing("edges.strokes"):
            surface = self.skia.Surface(EDGE_SIDE, EDGE_SIDE)
            canvas, paint = surface.getCanvas(), self.paint(width, (255, 255, 255))
            canvas.clear(self.skia.ColorBLACK)
            if way == "whole":
                canvas.drawPath(self.path(points), paint)
            else:
                for start, end in zip(points, points[1:]):
                    canvas.drawLine(*start, *end, paint)
            yield surface.toarray()

    def perform(self, request):
        if request in ("whole", "live"):
            write_coverage(f"Skia.{request}", self.edges(request))
            return 0
        draw = {"w1": self.whole, "w2": self.live}[request]
        return self.timed(draw)() - self.clipped(draw)


class Blend2D:
    def __init__(self):
        import blend2d

        self.library = blend2d
        # Colours are shares of 1.
        self.strokes = [
            (width, tuple(part / 255 for part in color), points) for width, color, points in read_drawing("ink.strokes")]
        self.image = blend2d.BLImage(1920, 1080, blend2d.BLFormat.PRGB32)
        self.whole = [[self.path(points)] for _, _, points in self.strokes]
        self.live = [[self.path(pair) for pair in zip(points, points[1:])] for _, _, points in self.strokes]
        self.nothing = blend2d.BLPath()

    def path(self, points):
        path = self.library.BLPath()
        path.move_to(*points[0])
        for point in points[1:]:
            path.line_to(*point)
        return path

    def begin(self, image, color):
        context = self.library.BLContext(image)
        context.set_fill_style(color)
        context.fill_all()
        context.set_stroke_caps(self.library.BLStrokeCap.CAP_ROUND)
        context.stroke_join = self.library.BLStrokeJoin.JOIN_ROUND
        return context

    def run(self, drawings):
        start = now()
        context = self.begin(self.image, (1.0, 1.0, 1.0))
        for (width, color, _), paths in zip(self.strokes, drawings):
            context.stroke_width = width
            context.set_stroke_style(color)
            stroke = context.stroke_path
            for path in paths:
                stroke(path)
        context.flush()
        return now() - start

    def edges(self, way):
        for width, _, points in read_drawing("edges.strokes"):
            image = self.library.BLImage(EDGE_SIDE, EDGE_SIDE, self.library.BLFormat.PRGB32)
            context = self.begin(image, (0.0, 0.0, 0.0))
            context.stroke_width = width
            context.set_stroke_style((1.0, 1.0, 1.0))
            for part in [points] if way == "whole" else zip(points, points[1:]):
                context.stroke_path(self.path(part))
            context.flush()
            yield image.getDataAsNumPy()

    def perform(self, request):
        if request in ("whole", "live"):
            write_coverage(f"Blend2D.{request}", self.edges(request))
            return 0
        drawings = {"w1": self.whole, "w2": self.live}[request]
        empty = [[self.nothing] * len(paths) for paths in drawings]
        return self.run(drawings) - self.run(empty)


class PyYAML:
    """The loader of `libinput replay`."""

    def __init__(self):
        import yaml

        with open("short.yml", "rb") as file:
            self.text = file.read()
        self.load = yaml.safe_load

    def perform(self, request):
        start = now()
        self.load(self.text)
        return now() - start


os.chdir(sys.argv[2])
peer = {"Skia": Skia, "Blend2D": Blend2D, "PyYAML": PyYAML}[sys.argv[1]]()
for line in sys.stdin:
    print(peer.perform(line.split()[-1]), 0, flush=True)
