'use strict';

// The coverage of ink: docs/rendering.md, "The coverage of a piece" and "Freehand strokes: pieces". Lengths are in
// 1/256 pixel where they are integers, and in pixels where they are not.

const { abs, max, min, sqrt } = Math;
/** To single precision: every operation on a pixel is rounded to it, as in our own pictures. */
const f32 = Math.fround;

/** A rectangle of whole pixels, from (x0, y0) up to (x1, y1), which it does not hold. */
const rect = (x0, y0, x1, y1) => ({ x0, y0, x1, y1 });
const nowhere = () => rect(1e9, 1e9, -1e9, -1e9);
const isEmpty = r => r.x0 >= r.x1 || r.y0 >= r.y1;
const common = (a, b) =>
  rect(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1));

function include(into, r) {
  if (isEmpty(r)) return;
  into.x0 = min(into.x0, r.x0);
  into.y0 = min(into.y0, r.y0);
  into.x1 = max(into.x1, r.x1);
  into.y1 = max(into.y1, r.y1);
}

/** The pixels that a piece may touch. */
const reach = (a, b) => rect(
  (min(a[0] - a[2], b[0] - b[2]) - 128) >> 8, (min(a[1] - a[2], b[1] - b[2]) - 128) >> 8,
  ((max(a[0] + a[2], b[0] + b[2]) + 128) >> 8) + 1, ((max(a[1] + a[2], b[1] + b[2]) + 128) >> 8) + 1);

/** Half a pixel's diagonal: an edge that is farther from the centre does not cross the pixel. */
const HALF = 0.70711;

/** How much of a pixel lies beyond a line at the distance o from its centre; a ≥ b are the normal's components. */
function beyond(a, b, o) {
  const w = max(f32(f32(f32(a + b) * 0.5) - o), 0);
  const m = min(w, b);
  return f32(f32(f32(m * m) + f32(2 * b * f32(w - m))) / f32(2 * a * b));
}

/** Raises levels to those of the square that stands for a dot of less than a pixel. */
function coverSquare(levels, width, box, x, y, radius) {
  const half = 0.88622692545 * radius;
  for (let row = box.y0; row < box.y1; row++) {
    const high = min(y + half, row + 1) - max(y - half, row);
    for (let column = box.x0; column < box.x1; column++) {
      const wide = min(x + half, column + 1) - max(x - half, column);
      if (high <= 0 || wide <= 0) continue;
      const level = Math.floor(255 * wide * high + 0.5);
      if (level > levels[row * width + column]) levels[row * width + column] = level;
    }
  }
}

/**
 * Raises levels, one byte a pixel, to those of a piece.
 * @param a, b nodes: [x, y, radius] in 1/256 pixel.
 * @param clip where levels may change.
 * @returns where they may have changed.
 */
function cover(levels, width, clip, a, b) {
  const box = common(reach(a, b), clip);
  if (isEmpty(box)) return box;
  let [ax, ay, ra] = [a[0] / 256, a[1] / 256, a[2] / 256];
  let [bx, by, rb] = [b[0] / 256, b[1] / 256, b[2] / 256];
  let length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  if (length <= ra - rb) [bx, by, rb, length] = [ax, ay, ra, 0];
  else if (length <= rb - ra) [ax, ay, ra, length] = [bx, by, rb, 0];
  const isDisc = length === 0;
  if (isDisc && ra < 0.75) {
    coverSquare(levels, width, box, ax, ay, ra);
    return box;
  }
  const ux = isDisc ? 1 : (bx - ax) / length;
  const uy = isDisc ? 0 : (by - ay) / length;
  const sine = isDisc ? 0 : (ra - rb) / length;
  const bend = radius => f32(1 / (24 * max(radius, 0.5)));
  const piece = {
    ax, ay, bx, by, ux, uy, x: f32(ux), y: f32(uy), radius: f32(ra), sine: f32(sine),
    lean: f32(sine / sqrt((1 - sine) * (1 + sine))), bendA: bend(ra), bendB: isDisc ? 0 : bend(rb),
    isThin: min(ra, rb) < HALF,
  };
  const margin = max(ra, rb) + 1;
  for (let row = box.y0; row < box.y1; row++) {
    let [from, to] = [box.x0, box.x1];
    if (abs(uy) > 1e-3) {
      const middle = ax + (row + 0.5 - ay) * ux / uy;
      const half = margin / abs(uy);
      from = max(from, Math.floor(middle - half));
      to = min(to, Math.ceil(middle + half));
    }
    for (; from < to; from = (from & -64) + 64) {
      coverRow(levels, row * width, row, from, min(to, (from & -64) + 64), piece);
    }
  }
  return box;
}

/** A part of a row of pixels that lies in one of the picture's tiles of 64 × 64, from whose first pixel positions count. */
function coverRow(levels, start, row, from, to, piece) {
  const { ax, ay, bx, by, ux, uy, x, y, sine, lean, bendA, bendB, isThin } = piece;
  const [left, top, down] = [(from & -64) + 0.5, (row & -64) + 0.5, row & 63];
  const rowA = f32((left - ax) * ux + (top - ay) * uy + down * y);
  const rowB = f32((left - bx) * ux + (top - by) * uy + down * y);
  const rowAcross = f32((top - ay) * ux - (left - ax) * uy + down * x);
  for (let column = from; column < to; column++) {
    const place = start + column;
    if (levels[place] === 255) continue;
    const right = column & 63;
    const fromA = f32(rowA + f32(right * x));
    const fromB = f32(rowB + f32(right * x));
    const across = f32(rowAcross - f32(right * y));
    const along = max(min(fromA, f32(abs(across) * lean)), fromB);
    let radius = f32(piece.radius - f32(sine * f32(fromA - along)));
    radius = f32(radius - f32((along === fromA ? bendA : 0) + (along === fromB ? bendB : 0)));
    const d = max(f32(sqrt(f32(f32(along * along) + f32(across * across)))), 2 ** -30);
    const depth = f32(radius - d);
    if (depth <= -HALF) continue;
    if (depth >= HALF) {
      levels[place] = 255;
      continue;
    }
    const gx = abs(f32(f32(along * x) - f32(across * y)));
    const gy = abs(f32(f32(along * y) + f32(across * x)));
    const a = max(gx, gy, 2 ** -30);
    const b = max(min(gx, gy), f32(a * 2 ** -13));
    const part = beyond(a, b, f32(abs(depth) * d));
    let area = depth >= 0 ? f32(1 - part) : part;
    if (isThin) area = max(f32(area - beyond(a, b, f32(f32(radius + d) * d))), 0);
    const level = Math.floor(f32(f32(area * 255) + 0.5));
    if (level > levels[place]) levels[place] = level;
  }
}

const middle = (a, b) => [(a[0] + b[0]) >> 1, (a[1] + b[1]) >> 1, (a[2] + b[2]) >> 1];
const isSamePoint = (a, b) => a[0] === b[0] && a[1] === b[1];
/** To the nearest integer, halves away from zero. */
const rounded = value => Math.sign(value) * Math.floor(abs(value) + 0.5);

/** Turns the nodes of a freehand stroke into pieces, as they come. */
class Stroker {
  constructor(isCurved, piece) {
    this.isCurved = isCurved;
    this.piece = piece;
    this.joint = this.latest = null;
  }

  add(node) {
    const { joint, latest } = this;
    if (!latest) return this.dot(node);
    if (isSamePoint(latest, node)) {
      if (!joint && node[2] > latest[2]) this.dot(node);
      return;
    }
    const next = this.isCurved ? middle(latest, node) : node;
    if (!joint) this.piece(latest, next);
    else if (this.isCurved) this.curve(joint, latest, next);
    else this.piece(joint, next);
    [this.joint, this.latest] = [next, node];
  }

  dot(node) {
    this.piece(node, node);
    this.latest = node;
  }

  curve(from, control, to) {
    const bend = [0, 1, 2].map(i => from[i] - 2 * control[i] + to[i]);
    const count = max(1, Math.ceil(sqrt(sqrt(bend[0] ** 2 + bend[1] ** 2) / 32)));
    let last = from;
    for (let k = 1; k < count; k++) {
      const t = k / count;
      const next = [0, 1, 2].map(i => rounded(from[i] + 2 * (control[i] - from[i]) * t + bend[i] * t * t));
      this.piece(last, next);
      last = next;
    }
    this.piece(last, to);
  }

  /** What is left to draw up to the latest node, if anything: the next node replaces it. */
  get tail() {
    const { joint, latest } = this;
    return joint && (!isSamePoint(joint, latest) || joint[2] !== latest[2]) ? [joint, latest] : null;
  }

  /** Draws up to the latest node; the next one begins anew. */
  finish() {
    const { tail } = this;
    if (tail) this.piece(...tail);
    this.joint = this.latest = null;
  }
}
