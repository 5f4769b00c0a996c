#!/usr/bin/env python3
"""Compares the program with a second implementation of docs/touch-model.md and docs/rendering.md.

    oracle.py --program .build/debug/touchreel Fixtures --seeds 40

prints each difference, then one line of what was compared. Exit status 0: no difference; 1: differences; 2: trouble."""

import argparse
import os
import signal
import sys
import tempfile
import traceback
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

import comparison
import sessions

NOT_RECORDINGS = {".desc", ".prop", ".device", ".md", ""}
NAMES_OF_STUDIES = {"words.txt", "prompts.txt", "trials.csv"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, help="recordings, or folders of them")
    parser.add_argument("--program", required=True, type=Path, help="the built touchreel")
    parser.add_argument("--seeds", type=int, default=0, help="how many made-up sessions to try")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth recording only (default: 1)")
    parser.add_argument("--first-seed", type=int, default=1, help="the first of them")
    parser.add_argument("--checks", default="touches,ink,truth", help="which of touches, ink, truth (default: all)")
    parser.add_argument("--scene", help="draw only this scene (comparison.SCENES), for every recording")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    return parser.parse_args()


def recordings(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.is_file() and file.suffix not in NOT_RECORDINGS
                              and file.name not in NAMES_OF_STUDIES)
        else:
            yield path


def work(task):
    """One recording or seed: (its name, differences, counts)."""
    options, path, seed = task
    with tempfile.TemporaryDirectory(prefix="touchreel-oracle-") as folder:
        name = str(path) if path else f"seed {seed}"
        try:
            if path is None:
                path = Path(folder) / f"seed-{seed}.rec"
                sessions.write(seed, path)
            return name, *comparison.of_recording(path, seed, options, Path(folder))
        except Exception:
            return name, ["the oracle failed:\n" + traceback.format_exc()], Counter()


def main():
    # A parent may have blocked all signals, Foundation's Process for one; the pool ends its workers by SIGTERM.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    options = arguments()
    options.checks = set(options.checks.split(","))
    tasks = [(options, path, None) for path in list(recordings(options.paths))[:: options.every]]
    tasks += [(options, None, options.first_seed + index) for index in range(options.seeds)]
    total, different = Counter(), 0
    with Pool(options.jobs) as pool:
        for name, differences, counts in pool.imap(work, tasks):
            total += counts
            different += bool(differences)
            for difference in differences:
                print(f"{name}: {difference}", flush=True)
    mean = total["error"] / max(total["sampled"], 1)
    if mean > comparison.MEAN_OF_ALL:
        print(f"coverage: {mean:.2f} of 255 on average over all {total['sampled']} edge pixels")
        different += 1
    print(f"{len(tasks)} recordings, {total['steps']} steps of touches, {total['pictures']} pictures, "
          f"{total['inked']} inked pixels, "
          f"{total['sampled']} edge pixels {mean:.2f} of 255 from their samples: "
          + (f"{different} recordings differ" if different else "no difference"))
    if not tasks:
        print("nothing to compare", file=sys.stderr)
        return 2
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
