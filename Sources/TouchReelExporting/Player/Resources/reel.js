// The recording's picture at any instant: docs/rendering.md, "Layers".

const END = 0, BEGIN = 1, COMMIT = 2;
/** Work between two snapshots, in pieces. */
const SNAPSHOT_WORK = 4000;
const SNAPSHOT_BYTES = 256 << 20;

/** A layer in progress: what has been drawn of it. */
class LiveLayer {
  constructor(layer, levels, width, bounds) {
    Object.assign(this, { layer, levels, width, bounds, next: 0, box: nowhere(), fresh: nowhere() });
    if (layer.stroke) this.stroker = new Stroker(layer.stroke.isCurved, (a, b) => this.draw(a, b));
  }

  draw(a, b) {
    const box = cover(this.levels, this.width, this.bounds, a, b);
    include(this.box, box);
    include(this.fresh, box);
  }

  /** Draws all that is there by a time; returns how many nodes that took. */
  extend(time) {
    const { stroke } = this.layer;
    const before = this.next;
    if (!stroke) return this.drawWhole();
    for (; this.next < stroke.radii.length && stroke.times[this.next] <= time; this.next++) {
      if (stroke.breaks.has(this.next)) this.stroker.finish();
      this.stroker.add([stroke.x[this.next], stroke.y[this.next], stroke.radii[this.next]]);
    }
    if (this.next > before) this.setTail(this.stroker.tail);
    return this.next - before;
  }

  setTail(tail) {
    for (const piece of [this.tail, tail]) {
      if (!piece) continue;
      include(this.fresh, common(reach(...piece), this.bounds));
      include(this.box, common(reach(...piece), this.bounds));
    }
    this.tail = tail;
  }

  /** Does something while the levels have the tail, which the next node replaces. */
  withTail(work) {
    const box = this.tail ? common(reach(...this.tail), this.bounds) : nowhere();
    if (isEmpty(box)) return work();
    const row = y => [y * this.width + box.x0, y * this.width + box.x1];
    const rows = Array.from({ length: box.y1 - box.y0 }, (_, i) => this.levels.slice(...row(box.y0 + i)));
    cover(this.levels, this.width, this.bounds, ...this.tail);
    work();
    rows.forEach((levels, i) => this.levels.set(levels, row(box.y0 + i)[0]));
  }

  finish() {
    const work = this.extend(Infinity);
    this.stroker?.finish();
    this.tail = null;
    return work + 1;
  }

  drawWhole() {
    if (this.next) return 0;
    const { chains, mask } = this.layer;
    this.next = 1;
    for (const chain of chains ?? []) {
      if (chain.length === 1) this.draw(chain[0], chain[0]);
      for (let i = 1; i < chain.length; i++) this.draw(chain[i - 1], chain[i]);
    }
    if (mask) this.drawMask(mask);
    return 1;
  }

  drawMask(mask) {
    let [x, y] = [mask.x0, mask.y0];
    for (const [level, count] of maskRuns(mask.packed)) {
      for (let left = count; left > 0;) {
        const part = Math.min(left, mask.x1 - x);
        if (level && y >= this.bounds.y0 && y < this.bounds.y1) this.drawRun(level, x, x + part, y * this.width);
        left -= part;
        x += part;
        if (x === mask.x1) [x, y] = [mask.x0, y + 1];
      }
    }
    include(this.box, common(mask, this.bounds));
    include(this.fresh, common(mask, this.bounds));
  }

  drawRun(level, from, to, row) {
    const end = Math.min(to, this.bounds.x1);
    for (let x = Math.max(from, this.bounds.x0); x < end; x++) {
      if (level > this.levels[row + x]) this.levels[row + x] = level;
    }
  }
}

class Reel {
  constructor(data) {
    this.data = data;
    [this.width, this.height] = [data.width, data.height];
    this.all = rect(0, 0, this.width, this.height);
    this.events = data.layers.filter(layer => !layer.isGrey).flatMap(layer =>
      [[layer.ends, END], [layer.begins, BEGIN], [layer.commits, COMMIT]]
        .filter(([time]) => time < Infinity).map(([time, kind]) => ({ time, kind, layer })));
    this.events.sort((a, b) => a.time - b.time || a.kind - b.kind);
    this.grey = data.layers.filter(layer => layer.isGrey);
    this.greyCount = 0;
    /** Whether cancelled ink is shown; `null`: where the recording shows it. */
    this.showsCancelled = null;
    this.pool = [];
    this.ink = new Uint8ClampedArray(this.width * this.height * 4);
    this.image = new ImageData(this.width, this.height);
    this.snapshots = [];
    this.leastWork = SNAPSHOT_WORK;
    this.work = 0;
    this.restart();
  }

  restart() {
    for (const live of this.live ?? []) this.release(live);
    this.ink.fill(0);
    Object.assign(this, { time: -1, next: 0, live: [], alive: [], stale: nowhere(), damage: [this.all] });
  }

  // Coverage is kept in arrays of the picture's size, which are used again.

  open(layer, bounds = this.all) {
    return new LiveLayer(layer, this.pool.pop() ?? new Uint8Array(this.width * this.height), this.width, bounds);
  }

  release(live) {
    if (!isEmpty(live.box)) clear(live.levels, 1, this.width, live.box);
    this.pool.push(live.levels);
  }

  /**
   * Goes to a time, in µs.
   * @param until when to stop for now, by performance.now().
   * @returns whether the time was reached.
   */
  seek(time, until = Infinity) {
    if (time < this.time) this.restore(time);
    let isThere = true;
    while (this.next < this.events.length && this.events[this.next].time <= time) {
      if (performance.now() > until) {
        isThere = false;
        break;
      }
      this.apply(this.events[this.next++]);
      this.keep();
    }
    this.time = isThere ? time : Math.max(this.events[this.next - 1]?.time ?? -1, this.time);
    for (const live of this.live) {
      this.work += live.extend(this.time);
      this.touched(live);
    }
    this.redrawStale();
    this.showGrey();
    return isThere;
  }

  touched(live) {
    if (isEmpty(live.fresh)) return;
    this.damage.push(live.fresh);
    live.fresh = nowhere();
  }

  apply({ kind, layer }) {
    const place = this.live.findIndex(live => live.layer === layer);
    if (kind === BEGIN) return this.begin(layer);
    if (kind === COMMIT) return this.commit(layer, place);
    if (place >= 0) return this.drop(place);
    const shown = this.alive.findIndex(({ layer: other }) => other === layer);
    if (shown >= 0) include(this.stale, this.alive.splice(shown, 1)[0].box);
  }

  begin(layer) {
    const above = this.live.findIndex(({ layer: other }) => compareLive(layer, other) < 0);
    this.live.splice(above < 0 ? this.live.length : above, 0, this.open(layer));
  }

  drop(place) {
    const [live] = this.live.splice(place, 1);
    this.damage.push(live.box);
    this.release(live);
  }

  commit(layer, place) {
    const live = place >= 0 ? this.live.splice(place, 1)[0] : this.open(layer);
    this.work += live.finish();
    const entry = { layer, box: live.box };
    const above = this.alive.findLastIndex(({ layer: other }) => compareCommitted(other, layer) < 0) + 1;
    this.alive.splice(above, 0, entry);
    if (above < this.alive.length - 1) include(this.stale, live.box);
    else this.composite(live);
    this.damage.push(live.box);
    this.release(live);
  }

  composite({ layer, levels, box }, pixels = this.ink, color = layer.color) {
    if (isEmpty(box)) return;
    if (layer.isErasure) erase(pixels, levels, this.width, box);
    else if (layer.image) imageOver(pixels, levels, this.width, box, layer.image);
    else if (layer.isUnderlay) inkUnder(pixels, levels, this.width, box, color);
    else inkOver(pixels, levels, this.width, box, color);
  }

  /** Draws what is left where something was taken away or has changed its place. */
  redrawStale() {
    const box = common(this.stale, this.all);
    if (isEmpty(box)) return;
    this.stale = nowhere();
    clear(this.ink, 4, this.width, box);
    for (const { layer, box: reach } of this.alive) {
      const part = common(reach, box);
      if (isEmpty(part)) continue;
      const live = this.open(layer, part);
      this.work += live.finish();
      this.composite(live);
      this.release(live);
    }
    this.damage.push(box);
  }

  // Snapshots, so that going back does not begin at the beginning.

  keep() {
    const last = this.snapshots.at(-1);
    if (this.work < this.leastWork || (last && last.next >= this.next)) return;
    this.work = 0;
    this.redrawStale();
    this.snapshots.push({
      next: this.next, time: this.events[this.next - 1].time, ink: this.ink.slice(), alive: this.alive.slice(),
      live: this.live.map(live => live.layer),
    });
    if (this.snapshots.length * this.ink.length <= SNAPSHOT_BYTES || this.snapshots.length < 4) return;
    this.snapshots = this.snapshots.filter((_, i) => i % 2);
    this.leastWork *= 2;
  }

  restore(time) {
    const snapshot = this.snapshots.findLast(snapshot => snapshot.time <= time);
    this.restart();
    this.work = 0;
    if (!snapshot) return;
    this.ink.set(snapshot.ink);
    [this.next, this.time, this.alive] = [snapshot.next, snapshot.time, snapshot.alive.slice()];
    this.live = snapshot.live.map(layer => this.open(layer));
  }

  // Cancelled ink is one coverage above all other.

  showGrey() {
    const wanted = this.grey.filter(({ begins, isShownGrey }) =>
      begins <= this.time && (this.showsCancelled ?? isShownGrey));
    if (wanted.length === this.greyCount) return;
    this.greyCount = wanted.length;
    if (this.greyInk) {
      this.damage.push(this.greyInk.box);
      this.release(this.greyInk);
    }
    this.greyInk = wanted.length ? this.open({}) : null;
    for (const layer of wanted) {
      const one = new LiveLayer(layer, this.greyInk.levels, this.width, this.all);
      one.finish();
      include(this.greyInk.box, one.box);
    }
    if (this.greyInk) this.damage.push(this.greyInk.box);
  }

  // The picture.

  showBackground() {
    const { backgrounds } = this.data;
    const shown = backgrounds.findLast(({ time }) => time <= this.time) ?? backgrounds[0];
    if (shown === this.background) return;
    this.background = shown;
    this.backgroundPixels = backgroundPixels(shown, this.width, this.height);
    this.damage = [this.all];
  }

  /** Composes what has changed and puts it onto a canvas. */
  show(context) {
    this.showBackground();
    if (this.damage.some(box => box === this.all)) this.damage = [this.all];
    for (const box of this.damage) {
      const part = common(box, this.all);
      if (isEmpty(part)) continue;
      this.compose(part);
      context.putImageData(this.image, 0, 0, part.x0, part.y0, part.x1 - part.x0, part.y1 - part.y0);
    }
    this.damage = [];
  }

  compose(part) {
    const pixels = this.image.data;
    copy(this.ink, pixels, this.width, part);
    for (const live of this.live) {
      const box = common(live.box, part);
      live.withTail(() => this.composite({ layer: live.layer, levels: live.levels, box }, pixels, live.layer.liveColor));
    }
    if (this.greyInk) {
      inkOver(pixels, this.greyInk.levels, this.width, common(this.greyInk.box, part), [128, 128, 128, 96]);
    }
    overBackground(pixels, this.backgroundPixels, this.width, part);
  }
}

/** Erasures in progress are below ink in progress. */
const compareLive = (a, b) => b.isErasure - a.isErasure || a.order - b.order || a.part - b.part;
const compareCommitted = (a, b) => a.element - b.element || a.part - b.part;
