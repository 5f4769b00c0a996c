#!/usr/bin/env python3
"""Compares what the program reads and writes of Xournal++, InkML and Excalidraw with readers of their specifications.

    drawings.py --program .build/debug/touchreel FILE|FOLDER… --seeds 40

prints each difference, then one line of what was compared. Exit status 0: no difference; 1: differences; 2: trouble."""

import argparse
import os
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from drawn import compare, excalidraw, inkml, made, ours, xournal
from drawn.page import Unreadable

READERS = {".xopp": xournal, ".xoj": xournal, ".inkml": inkml, ".excalidraw": excalidraw}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, help="drawings, or folders of them")
    parser.add_argument("--program", required=True, type=Path, help="the built touchreel")
    parser.add_argument("--seeds", type=int, default=0, help="how many made-up drawings of each format to try")
    parser.add_argument("--first-seed", type=int, default=1, help="the first of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    return parser.parse_args()


def drawings(paths):
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in files if file.suffix in READERS and file.is_file())


def convert(program, source, target):
    """What the program says of it; `None` instead of a target that it refuses to write."""
    target.unlink(missing_ok=True)
    answer = subprocess.run([program, "convert", source, target], capture_output=True, timeout=300)
    if answer.returncode not in (0, 1):
        raise RuntimeError(f"status {answer.returncode} of {source} to {target.suffix}: {answer.stderr.decode()}")
    return answer.returncode == 0, answer.stderr.decode()


def of_drawing(path, program, folder):
    """The differences of one file, and counts of what was compared."""
    counts, differences = Counter(), []
    reader = READERS[path.suffix]
    data = path.read_bytes()
    converted, said = convert(program, path, folder / "ours.touchreel.json")
    try:
        expected = reader.read(data)
    except Unreadable as error:
        # Damage: whatever the program makes of it, it says so.
        return ([] if said else [f"{error}, and the program says nothing"]), counts
    if not converted and expected.is_damaged and said:
        return [], counts + Counter(refused=1)
    if not converted:
        return [f"the program reads nothing: {said.strip()}"], counts
    try:
        found = ours.read((folder / "ours.touchreel.json").read_bytes())
    except ours.Unsupported:
        return [], counts
    counts["drawings"] += 1
    counts["items"] += len(expected.items)
    differences += [f"read: {each}" for each in compare.items(expected, found, ignored_of(said))]
    for suffix in (".xopp", ".inkml", ".excalidraw"):
        target = folder / f"written{suffix}"
        written, said = convert(program, path, target)
        if not written:
            differences.append(f"to {suffix}: refused: {said.strip()}")
            continue
        counts["written"] += 1
        its = READERS[suffix].read(target.read_bytes())
        # Of two formats the places of ours, which were compared: what is added to the ink moves a scene's corner.
        pages = (expected, its) if suffix == path.suffix else (found, its)
        differences += [f"to {suffix}: {each}" for each in compare.ink(*pages, **manner(suffix))]
        if suffix == path.suffix:
            differences += [f"to {suffix}: {each}" for each in unsaid(data, target.read_bytes(), suffix, said)]
    return differences, counts


def manner(target):
    """How closely what was written is compared. Scenes may lie elsewhere, and Excalidraw smooths strokes itself; Xournal++ has
    one opacity, that of highlighters; all but scenes have the places of what was converted."""
    if target == ".excalidraw":
        return {"framing": "shifted", "vertices": True}
    return {"framing": "exact", "vertices": target == ".inkml", "opacity": 255 if target == ".xopp" else compare.HIGHLIGHT}


def ignored_of(said):
    """What a warning says that it is lost does not count."""
    words = {"stroke fill": "fill", "stroke style": "dash", "<image": "image", "<teximage": "image"}
    return {kind for word, kind in words.items() if word in said} | ({"image"} if "image" in said else set())


def unsaid(before, after, suffix, said):
    """What is lost within a format without a word."""
    if suffix == ".excalidraw":
        lost = compare.lost_of_scene(excalidraw.scene(before), excalidraw.scene(after))
    elif suffix == ".xopp":
        lost = compare.lost_of_xml(xournal.tree(before), xournal.tree(after))
    else:
        lost = compare.lost_of_xml(inkml.ET.fromstring(before), inkml.ET.fromstring(after))
    return [f"{count} x {name} is lost without a word" for name, count in lost.items() if not is_said(name, said)]


def is_said(name, said):
    words = name.strip("<>").split()
    return name in said or f"<{words[0]}>" in said or all(word in said for word in words)


def work(task):
    program, path, seed = task
    with tempfile.TemporaryDirectory(prefix="touchreel-drawings-") as folder:
        folder = Path(folder)
        try:
            if path is None:
                path = made.write(seed, folder)
            return str(path) if seed is None else f"seed {seed} ({path.suffix})", *of_drawing(path, program, folder)
        except Exception:
            return str(path or seed), ["the oracle failed:\n" + traceback.format_exc()], Counter()


def main():
    options = arguments()
    tasks = [(options.program, path, None) for path in drawings(options.paths)]
    tasks += [(options.program, None, options.first_seed + index) for index in range(options.seeds)]
    total, different = Counter(), 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, differences, counts in pool.map(work, tasks):
            total += counts
            different += bool(differences)
            for difference in differences:
                print(f"{name}: {difference}", flush=True)
    print(f"{total['drawings']} drawings of {len(tasks)} files, {total['items']} items, {total['written']} files written: "
          + (f"{different} differ" if different else "no difference"))
    if not tasks:
        print("nothing to compare", file=sys.stderr)
        return 2
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
