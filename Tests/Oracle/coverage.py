"""docs/rendering.md, "The coverage of a piece": levels of 0…255, in the precision that the document states."""

import numpy as np

F, D = np.float32, np.float64
SUBPIXELS = 256
BATCH = 1_000_000
TILE = 64


def rounded(values):
    """To the nearest, halves away from zero."""
    return np.sign(values) * np.floor(np.abs(values) + 0.5)


def stroke(pieces, width, height):
    """The greatest level of all pieces (rows of ax, ay, ra, bx, by, rb in subpixels) at each pixel."""
    levels = np.zeros((height, width), np.uint8)
    if not len(pieces):
        return levels
    pieces = np.unique(np.asarray(pieces, np.int64), axis=0).astype(D) / SUBPIXELS
    boxes = bounds(pieces, width, height)
    counts = (boxes[:, 1] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 2])
    pieces, boxes, counts = pieces[counts > 0], boxes[counts > 0], counts[counts > 0]
    start = 0
    while start < len(pieces):
        stop = start + max(1, int(np.searchsorted(np.cumsum(counts[start:]), BATCH)))
        index, x, y = pixels(boxes[start:stop], counts[start:stop])
        np.maximum.at(levels, (y, x), of_pixels(pieces[start:stop], index, x, y))
        start = stop
    return levels


def bounds(pieces, width, height):
    """Left, right, top, bottom of the pixels that each piece may reach."""
    ax, ay, ra, bx, by, rb = pieces.T
    left = np.floor(np.minimum(ax - ra, bx - rb)) - 1
    right = np.ceil(np.maximum(ax + ra, bx + rb)) + 1
    top = np.floor(np.minimum(ay - ra, by - rb)) - 1
    bottom = np.ceil(np.maximum(ay + ra, by + rb)) + 1
    columns = [np.clip(edge, 0, limit) for edge, limit in ((left, width), (right, width), (top, height), (bottom, height))]
    return np.stack(columns, axis=1).astype(np.int64)


def pixels(boxes, counts):
    """For each pixel of each box: the box's index, x and y."""
    index = np.repeat(np.arange(len(boxes)), counts)
    place = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
    wide = (boxes[:, 1] - boxes[:, 0])[index]
    return index, boxes[index, 0] + place % wide, boxes[index, 2] + place // wide


def of_pixels(pieces, index, x, y):
    ax, ay, ra, bx, by, rb = pieces.T.copy()
    length = np.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    disc = length <= np.abs(ra - rb)
    at_b = disc & (rb > ra)
    ax, ay, ra = np.where(at_b, bx, ax), np.where(at_b, by, ay), np.where(at_b, rb, ra)
    bx, by, rb = np.where(disc, ax, bx), np.where(disc, ay, by), np.where(disc, ra, rb)
    square = disc & (ra < 0.75)
    levels = np.empty(len(index), np.uint8)
    small = square[index]
    if small.any():
        i = index[small]
        levels[small] = squares(ax[i], ay[i], ra[i], x[small], y[small])
    if not small.all():
        i = index[~small]
        safe = np.where(disc, 1.0, length)
        sine = np.where(disc, 0.0, (ra - rb) / safe)
        cosine = np.where(disc, 1.0, np.sqrt(np.maximum(1 - sine * sine, 0)))
        shape = (ax, ay, ra, bx, by, rb, np.where(disc, 1.0, (bx - ax) / safe), np.where(disc, 0.0, (by - ay) / safe),
                 sine, cosine, disc)
        levels[~small] = cones([column[i] for column in shape], x[~small], y[~small])
    return levels


def squares(cx, cy, radius, x, y):
    half = 0.88622692545 * radius
    wide = np.minimum(cx + half, x + 1) - np.maximum(cx - half, x)
    high = np.minimum(cy + half, y + 1) - np.maximum(cy - half, y)
    return np.floor(255 * (np.maximum(wide, 0) * np.maximum(high, 0)) + 0.5).astype(np.uint8)


def bend(radius):
    return (1 / (24 * np.maximum(radius, 0.5))).astype(F)


def cones(shape, x, y):
    ax, ay, ra, bx, by, rb, ux, uy, sine, cosine, disc = shape
    column, row = (x % TILE).astype(F), (y % TILE).astype(D)
    left, top = x // TILE * TILE + 0.5, y // TILE * TILE + 0.5
    fux, fuy = ux.astype(F), uy.astype(F)

    def line(first, step_row, step_column):
        return (first + row * step_row.astype(D)).astype(F) + column * step_column

    from_a = line((left - ax) * ux + (top - ay) * uy, fuy, fux)
    from_b = line((left - bx) * ux + (top - by) * uy, fuy, fux)
    across = line((top - ay) * ux - (left - ax) * uy, fux, -fuy)
    along = np.maximum(np.minimum(from_a, np.abs(across) * (sine / cosine).astype(F)), from_b)
    radius = ra.astype(F) - sine.astype(F) * (from_a - along)
    radius = np.where(along == from_a, radius - bend(ra), radius)
    radius = np.where((along == from_b) & ~disc, radius - bend(rb), radius)
    distance = np.maximum(np.sqrt(along * along + across * across), F(2.0**-30))
    depth = radius - distance
    gx, gy = np.abs(along * fux - across * fuy), np.abs(along * fuy + across * fux)
    a = np.maximum(np.maximum(gx, gy), F(2.0**-30))
    b = np.maximum(np.minimum(gx, gy), F(2.0**-13) * a)

    def beyond(offset):
        w = np.maximum((a + b) * F(0.5) - offset, F(0))
        m = np.minimum(w, b)
        return (m * m + F(2) * b * (w - m)) / (F(2) * a * b)

    part = beyond(np.abs(depth) * distance)
    area = np.where(depth >= 0, F(1) - part, part)
    thin = (ra < 0.70711) | (rb < 0.70711)
    area = np.where(thin, np.maximum(area - beyond((radius + distance) * distance), F(0)), area)
    return np.floor(F(255) * area + F(0.5)).astype(np.uint8)
