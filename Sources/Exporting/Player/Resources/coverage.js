'use strict';

// The coverage of ink: docs/rendering.md, "The coverage of a piece" and "Freehand strokes: pieces". Lengths are in
// 1/256 pixel where they are integers, and in pixels where they are not.

/** A rectangle of whole pixels, from (x0, y0) up to (x1, y1), which it does not hold. */
const rect = (x0, y0, x1, y1) => ({ x0, y0, x1, y1 });
const nowhere = () => rect(1e9, 1e9, -1e9, -1e9);
const isEmpty = r => r.x0 >= r.x1 || r.y0 >= r.y1;
const common = (a, b) =>
  rect(Math.max(a.x0, b.x0), Math.max(a.y0, b.y0), Math.min(a.x1, b.x1), Math.min(a.y1, b.y1));

function include(into, r) {
  if (isEmpty(r)) return;
  into.x0 = Math.min(into.x0, r.x0);
  into.y0 = Math.min(into.y0, r.y0);
  into.x1 = Math.max(into.x1, r.x1);
  into.y1 = Math.max(into.y1, r.y1);
}

/** The pixels that a piece may touch. */
const reach = (a, b) => rect(
  (Math.min(a[0] - a[2], b[0] - b[2]) - 128) >> 8, (Math.min(a[1] - a[2], b[1] - b[2]) - 128) >> 8,
  ((Math.max(a[0] + a[2], b[0] + b[2]) + 128) >> 8) + 1, ((Math.max(a[1] + a[2], b[1] + b[2]) + 128) >> 8) + 1);

/** Half a pixel's diagonal: an edge that is farther from the centre does not cross the pixel. */
const HALF = 0.70711;

/** How much of a pixel lies beyond a line at the distance o from its centre; A ≥ B are the normal's components. */
function beyond(o, A, B) {
  const W = Math.max((A + B) / 2 - o, 0);
  const M = Math.min(W, B);
  return (M * M + 2 * B * (W - M)) / (2 * A * B);
}

/** Raises levels to those of the square that stands for a dot of less than a pixel. */
function coverSquare(levels, width, box, x, y, radius) {
  const half = 0.88622692545 * radius;
  for (let row = box.y0; row < box.y1; row++) {
    const high = Math.min(y + half, row + 1) - Math.max(y - half, row);
    for (let column = box.x0; column < box.x1; column++) {
      const wide = Math.min(x + half, column + 1) - Math.max(x - half, column);
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
  let length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
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
  const piece = {
    ax, ay, bx, by, ra, ux, uy, sine, slope: fround(sine / Math.sqrt(1 - sine * sine)), floatX: fround(ux), floatY: fround(uy),
    bendA: 1 / (24 * Math.max(ra, 0.5)), bendB: isDisc ? 0 : 1 / (24 * Math.max(rb, 0.5)),
    isThin: Math.min(ra, rb) < HALF,
  };
  const margin = Math.max(ra, rb) + 1;
  for (let row = box.y0; row < box.y1; row++) {
    let [from, to] = [box.x0, box.x1];
    if (Math.abs(uy) > 1e-3) {
      const middle = ax + (row + 0.5 - ay) * ux / uy;
      const half = margin / Math.abs(uy);
      from = Math.max(from, Math.floor(middle - half));
      to = Math.min(to, Math.ceil(middle + half));
    }
    for (; from < to; from = (from & -64) + 64) {
      coverRow(levels, row * width, row, from, Math.min(to, (from & -64) + 64), piece);
    }
  }
  return box;
}

const { abs, fround, max, min, sqrt } = Math;

/**
 * A part of a row of pixels that lies in one of the picture's tiles of 64 × 64. Positions are rounded to single precision
 * as in our own pictures: that decides whether a pixel on the border between a round end and the straight part belongs
 * to one or the other.
 */
function coverRow(levels, start, row, from, to, piece) {
  const { ax, ay, bx, by, ra, ux, uy, sine, slope, floatX, floatY, bendA, bendB, isThin } = piece;
  const first = from & -64;
  const [x, y, down] = [first + 0.5 - ax, (row & -64) + 0.5 - ay, row & 63];
  const rowA = fround(x * ux + y * uy + down * floatY);
  const rowB = fround((first + 0.5 - bx) * ux + ((row & -64) + 0.5 - by) * uy + down * floatY);
  const rowAcross = fround(y * ux - x * uy + down * floatX);
  for (let column = from; column < to; column++) {
    const place = start + column;
    if (levels[place] === 255) continue;
    const right = column - first;
    const fromA = fround(rowA + fround(right * floatX));
    const fromB = fround(rowB + fround(right * floatX));
    const across = fround(rowAcross - fround(right * floatY));
    const along = max(min(fromA, fround(abs(across) * slope)), fromB);
    let radius = ra - sine * (fromA - along);
    if (along === fromA) radius -= bendA;
    if (along === fromB) radius -= bendB;
    const d = max(sqrt(along * along + across * across), 2 ** -30);
    const f = radius - d;
    if (f <= -HALF) continue;
    if (f >= HALF) {
      levels[place] = 255;
      continue;
    }
    const gx = abs(along * ux - across * uy);
    const gy = abs(along * uy + across * ux);
    const A = max(gx, gy, 2 ** -30);
    const B = max(min(gx, gy), A * 2 ** -13);
    const part = beyond(abs(f) * d, A, B);
    let area = f >= 0 ? 1 - part : part;
    if (isThin) area = max(area - beyond((radius + d) * d, A, B), 0);
    const level = Math.floor(255 * area + 0.5);
    if (level > levels[place]) levels[place] = level;
  }
}

const middle = (a, b) => [(a[0] + b[0]) >> 1, (a[1] + b[1]) >> 1, (a[2] + b[2]) >> 1];
const isSamePoint = (a, b) => a[0] === b[0] && a[1] === b[1];
/** To the nearest integer, halves away from zero. */
const rounded = value => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

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
    const count = Math.max(1, Math.ceil(Math.sqrt(Math.sqrt(bend[0] ** 2 + bend[1] ** 2) / 32)));
    let last = from;
    for (let k = 1; k < count; k++) {
      const t = k / count;
      const next = [0, 1, 2].map(i => rounded(from[i] + 2 * (control[i] - from[i]) * t + bend[i] * t * t));
      this.piece(last, next);
      last = next;
    }
    this.piece(last, to);
  }

  /** Draws up to the latest node; the next one begins anew. */
  finish() {
    const { joint, latest } = this;
    if (joint && (!isSamePoint(joint, latest) || joint[2] !== latest[2])) this.piece(joint, latest);
    this.joint = this.latest = null;
  }
}
