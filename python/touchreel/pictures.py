"""Pictures, films and pages of recordings and drawings."""
from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from .program import PathName, names, options, run

if TYPE_CHECKING:
    from PIL import Image


def render(path: PathName, format: str = "png", **given: Any) -> bytes:
    """What ``touchreel render`` writes: a PNG, an SVG, a PDF, a film or a page, with its options."""
    return run(["render", "-o", "-", "--format", format, *options(given), "--", *names(path)])


def image(path: PathName, **given: Any) -> "Image.Image":
    """The same picture as an image of Pillow."""
    from PIL import Image

    return Image.open(io.BytesIO(render(path, **given)))
