"""What of a recording is compared, and how closely."""

import subprocess
import zlib
from collections import Counter
from dataclasses import replace

import numpy as np

import ink
import png
import recordings
import session
import truth
from ink import Style

# A number of `dump` has three decimals; a half may fall to either side.
POINT_TOLERANCE = 0.00101

# Name, the size of the picture, the program's options, the same for the oracle.
SCENES = [
    ("plain", (320, 200), "", Style()),
    ("wide", (240, 300), "--width 30 --color-by touch --smoothing none", Style(width=30, by_touch=True, smoothing="none")),
    ("translucent", (300, 200), "--width 20 --color #2060c080 --smoothing one-euro --speed-width on --pressure-width all",
     Style(width=20, color="#2060c080", smoothing="one-euro", speed=True, pressure="all")),
    ("cancelled", (256, 256), "--width 17.3 --color-by touch --show-cancelled --background #204060",
     Style(width=17.3, by_touch=True, show_cancelled=True, background="#204060")),
    ("fine", (500, 320), "--width 1.5 --color #c00000 --pressure-width all --pressure-gamma 2",
     Style(width=1.5, color="#c00000", pressure="all", gamma=2)),
    ("taken back", (200, 200), "--width 60 --color #00800099 --drop-open",
     Style(width=60, color="#00800099", drop_open=True)),
    ("erased", (200, 160), "--tool eraser", Style(tool="eraser")),
    ("lines", (300, 240), "--tool line --width 14 --color-by touch", Style(tool="line", width=14, by_touch=True)),
    ("arrows", (300, 240), "--tool arrow --width 9", Style(tool="arrow", width=9)),
    ("rectangles", (300, 240), "--tool rectangle --width 11 --pattern dashed --color #d00000a0",
     Style(tool="rectangle", width=11, pattern="dashed", color="#d00000a0")),
    ("ellipses", (300, 240), "--tool ellipse --width 5 --fill #00ff0080", Style(tool="ellipse", width=5, fill="#00ff0080")),
    ("triangles", (240, 240), "--tool triangle --width 20", Style(tool="triangle", width=20)),
    ("heptagons", (240, 240), "--tool ngon --sides 7 --width 6 --pattern dashed --fill #ffff00",
     Style(tool="ngon", sides=7, width=6, pattern="dashed", fill="#ffff00")),
    ("stars", (300, 240), "--tool star --width 8 --color-by touch", Style(tool="star", width=8, by_touch=True)),
]
# Insides are Cairo's, of 15 lines a pixel: a corner may fall to either side of one, on each of two edges.
INSIDE = 34
# The scene whose coverage is compared with samples, and how far it may be off: on average over the edge pixels of one
# recording, where strokes are full of corners and of passes that abut; at a single pixel; and over all of a run.
SAMPLED = ((240, 300), "--width 40", Style(width=40))
MEAN, WORST, MEAN_OF_ALL = 8, 132, 3
MOMENTS = (None, 0.3, 0.62)


def start_of(played):
    return played.span[0] if played.arbiter.steps else 0


def run(program, *words):
    return subprocess.run([program, *map(str, words)], capture_output=True, timeout=300)


def of_recording(path, seed, options, folder):
    """The differences of one recording, and counts of what was compared."""
    counts, differences = Counter(), []
    dump = run(options.program, "dump", "--touches", path)
    if dump.returncode:
        return [f"the program cannot read it: {dump.stderr.decode(errors='replace').strip()}"], counts
    source = readable(path, options.program, folder)
    played = session.play(recordings.read(source))
    ours = dump.stdout.decode().splitlines()
    counts["steps"] = len(ours)
    if "touches" in options.checks:
        lines = session.lines(played.arbiter.steps, start_of(played), session.device_numbers(played))
        differences += step_differences([*session.heading(played), *lines], ours)
    if "ink" in options.checks and ours:
        number = seed if seed is not None else zlib.crc32(path.name.encode())
        for scene, moment in scenes(number, options.scene):
            difference = picture_difference(source, path, scene, moment, options, counts)
            differences += [difference] if difference else []
    if "truth" in options.checks and ours:
        difference = coverage_difference(source, path, options, counts)
        differences += [difference] if difference else []
    return differences, counts


def readable(path, program, folder):
    """The recording itself where the oracle reads its format, else what the program converts it to."""
    with open(path, "rb") as file:
        beginning = file.read(4096)
    if beginning.startswith((b"\x89MCAP0\r\n", b"# EVEMU")) or b"\nE: " in beginning or beginning.startswith(b"E: "):
        return path
    converted = folder / "converted.mcap"
    answer = run(program, "convert", path, converted)
    if answer.returncode:
        raise RuntimeError(answer.stderr.decode(errors="replace"))
    return converted


# Touches


def step_differences(oracle, ours):
    for number, (mine, its) in enumerate(zip(oracle, ours), 1):
        if not same_step(mine, its):
            return [f"step {number} differs\n  oracle  {mine}\n  program {its}"]
    if len(oracle) != len(ours):
        longer = oracle if len(oracle) > len(ours) else ours
        return [f"{len(oracle)} steps, the program {len(ours)}; the first beyond: {longer[min(len(oracle), len(ours))]}"]
    return []


def same_step(mine, its):
    if mine == its:
        return True
    first, second = mine.split(), its.split()
    return len(first) == len(second) and first[0] == second[0] and all(map(same_word, first[1:], second[1:]))


def same_word(mine, its):
    if mine == its:
        return True
    try:
        return "." in mine + its and abs(float(mine) - float(its)) < POINT_TOLERANCE
    except ValueError:
        return False


# Ink


def scenes(number, chosen):
    """The plain scene and one other, at one moment."""
    if chosen:
        return [(scene, None) for scene in SCENES if scene[0] == chosen]
    other = SCENES[1 + number % (len(SCENES) - 1)]
    return [(SCENES[0], None), (other, MOMENTS[number // 7 % len(MOMENTS)])]


def moment_of(played, part):
    """A time of the recording, in nanoseconds and as an argument."""
    first, last = played.span
    microseconds = int((last - first) // 1000 * part)
    return first + microseconds * 1000, f"{microseconds / 1e6:.6f}"


def picture_difference(source, path, scene, part, options, counts):
    name, size, words, style = scene
    played = session.play(recordings.read(source), size=size)
    arguments, until = words.split(), None
    if part is not None and not played.goes_back:
        until, text = moment_of(played, part)
        arguments += ["--at", text]
        name += f" at {text}"
    answer = run(options.program, "render", path, "--size", "%dx%d" % size, "-o", "-", *arguments)
    if answer.returncode:
        return f"{name}: render failed: {answer.stderr.decode(errors='replace').strip()}"
    style = replace(style, options=[word[2:] for word in arguments if word.startswith("--")])
    ours = png.decode(answer.stdout)[..., :3]
    mine = ink.Picture(played, style, size).play(played.frames, until).drawn()
    counts["pictures"] += 1
    if ours.shape != mine.shape:
        return f"{name}: the program's picture is {ours.shape[1]}x{ours.shape[0]}, not {mine.shape[1]}x{mine.shape[0]}"
    background = np.array(ink.components(style.background)[:3])
    counts["inked"] += int((ours != background).any(axis=2).sum())
    tolerance = INSIDE if style.tool == "arrow" or style.fill else 0
    return pixel_difference(name, mine, ours, " ".join(arguments), tolerance)


def pixel_difference(name, mine, ours, words, tolerance):
    difference = np.abs(mine.astype(int) - ours).max(axis=2)
    if difference.max() <= tolerance:
        return None
    y, x = np.unravel_index(np.argmax(difference), difference.shape)
    return (f"{name} ({words}): {(difference > 0).sum()} pixels differ, at most {difference.max()} of 255: "
            f"({x}, {y}) is {tuple(map(int, mine[y, x]))}, the program's {tuple(map(int, ours[y, x]))}")


# Coverage


def coverage_difference(source, path, options, counts):
    """Ink of one width, black on white, against 16 x 16 samples a pixel."""
    size, words, style = SAMPLED
    played = session.play(recordings.read(source), size=size)
    picture = ink.Picture(played, style, size).play(played.frames)
    if any(kind == "board" for _, kind, _, _ in played.frames) or any(stroke.tool == "eraser" for stroke in [*picture.finished, *picture.open.values()]):
        return None
    strokes = [stroke.path.pieces(picture.scale) for stroke in picture.finished]
    strokes += [stroke.path.pieces(picture.scale) for stroke in picture.open.values()]
    true = truth.picture(strokes, picture.width, picture.height)
    if true is None:
        return None
    answer = run(options.program, "render", path, "--size", "%dx%d" % size, "-o", "-", "--tool", "pencil", *words.split())
    ours = png.decode(answer.stdout)[..., 0].astype(float)
    edge = (true > 0) & (true < 255) | (ours > 0) & (ours < 255)
    error = np.abs(ours - true)
    counts["sampled"] += int(edge.sum())
    counts["error"] += float(error[edge].sum())
    mean, worst = (error[edge].mean() if edge.any() else 0), error.max()
    if mean > MEAN or worst > WORST:
        y, x = np.unravel_index(np.argmax(error), error.shape)
        return (f"coverage ({words}): {mean:.2f} of 255 on average over {edge.sum()} edge pixels, at most {worst:.0f}: "
                f"({x}, {y}) is {true[y, x]:.0f} by samples, the program's {ours[y, x]:.0f}")
    return None
