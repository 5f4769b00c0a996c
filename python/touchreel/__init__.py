"""Touch recordings in Python: tables, frames and pictures, made by the program touchreel.

    import touchreel

    samples = touchreel.samples(["a.mcap", "b.mcap"])    # a row for each sample, as a pandas.DataFrame
    picture = touchreel.image("a.mcap", color_by="speed")

Keyword arguments are the options of the command that runs: ``color_by="speed"`` is ``--color-by speed``, ``hover=True``
is ``--hover``, and a list repeats its option.
"""
from .frames import Event, Frame, frames, live
from .pictures import image, render
from .program import TouchReelError, TouchReelWarning, program
from .tables import samples, touches

__all__ = [
    "Event",
    "Frame",
    "TouchReelError",
    "TouchReelWarning",
    "frames",
    "image",
    "live",
    "program",
    "render",
    "samples",
    "touches",
]
