"""The truth about coverage, which knows no formula: 16 x 16 samples a pixel, each inside of a stroke or not."""

import numpy as np

import coverage

SIDE = 16
MOST_PAIRS = 60_000
# How far a sample lies from its pixel's centre at most.
REACH = 0.7072


def depth(pieces, x, y):
    """How deep points lie within the convex hulls of two discs, negative outside; pieces and points are paired."""
    ax, ay, ra, bx, by, rb = pieces.T
    dx, dy = bx - ax, by - ay
    length = np.hypot(dx, dy)
    apart = length > np.abs(ra - rb)
    safe = np.where(apart, length, 1)
    ux, uy = dx / safe, dy / safe
    sine = np.where(apart, (ra - rb) / safe, 0)
    along, across = (x - ax) * ux + (y - ay) * uy, np.abs((y - ay) * ux - (x - ax) * uy)
    # The disc that is nearest to the point has its centre here on the way from a to b.
    place = np.clip(along - across * sine / np.sqrt(1 - np.minimum(sine * sine, 1 - 1e-12)), 0, length)
    swept = ra + (rb - ra) * place / safe - np.hypot(along - place, across)
    ends = np.maximum(ra - np.hypot(x - ax, y - ay), rb - np.hypot(x - bx, y - by))
    return np.where(apart, swept, ends)


def stroke(pieces, width, height):
    """The part of each pixel that the union of the pieces covers, 0…1; None where it would take too long."""
    covered = np.zeros((height, width))
    if not len(pieces):
        return covered
    pieces = np.unique(np.asarray(pieces, np.int64), axis=0).astype(float) / coverage.SUBPIXELS
    boxes = coverage.bounds(pieces, width, height)
    counts = (boxes[:, 1] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 2])
    pieces, boxes, counts = pieces[counts > 0], boxes[counts > 0], counts[counts > 0]
    if not len(pieces):
        return covered
    index, x, y = coverage.pixels(boxes, counts)
    deep = depth(pieces[index], x + 0.5, y + 0.5)
    inside = deep >= REACH
    covered[y[inside], x[inside]] = 1
    edge = (np.abs(deep) < REACH) & (covered[y, x] < 1)
    if edge.sum() > MOST_PAIRS:
        return None
    return sampled(covered, pieces, index[edge], x[edge], y[edge])


def sampled(covered, pieces, index, x, y):
    order = np.lexsort((x, y))
    index, x, y = index[order], x[order], y[order]
    offsets = (np.arange(SIDE) + 0.5) / SIDE
    pixel = y * covered.shape[1] + x
    first = np.flatnonzero(np.diff(pixel, prepend=-1))
    hit = np.zeros((len(first), SIDE * SIDE), bool)
    for number, (oy, ox) in enumerate((oy, ox) for oy in offsets for ox in offsets):
        within = depth(pieces[index], x + ox, y + oy) >= 0
        if len(first):
            hit[:, number] = np.logical_or.reduceat(within, first)
    covered[y[first], x[first]] = hit.mean(axis=1)
    return covered


def picture(strokes, width, height):
    """Strokes of opaque black over white: levels of 0…255 and which pixels are edges; None where it takes too long."""
    white = np.ones((height, width))
    for pieces in strokes:
        covered = stroke(pieces, width, height)
        if covered is None:
            return None
        white *= 1 - covered
    return 255 * white
