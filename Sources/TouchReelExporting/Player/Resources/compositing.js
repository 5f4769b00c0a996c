// Colour and compositing: docs/rendering.md. Pixels are red, green, blue and alpha, the colours multiplied by it.

/** round(p · q / 255) */
const times = (p, q) => {
  const t = p * q + 128;
  return (t + (t >> 8)) >> 8;
};

const multiplied = color => [0, 1, 2].map(i => Math.floor((color[i] * color[3] + 127) / 255)).concat(color[3]);

/** Ink of one coverage over pixels. `levels` and `pixels` have the same width and the same origin. */
function inkOver(pixels, levels, width, box, color) {
  const [red, green, blue, alpha] = multiplied(color);
  for (let row = box.y0; row < box.y1; row++) {
    for (let place = row * width + box.x0, end = row * width + box.x1; place < end; place++) {
      const level = levels[place];
      if (level === 0) continue;
      const rest = 255 - times(alpha, level);
      const at = place * 4;
      pixels[at] = times(red, level) + times(pixels[at], rest);
      pixels[at + 1] = times(green, level) + times(pixels[at + 1], rest);
      pixels[at + 2] = times(blue, level) + times(pixels[at + 2], rest);
      pixels[at + 3] = times(alpha, level) + times(pixels[at + 3], rest);
    }
  }
}

/** The same below the pixels. */
function inkUnder(pixels, levels, width, box, color) {
  const source = multiplied(color);
  for (let row = box.y0; row < box.y1; row++) {
    for (let place = row * width + box.x0, end = row * width + box.x1; place < end; place++) {
      const level = levels[place];
      if (level === 0) continue;
      const at = place * 4;
      const rest = 255 - pixels[at + 3];
      for (let i = 0; i < 4; i++) pixels[at + i] += times(times(source[i], level), rest);
    }
  }
}

/** An image where it is covered. */
function imageOver(pixels, levels, width, box, image) {
  for (let row = box.y0; row < box.y1; row++) {
    for (let column = box.x0; column < box.x1; column++) {
      const place = row * width + column;
      const level = levels[place];
      if (level === 0) continue;
      const from = ((row - image.y0) * image.width + column - image.x0) * 4;
      const rest = 255 - times(image.pixels[from + 3], level);
      for (let i = 0, at = place * 4; i < 4; i++, at++) {
        pixels[at] = times(image.pixels[from + i], level) + times(pixels[at], rest);
      }
    }
  }
}

function erase(pixels, levels, width, box) {
  for (let row = box.y0; row < box.y1; row++) {
    for (let place = row * width + box.x0, end = row * width + box.x1; place < end; place++) {
      const rest = 255 - levels[place];
      if (rest === 255) continue;
      for (let at = place * 4; at < place * 4 + 4; at++) pixels[at] = times(pixels[at], rest);
    }
  }
}

/** Copies a part of pixels of one size. */
function copy(from, to, width, box) {
  for (let row = box.y0; row < box.y1; row++) {
    const start = (row * width + box.x0) * 4;
    to.set(from.subarray(start, start + (box.x1 - box.x0) * 4), start);
  }
}

function clear(array, perPixel, width, box) {
  for (let row = box.y0; row < box.y1; row++) {
    array.fill(0, (row * width + box.x0) * perPixel, (row * width + box.x1) * perPixel);
  }
}

/** Pixels over a background, as a canvas takes them: not multiplied. The result replaces the pixels. */
function overBackground(pixels, background, width, box) {
  for (let row = box.y0; row < box.y1; row++) {
    for (let at = (row * width + box.x0) * 4, end = (row * width + box.x1) * 4; at < end; at += 4) {
      const rest = 255 - pixels[at + 3];
      if (rest > 0) for (let i = at; i < at + 4; i++) pixels[i] += times(background[i], rest);
      const alpha = pixels[at + 3];
      if (alpha === 255) continue;
      for (let i = at; i < at + 3; i++) {
        pixels[i] = alpha === 0 ? 0 : Math.min(255, Math.floor((255 * pixels[i] + (alpha >> 1)) / alpha));
      }
    }
  }
}

/** The pixels of a background: docs/rendering.md, "The background". */
function backgroundPixels(background, width, height) {
  if (background.pixels) return background.pixels;
  const pixels = new Uint8Array(width * height * 4);
  const first = multiplied(background.first);
  if (!background.last) {
    for (let at = 0; at < pixels.length; at++) pixels[at] = first[at & 3];
    return pixels;
  }
  const last = multiplied(background.last);
  const [startX, startY, endX, endY] = background.way.map((part, i) => part / 1e6 * (i & 1 ? height : width));
  const [dx, dy] = [endX - startX, endY - startY];
  const squared = dx * dx + dy * dy;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = squared > 0 ? ((x + 0.5 - startX) * dx + (y + 0.5 - startY) * dy) / squared : 0;
      const t = Math.min(Math.max(place, 0), 1);
      for (let i = 0; i < 4; i++) pixels[at++] = Math.floor(first[i] + (last[i] - first[i]) * t + 0.5);
    }
  }
  return pixels;
}
