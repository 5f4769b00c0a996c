// What the page holds of a recording: a stream of numbers, deflated, in base64. Swift's PlayerData writes it.

class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** Seven bits a byte, the lowest first. */
  unsigned() {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  }

  signed() {
    const value = this.unsigned();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  list(read) { return Array.from({ length: this.unsigned() }, () => read()); }
  color() { return [...this.take(4)]; }
  /** Numbers, each as the difference from the one before. */
  column(count, first = 0) {
    const numbers = new Float64Array(count);
    for (let i = 0, last = first; i < count; i++) numbers[i] = last += this.signed();
    return numbers;
  }
}

async function readData(base64) {
  const text = atob(base64);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Bytes(new Uint8Array(await new Response(stream).arrayBuffer()));
  const [width, height, from, to] = [1, 2, 3, 4].map(() => bytes.unsigned());
  const backgrounds = bytes.list(() => readBackground(bytes, width * height * 4));
  const touches = bytes.list(() => readTouch(bytes));
  const layers = bytes.list(() => readLayer(bytes, touches));
  return { width, height, from, to, backgrounds, touches, layers };
}

function readBackground(bytes, size) {
  const background = { time: bytes.unsigned() };
  const kind = bytes.unsigned();
  if (kind === 2) return { ...background, pixels: bytes.take(size) };
  background.first = bytes.color();
  if (kind === 1) [background.last, background.way] = [bytes.color(), [1, 2, 3, 4].map(() => bytes.signed())];
  return background;
}

/** Times are in µs, from the recording's first event. */
function readTouch(bytes) {
  const touch = { number: bytes.unsigned(), began: bytes.unsigned(), ended: bytes.unsigned(), isCancelled: bytes.unsigned() === 1 };
  touch.color = bytes.color();
  const count = bytes.unsigned();
  return { ...touch, times: bytes.column(count), x: bytes.column(count), y: bytes.column(count) };
}

function readLayer(bytes, touches) {
  const flags = bytes.unsigned();
  const has = bit => (flags >> bit & 1) === 1;
  const time = bit => has(bit) ? bytes.unsigned() : Infinity;
  const layer = { isErasure: has(0), isGrey: has(1), isShownGrey: has(2), isUnderlay: has(6) };
  [layer.begins, layer.commits, layer.ends] = [time(3), time(4), time(5)];
  [layer.order, layer.element, layer.part] = [bytes.signed(), bytes.unsigned(), bytes.unsigned()];
  layer.color = bytes.color();
  layer.liveColor = bytes.color();
  const kind = bytes.unsigned();
  if (kind === 0) layer.stroke = readStroke(bytes, touches);
  if (kind === 1) layer.chains = bytes.list(() => readChain(bytes));
  if (kind >= 2) layer.mask = readMask(bytes);
  if (kind === 3) layer.image = readImage(bytes, layer.mask);
  return layer;
}

/** A freehand stroke: the nodes of a touch, which become visible one by one. */
function readStroke(bytes, touches) {
  const isCurved = bytes.unsigned() === 1;
  const breaks = new Set(bytes.list(() => bytes.unsigned()));
  const touch = touches[bytes.unsigned()];
  const count = bytes.unsigned();
  const isOwn = bytes.unsigned() === 1;
  const [x, y] = isOwn ? [bytes.column(count), bytes.column(count)] : [touch.x, touch.y];
  const radii = bytes.unsigned() === 1 ? bytes.column(count) : new Float64Array(count).fill(bytes.unsigned());
  return { isCurved, breaks, times: touch.times, x, y, radii };
}

function readChain(bytes) {
  const count = bytes.unsigned();
  const last = [0, 0, 0];
  return Array.from({ length: count }, () => last.map((_, i) => last[i] += bytes.signed()));
}

/** Levels of a rectangle: runs of one level, and levels one by one. */
function readMask(bytes) {
  const [x0, y0, width, height] = [1, 2, 3, 4].map(() => bytes.unsigned());
  const packed = bytes.take(bytes.unsigned());
  return { x0, y0, x1: x0 + width, y1: y0 + height, packed };
}

/** The pixels of a mask's rectangle. */
function readImage(bytes, { x0, y0, x1, y1 }) {
  return { x0, y0, width: x1 - x0, pixels: bytes.take((x1 - x0) * (y1 - y0) * 4) };
}

function* maskRuns(packed) {
  const bytes = new Bytes(packed);
  while (bytes.at < packed.length) {
    const head = bytes.unsigned();
    const count = Math.floor(head / 2);
    if (head % 2) for (const level of bytes.take(count)) yield [level, 1];
    else yield [bytes.take(1)[0], count];
  }
}
