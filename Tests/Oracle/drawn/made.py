"""Made-up drawings: functions of their seed, with what each format has and our own writers never write."""

import gzip
import json
import math
import random

from . import css, xournal

FORMATS = ("xopp", "inkml", "excalidraw")


def write(seed, folder):
    made = random.Random(seed)
    kind = FORMATS[seed % len(FORMATS)]
    path = folder / f"made.{kind}"
    path.write_bytes({"xopp": xopp, "inkml": inkml, "excalidraw": excalidraw}[kind](made))
    return path


def walk(made, count, extent=400):
    """A hand's way: points whose direction turns slowly."""
    x, y, angle = made.uniform(50, extent), made.uniform(50, extent), made.uniform(0, 2 * math.pi)
    points = []
    for _ in range(count):
        points.append((round(x, 3), round(y, 3)))
        angle += made.uniform(-0.6, 0.6)
        x, y = x + 9 * math.cos(angle), y + 9 * math.sin(angle)
    return points


def hexadecimal(made):
    return "#%06x" % made.randrange(1 << 24)


# Xournal++


def xopp(made):
    body = "".join(made.choice((xopp_stroke, xopp_stroke, xopp_text))(made) for _ in range(made.randint(1, 8)))
    style = made.choice(("plain", "lined", "graph", "dotted"))
    text = (f'<?xml version="1.0" standalone="no"?>\n<xournal creator="xournalpp 1.2.8" fileversion="4">\n<title>made</title>\n'
            f'<page width="{made.choice((595.27559055, 612, 1000))}" height="{made.choice((841.88976378, 792))}">\n'
            f'<background type="solid" color="{made.choice(("#ffffffff", "#ffffe0ff", "white"))}" style="{style}"/>\n'
            f"<layer>\n{body}</layer>\n</page>\n</xournal>\n").encode()
    return gzip.compress(text, mtime=0) if made.random() < 0.7 else text


def xopp_stroke(made):
    points = walk(made, made.randint(2, 30))
    width = round(made.uniform(0.5, 6), 3)
    widths = f"{width}"
    if made.random() < 0.5:
        widths += "".join(f" {round(made.uniform(0.3, 1) * width, 3)}" for _ in points[1:])
    color = made.choice(list(xournal.COLORS)) if made.random() < 0.3 else hexadecimal(made) + "ff"
    separator = made.choice((" ", "  ", "\n"))
    tool, look = "pen", 'capStyle="round"'
    if made.random() < 0.25:
        tool, color, widths = "highlighter", hexadecimal(made) + "7f", f"{4 * width}"
    if made.random() < 0.25:
        # One that is filled, dashed or cut off at its ends has one width.
        widths = widths.split()[0]
        look = made.choice((f'fill="{made.randint(1, 255)}" capStyle="round"', 'capStyle="butt" style="dash"',
                            'fill="77" capStyle="square" style="cust: 5.00 2.50 1.00 2.50"', 'capStyle="round" style="dot"'))
    return (f'<stroke tool="{tool}" color="{color}" width="{widths}" {look}>'
            + separator.join(f"{x} {y}" for x, y in points) + "</stroke>\n")


def xopp_text(made):
    return (f'<text font="Sans" size="{made.randint(8, 40)}" x="{made.randint(0, 300)}" y="{made.randint(0, 300)}" '
            f'color="{hexadecimal(made)}ff">{made.choice(("one", "a &amp; b", "zwei Wörter", "l1&#10;l2"))}</text>\n')


# InkML


def inkml(made):
    axes = made.choice((["X", "Y"], ["X", "Y", "F"], ["Y", "X"], ["X", "Y", "S"]))
    flipped = {axis for axis in "XY" if made.random() < 0.2}
    units = made.choice((None, None, "mm", "cm", "in"))
    channels = "".join(channel(axis, axis in flipped, units) for axis in axes)
    brushes = "".join(f'<brush xml:id="b{number}">{properties(made)}</brush>' for number in range(3))
    derived = f'<brush xml:id="b3" brushRef="#b0"><brushProperty name="color" value="{hexadecimal(made)}"/></brush>'
    traces = "".join(trace(made, axes) for _ in range(made.randint(1, 6)))
    group = f'<traceGroup brushRef="#b1">{trace(made, axes)}<traceGroup>{trace(made, axes)}</traceGroup></traceGroup>'
    unused = '<trace xml:id="unused">0 0' + " 0" * (len(axes) - 2) + "</trace>"
    return (f'<?xml version="1.0"?>\n<ink xmlns="http://www.w3.org/2003/InkML"><definitions>{brushes}{derived}'
            f'<traceFormat xml:id="f">{channels}</traceFormat><context xml:id="c" traceFormatRef="#f" brushRef="#b2"/>{unused}</definitions>'
            f'<context contextRef="#c"/>{traces}{group if made.random() < 0.5 else ""}</ink>').encode()


def channel(axis, is_flipped, units):
    words = ' max="1"' if axis == "F" else ""
    if axis in "XY":
        words += (' orientation="-ve"' if is_flipped else "") + (f' units="{units}"' if units else "")
    return f'<channel name="{axis}" type="decimal"{words}/>'


def properties(made):
    width = f'<brushProperty name="width" value="{made.randint(1, 9)}"/>'
    transparency = f'<brushProperty name="transparency" value="{made.randint(0, 200)}"/>' if made.random() < 0.3 else ""
    return f'<brushProperty name="color" value="{hexadecimal(made)}"/>{width}{transparency}'


def trace(made, axes):
    points = [(round(x), round(y)) for x, y in walk(made, made.randint(2, 25))]
    rows = [{"X": x, "Y": y, "F": round(made.uniform(0.1, 1), 2), "S": made.randint(0, 9)} for x, y in points]
    encode = made.choice((explicit, differences, second_differences))
    brush = f' brushRef="#b{made.randrange(4)}"' if made.random() < 0.4 else ""
    kind = made.choice(("", "", "", ' type="penDown"', ' type="penUp"'))
    return f"<trace{brush}{kind}>{', '.join(encode(rows, axes))}</trace>"


def explicit(rows, axes):
    return [" ".join(str(row[axis]) for axis in axes) for row in rows]


def differences(rows, axes):
    """Values, then single differences; a repeated one as an asterisk."""
    yield " ".join(str(rows[0][axis]) for axis in axes)
    prefix, before = "'", None
    for row, last in zip(rows[1:], rows):
        steps = [round(row[axis] - last[axis], 6) for axis in axes]
        words = ["*" if before and step == old else f"{step:g}" for step, old in zip(steps, before or steps)]
        yield " ".join(prefix + word for word in words) if prefix else " ".join(words)
        prefix, before = "", steps


def second_differences(rows, axes):
    if len(rows) < 3:
        yield from explicit(rows, axes)
        return
    yield " ".join(str(rows[0][axis]) for axis in axes)
    speeds = [round(rows[1][axis] - rows[0][axis], 6) for axis in axes]
    yield "".join(f"'{speed:g}" for speed in speeds)
    prefix = '"'
    for row, last in zip(rows[2:], rows[1:]):
        steps = [round(row[axis] - last[axis], 6) for axis in axes]
        yield " ".join(f"{prefix}{round(step - speed, 6):g}" for step, speed in zip(steps, speeds))
        speeds, prefix = steps, ""


# Excalidraw


def excalidraw(made):
    elements = [element(made, number) for number in range(made.randint(1, 8))]
    document = {"type": "excalidraw", "version": 2, "source": "made", "elements": elements,
                "appState": {"viewBackgroundColor": made.choice(("#ffffff", "#f8f9fa", "ivory"))}, "files": {}}
    text = json.dumps(document, indent=made.choice((None, 2))).encode()
    return b"\xef\xbb\xbf" + text if made.random() < 0.1 else text


def element(made, number):
    kind = made.choice(("rectangle", "diamond", "ellipse", "line", "arrow", "draw", "freedraw", "text"))
    result = {"id": f"e{number}", "type": kind, "x": made.randint(-200, 600), "y": made.randint(-200, 600),
              "width": made.randint(20, 300), "height": made.randint(20, 300), "strokeColor": paint(made),
              "unknown": {"kept": [number, None]}}
    optional = {"angle": round(made.uniform(0, 6), 3), "strokeWidth": made.choice((1, 2, 4)), "opacity": made.choice((30, 60, 100)),
                "strokeStyle": made.choice(("solid", "dashed")), "fillStyle": "solid", "backgroundColor": paint(made),
                "roughness": 0, "groupIds": ["g"], "locked": True, "link": "https://example.org/"}
    result |= {name: value for name, value in optional.items() if made.random() < 0.6}
    if kind in ("line", "arrow", "draw", "freedraw"):
        linear(made, result)
    elif kind == "text":
        result |= {"text": made.choice(("one", "two\nlines", "ü & <")), "fontSize": made.choice((16, 20, 36)), "fontFamily": 1,
                   "textAlign": made.choice(("left", "center", "right"))}
        lines = result["text"].count("\n") + 1
        result |= {"height": 1.25 * lines * result["fontSize"], "lineHeight": 1.25, "baseline": 18}
        result.pop("angle", None)
    elif kind != "diamond" and made.random() < 0.4:
        result["roundness"] = {"type": 3}
    return result


def linear(made, result):
    first, *rest = walk(made, made.randint(2, 8))
    points = [[round(x - first[0], 3), round(y - first[1], 3)] for x, y in (first, *rest)]
    result["points"] = points
    xs, ys = [x for x, _ in points], [y for _, y in points]
    result |= {"width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    if result["type"] == "freedraw":
        result |= {"simulatePressure": made.random() < 0.5, "pressures": []}
        if not result["simulatePressure"]:
            result["pressures"] = [round(made.uniform(0.2, 1), 3) for _ in points]
        return
    if made.random() < 0.5:
        result["roundness"] = {"type": 2}
        # The middle about which a curve turns is that of its box, which the two need not agree upon to the last digit.
        result.pop("angle", None)
    if result["type"] == "arrow" and made.random() < 0.6:
        result |= {"startArrowhead": None, "endArrowhead": made.choice(("arrow", "triangle", "bar", None))}


def paint(made):
    return made.choice((hexadecimal(made), hexadecimal(made), made.choice(list(css.NAMED)), "rgb(10, 200, 30)",
                        "rgba(0,0,255,.5)", "hsl(210, 50%, 40%)", "#f08"))
