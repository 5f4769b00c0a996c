// Draws scenes from seeds with each pixel kernel, and prints what each left, in one line for each scene and kernel. The same lines come out
// on every processor.
//   scenes SET COUNT   SET is baseline, best or exhaustive

#include "coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = TOUCHREEL_TILE_SIDE, PIXELS = SIDE * SIDE, MOST_CONES = 24 };

static uint64_t state;

/// SplitMix64 (Steele, Lea and Flood, 2014).
static uint64_t next(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static int32_t within(int32_t low, int32_t high) { return low + (int32_t)(next() % (uint64_t)(high - low + 1)); }

/// FNV-1a, byte by byte from the lowest of each pixel.
static uint64_t digest(const void *bytes, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < count; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
  return hash;
}

static void report(int scene, const char *kernel, const void *bytes, size_t count) {
  printf("%d %s %016llx\n", scene, kernel, (unsigned long long)digest(bytes, count));
}

/// Lengths and widths of all sizes: specks, strokes, what covers the tile, and what lies far away.
static touchreel_cone cone(void) {
  static const int32_t reaches[] = {200, 2000, 20000, 400000, 1 << 28}, radii[] = {4, 300, 3000, 40000, 1 << 22};
  int32_t reach = reaches[next() % 5], radius = radii[next() % 5];
  int32_t ax = within(-reach, 16384 + reach), ay = within(-reach, 16384 + reach);
  int32_t bx = next() % 8 ? ax + within(-reach, reach) : ax, by = next() % 8 ? ay + within(-reach, reach) : ay;
  int32_t ar = within(0, radius), br = next() % 4 ? within(0, radius) : ar;
  return touchreel_cone_make(ax, ay, ar, bx, by, br);
}

/// A premultiplied colour.
static uint32_t colour(void) {
  uint32_t alpha = next() % 3 ? 255 : (uint32_t)(next() % 256), pixel = alpha << 24;
  for (int shift = 0; shift < 24; shift += 8) pixel |= (uint32_t)(next() % (alpha + 1)) << shift;
  return pixel;
}

static touchreel_rows rows(void) {
  int32_t x0 = within(0, 7) * 8, y0 = within(0, SIDE - 1);
  return (touchreel_rows){x0, y0, x0 + 8 * within(0, (SIDE - x0) / 8), within(y0, SIDE)};
}

static void draw(const touchreel_kernels *kernels, int scene) {
  static uint8_t coverage[PIXELS], mask[PIXELS], bytes[3 * PIXELS + 8];
  static uint32_t pixels[PIXELS], others[PIXELS];
  touchreel_cone cones[MOST_CONES];
  state = (uint64_t)scene;
  memset(coverage, 0, sizeof coverage);
  int32_t count = within(1, MOST_CONES);
  for (int i = 0; i < count; i++) cones[i] = cone();
  for (int i = 0; i < PIXELS; i++) pixels[i] = colour(), others[i] = colour(), mask[i] = (uint8_t)next();

  int32_t column = within(-3, 3) * SIDE, row = within(-3, 3) * SIDE;
  report(scene, "cones", cones, (size_t)count * sizeof cones[0]);
  kernels->cover(cones, count, column, row, coverage);
  report(scene, "cover", coverage, sizeof coverage);
  kernels->ink(pixels, coverage, rows(), colour());
  report(scene, "ink", pixels, sizeof pixels);
  kernels->erase(pixels, mask, rows());
  report(scene, "erase", pixels, sizeof pixels);
  kernels->over(pixels, others, within(0, PIXELS));
  report(scene, "over", pixels, sizeof pixels);
  kernels->raise(coverage, mask, within(0, PIXELS));
  report(scene, "raise", coverage, sizeof coverage);
  int32_t converted = within(0, PIXELS);
  kernels->rgb(bytes, pixels, converted);
  report(scene, "rgb", bytes, 3 * (size_t)converted);
}

int main(int argc, char **argv) {
  if (argc != 3) return 64;
  const touchreel_kernels *kernels = touchreel_kernels_baseline();
  if (!strcmp(argv[1], "best")) kernels = touchreel_kernels_best();
  if (!strcmp(argv[1], "exhaustive")) kernels = touchreel_kernels_exhaustive();
  for (int scene = 0; scene < atoi(argv[2]); scene++) draw(kernels, scene);
}
