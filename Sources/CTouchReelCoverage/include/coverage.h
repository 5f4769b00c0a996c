#ifndef TOUCHREEL_COVERAGE_H
#define TOUCHREEL_COVERAGE_H

#include <stdint.h>

/// Pixels on each side of a tile.
#define TOUCHREEL_TILE_SIDE 64

/// The convex hull of two discs, in pixels. Fill it with `touchreel_cone_make` only.
typedef struct {
  double ax, ay, ar;
  double bx, by, br;
  /// Unit vector from a to b.
  double ux, uy;
  /// Of the angle between the axis and the straight edges: sine = (ar - br) / length.
  double sine, cosine;
  /// Outward normals of the two straight edges, and the edges' dx/dy (0 where an edge is horizontal).
  double normal_x[2], normal_y[2], slope[2];
} touchreel_cone;

/// All lengths in 1/256 pixel; |x|, |y| <= 2^29 and 0 <= r <= 2^23. Where one disc contains the other, the larger one.
touchreel_cone touchreel_cone_make(int32_t ax, int32_t ay, int32_t ar, int32_t bx, int32_t by, int32_t br);

/// How far, in pixels, a point lies inside the cone; negative outside.
double touchreel_cone_depth(const touchreel_cone *cone, double x, double y);

/// A rectangle within a tile, half-open. x0 and x1 are multiples of 8.
typedef struct {
  int32_t x0, y0, x1, y1;
} touchreel_rows;

/// The pixel kernels. Every set computes the same bits.
/// Coverage is a tile of bytes, pixels a tile of premultiplied BGRA, colour one such pixel; both row by row.
typedef struct {
  /// Raises the coverage of the tile whose first pixel is (x, y) to that of the cones. A stroke's cones cost less at
  /// once than one by one.
  void (*cover)(const touchreel_cone *cones, int32_t count, int32_t x, int32_t y, uint8_t *coverage);
  /// Composites colour times coverage over the pixels.
  void (*ink)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows, uint32_t colour);
  /// Composites colour times coverage under the pixels (destination-over).
  void (*ink_under)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows, uint32_t colour);
  /// Takes the covered part out of the pixels (destination-out).
  void (*erase)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows);
  /// Composites count pixels over those of a row.
  void (*over)(uint32_t *row, const uint32_t *pixels, int32_t count);
  /// Raises count bytes of coverage to at least those of a mask.
  void (*raise)(uint8_t *coverage, const uint8_t *mask, int32_t count);
  /// Stores red, green and blue of count pixels; the bytes have room for 8 more.
  void (*rgb)(uint8_t *bytes, const uint32_t *pixels, int32_t count);
} touchreel_kernels;

/// The fastest set that this processor runs.
const touchreel_kernels *touchreel_kernels_best(void);
/// The set for processors with AVX2; the baseline on others.
const touchreel_kernels *touchreel_kernels_avx2(void);
/// The set for the oldest processor of the architecture.
const touchreel_kernels *touchreel_kernels_baseline(void);
/// The baseline, computing every pixel of the tile instead of the cone's rows and spans only.
const touchreel_kernels *touchreel_kernels_exhaustive(void);

#endif
