// The page: what plays, the timeline, keys and touches.

/** How long drawing may take in a frame, in ms, where it has to catch up. */
const FRAME_BUDGET = 24;
const SECOND = 1e6;

class Player {
  constructor(data) {
    this.data = data;
    this.reel = new Reel(data);
    this.page = Object.fromEntries([...document.querySelectorAll('[id]')].map(element => [element.id, element]));
    this.time = data.to;
    this.playing = false;
    this.speed = Number(this.page.speed.value);
    this.isPoster = true;
    const { ink, seek } = this.page;
    [ink.width, ink.height] = [data.width, data.height];
    this.context = ink.getContext('2d');
    [seek.min, seek.max, seek.value] = [data.from, Math.max(data.to, data.from + 1), data.to];
    this.reel.showsCancelled = null;
    this.page.cancelled.checked = data.layers.some(layer => layer.isShownGrey);
    this.page.cancelled.disabled = !data.layers.some(layer => layer.isGrey);
    this.listen();
    this.page.controls.hidden = false;
    this.resize();
    this.followHash();
    this.showTime();
  }

  listen() {
    const { play, seek, speed, circles, cancelled, save, stage } = this.page;
    play.onclick = () => this.toggle();
    stage.onclick = () => this.toggle();
    seek.oninput = () => this.seek(Number(seek.value));
    speed.onchange = () => this.speed = Number(speed.value);
    circles.onchange = () => this.request();
    cancelled.onchange = () => {
      this.reel.showsCancelled = cancelled.checked;
      this.seek(this.time, this.playing);
    };
    save.onclick = () => save.href = this.picture();
    addEventListener('keydown', event => this.key(event));
    addEventListener('hashchange', () => this.followHash());
    new ResizeObserver(() => this.resize()).observe(stage);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.resize());
  }

  // Time.

  toggle() { this.playing ? this.pause() : this.play(); }

  play() {
    if (this.time >= this.data.to) this.time = this.data.from;
    this.playing = true;
    this.last = null;
    this.leavePoster();
    this.showButton();
    this.request();
  }

  pause() {
    this.playing = false;
    this.showButton();
    this.showTime();
  }

  seek(time, isPlaying = false) {
    this.time = Math.min(Math.max(time, this.data.from), this.data.to);
    if (!isPlaying) this.pause();
    this.leavePoster();
    this.request();
  }

  /** The finished picture, as it came with the page, is shown until something else is wanted. */
  leavePoster() {
    this.isPoster = false;
    [this.page.poster.hidden, this.page.ink.hidden, this.page.view.hidden] = [true, false, false];
  }

  request() {
    if (this.isPoster || this.requested) return;
    this.requested = true;
    requestAnimationFrame(now => this.frame(now));
  }

  frame(now) {
    this.requested = false;
    if (this.playing) this.advance(now);
    const isThere = this.draw(performance.now() + FRAME_BUDGET);
    if (this.playing || !isThere) this.request();
  }

  advance(now) {
    // A page that was hidden goes on where it was.
    const passed = this.last === null ? 0 : Math.min(Math.max(now - this.last, 0), 250);
    this.last = now;
    this.time += passed * 1000 * this.speed;
    if (this.time < this.data.to) return;
    if (this.page.loop.checked && this.data.to > this.data.from) return this.time = this.data.from;
    this.time = this.data.to;
    this.pause();
  }

  draw(until) {
    const isThere = this.reel.seek(Math.floor(this.time), until);
    this.reel.show(this.context);
    this.drawView();
    this.showTime();
    return isThere;
  }

  /** The picture at the time, as a link that holds it. */
  picture() {
    this.leavePoster();
    this.draw(Infinity);
    return this.page.ink.toDataURL('image/png');
  }

  /** `#t=1.5` goes to a time, in seconds; `#t=1.5&t=2&picture` shows nothing but the pictures then, as images. */
  followHash() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const times = wanted.getAll('t').filter(text => text !== '').map(Number).filter(Number.isFinite);
    if (times.length) this.seek(Math.round(times[0] * SECOND));
    if (wanted.has('picture')) document.body.replaceChildren(...(times.length ? times : [this.time / SECOND]).map(time => {
      this.seek(Math.round(time * SECOND));
      const image = new Image(this.data.width, this.data.height);
      [image.src, image.alt] = [this.picture(), clock(this.time)];
      return image;
    }));
  }

  // Keys.

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !document.body.contains(this.page.stage)) return;
    const isOnControl = event.target.matches?.('select, summary, input[type=checkbox], button, a');
    const step = event.shiftKey ? null : SECOND;
    const actions = {
      ' ': () => isOnControl ? false : this.toggle(),
      k: () => this.toggle(),
      ArrowLeft: () => this.seek(step ? this.time - step : this.frameTime(-1)),
      ArrowRight: () => this.seek(step ? this.time + step : this.frameTime(1)),
      Home: () => this.seek(this.data.from),
      End: () => this.seek(this.data.to),
      l: () => this.page.loop.click(),
      c: () => this.page.circles.click(),
      '+': () => this.changeSpeed(1),
      '-': () => this.changeSpeed(-1),
    };
    const action = actions[event.key];
    if (!action || event.target.matches?.('select') || action() === false) return;
    event.preventDefault();
  }

  changeSpeed(by) {
    const { speed } = this.page;
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.length - 1);
    this.speed = Number(speed.value);
  }

  /** When something happens next, or happened before. */
  frameTime(direction) {
    this.frames ??= new Set([
      ...this.data.touches.flatMap(touch => [...touch.times, touch.ended]),
      ...this.data.layers.flatMap(layer => [layer.begins, layer.commits, layer.ends]),
    ].filter(Number.isFinite));
    let best = direction < 0 ? this.data.from : this.data.to;
    for (const time of this.frames) {
      if (direction < 0 ? time < this.time && time > best : time > this.time && time < best) best = time;
    }
    return best;
  }

  // What is shown beside the ink.

  showButton() {
    const { play } = this.page;
    play.textContent = this.playing ? '❚❚' : '▶';
    play.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
  }

  showTime() {
    const { seek, time } = this.page;
    seek.value = this.time;
    const text = clock(this.time);
    seek.setAttribute('aria-valuetext', text);
    time.textContent = `${text} / ${clock(this.data.to)}`;
    if (!this.playing) time.href = `#t=${(Math.floor(this.time) / SECOND).toFixed(6).replace(/\.?0+$/, '')}`;
  }

  /** The circles above the ink; on a smaller screen above the ink made smaller, which browsers do badly by themselves. */
  drawView() {
    const { ink, view, circles } = this.page;
    const context = view.getContext('2d');
    const scale = view.width / this.data.width;
    context.clearRect(0, 0, view.width, view.height);
    if (this.isPoster) return;
    ink.style.visibility = scale < 1 ? 'hidden' : 'visible';
    context.imageSmoothingQuality = 'high';
    if (scale < 1) context.drawImage(ink, 0, 0, view.width, view.height);
    if (circles.checked) this.drawCircles(context, scale);
  }

  drawCircles(context, scale) {
    // As our own pictures have them, but never too small for a narrow screen.
    const unit = Math.max(Math.max(this.data.width, this.data.height) / 1920 * scale, 0.6 * devicePixelRatio);
    for (const touch of this.data.touches) {
      if (touch.began > this.time || touch.ended <= this.time) continue;
      const place = lastNotAfter(touch.times, this.time);
      if (place < 0) continue;
      drawCircle(context, touch, touch.x[place] / 256 * scale, touch.y[place] / 256 * scale, unit);
    }
  }

  resize() {
    const { stage, view, density, seek } = this.page;
    fit(view, stage);
    fit(density, seek);
    drawDensity(density, this.data);
    this.drawView();
  }
}

/** Gives a canvas as many pixels as an element takes on the screen. */
function fit(canvas, element) {
  const { width, height } = element.getBoundingClientRect();
  [canvas.width, canvas.height] = [width, height].map(side => Math.max(1, Math.round(side * devicePixelRatio)));
}

function clock(time) {
  const seconds = Math.floor(time / 1000) / 1000;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(3).padStart(6, '0')}`;
}

/** The place of the last number that is not greater; −1 if all are. */
function lastNotAfter(numbers, limit) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @param unit a 1920th of the picture's longer side. */
function drawCircle(context, touch, x, y, unit) {
  const color = `rgb(${touch.color.slice(0, 3).join()})`;
  for (const [style, width] of [['rgba(255, 255, 255, 0.63)', 5], [color, 3]]) {
    context.beginPath();
    context.arc(x, y, 22 * unit, 0, 2 * Math.PI);
    [context.strokeStyle, context.lineWidth] = [style, width * unit];
    context.stroke();
  }
  context.font = `${Math.round(24 * unit)}px sans-serif`;
  [context.textAlign, context.textBaseline, context.fillStyle] = ['center', 'middle', color];
  context.fillText(touch.number, x + 40 * unit, y - 22 * unit);
}

/** How many touches are down, over the time; where one is cancelled, a line. */
function drawDensity(canvas, { touches, from, to }) {
  const context = canvas.getContext('2d');
  const style = getComputedStyle(canvas);
  const [columns, length] = [canvas.width, Math.max(to - from, 1)];
  const column = time => (time - from) / length * columns;
  const counts = new Float64Array(columns + 1);
  for (const { began, ended } of touches) {
    const [start, end] = [Math.max(column(began), 0), Math.min(column(ended), columns)];
    for (let x = Math.floor(start); x < end; x++) counts[x] += Math.min(x + 1, end) - Math.max(x, start);
  }
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  context.clearRect(0, 0, columns, canvas.height);
  [context.fillStyle, context.globalAlpha] = [style.color, 0.45];
  for (let x = 0; x < columns; x++) {
    const high = counts[x] / most * canvas.height;
    context.fillRect(x, canvas.height - high, 1, high);
  }
  [context.fillStyle, context.globalAlpha] = [style.borderTopColor, 1];
  for (const { ended, isCancelled } of touches) {
    if (isCancelled) context.fillRect(Math.min(Math.floor(column(ended)), columns - 1), 0, devicePixelRatio, canvas.height);
  }
}

readData(document.getElementById('data').textContent).then(data => new Player(data)).catch(error => {
  document.getElementById('trouble').hidden = false;
  document.getElementById('trouble').append(` (${error.message})`);
});
