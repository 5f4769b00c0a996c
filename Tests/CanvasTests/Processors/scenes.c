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

/// What the cones of a scene are like: specks, strokes, discs of a tile's size, and what comes from far away.
typedef struct {
  int32_t reach, radius, most;
} cone_kind;

static const cone_kind kinds[] = {{3000, 20, 24},     {8000, 300, 12}, {16000, 700, 8},       {16000, 2500, 3},
                                  {20000, 6000, 2}, {400000, 1500, 4}, {1 << 24, 6000, 3}, {1 << 28, 1 << 22, 1}};

static touchreel_cone cone(cone_kind kind) {
  int32_t ax = within(-kind.reach / 4, 16384 + kind.reach / 4), ay = within(-kind.reach / 4, 16384 + kind.reach / 4);
  int32_t bx = next() % 8 ? ax + within(-kind.reach, kind.reach) : ax;
  int32_t by = next() % 8 ? ay + within(-kind.reach, kind.reach) : ay;
  int32_t ar = within(0, kind.radius), br = next() % 4 ? within(0, kind.radius) : ar;
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
  cone_kind kind = kinds[scene % (int)(sizeof kinds / sizeof kinds[0])];
  int32_t count = within(1, kind.most);
  for (int i = 0; i < count; i++) cones[i] = cone(kind);
  for (int i = 0; i < PIXELS; i++) pixels[i] = colour(), others[i] = colour(), mask[i] = (uint8_t)next();

  int32_t column = within(0, 3) / 3 * SIDE, row = within(0, 3) / 3 * -SIDE;
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
