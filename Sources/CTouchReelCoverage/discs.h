#ifndef TOUCHREEL_DISCS_H
#define TOUCHREEL_DISCS_H

#include "coverage.h"
#include "vectors.h"

/// From a pixel's centre to its corner.
#define PIXEL_REACH 0.70711f
/// Discs smaller than this lie in too few pixels to have edges.
#define SPECK_RADIUS 0.75

static inline int is_disc(const touchreel_cone *cone) { return cone->ax == cone->bx && cone->ay == cone->by; }

static inline int is_speck(const touchreel_cone *cone) { return is_disc(cone) && cone->ar < SPECK_RADIUS; }

/// Where a cone lies this far around a tile's centre, all of the tile's pixels are covered wholly: the farthest one's centre is 44.55 away.
#define TILE_REACH 45.75

/// Whether the cone covers the tile wholly.
static inline int swallows(const touchreel_cone *cone, int32_t x, int32_t y) {
  if (MIN(cone->ar, cone->br) < TILE_REACH) return 0;
  const double half = TOUCHREEL_TILE_SIDE / 2;
  return touchreel_cone_depth(cone, x + half, y + half) > TILE_REACH;
}

/// Whether every pixel of the tile is covered wholly.
static inline int is_full(const uint8_t *coverage) {
  const int last = TOUCHREEL_TILE_SIDE * TOUCHREEL_TILE_SIDE - 8;
  uint64_t all = LOAD(uint64_t, coverage) & LOAD(uint64_t, coverage + last);
  for (int at = 8; all == UINT64_MAX && at < last; at += 8) all &= LOAD(uint64_t, coverage + at);
  return all == UINT64_MAX;
}

/// Cones narrower than this seldom come upon full tiles.
#define WIDE_RADIUS 24

/// How far inside its tangent a round edge runs on average over a pixel's width: x^2/2r over -1/2...1/2.
static inline float bend(double r) { return (float)(1 / (24 * MAX(r, 0.5))); }

static inline double overlap(double low, double high, double pixel) {
  return MAX(MIN(high, pixel + 1) - MAX(low, pixel), 0.0);
}

/// Covers what a square of the disc's centre and area covers.
static void speck(const touchreel_cone *cone, int32_t x, int32_t y, uint8_t *coverage) {
  double half = cone->ar * 0.88622692545;
  double cx = cone->ax - x, cy = cone->ay - y;
  for (int row = MAX((int)(cy - half), 0); row < TOUCHREEL_TILE_SIDE && row < cy + half; row++)
    for (int column = MAX((int)(cx - half), 0); column < TOUCHREEL_TILE_SIDE && column < cx + half; column++) {
      double area = overlap(cx - half, cx + half, column) * overlap(cy - half, cy + half, row);
      uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE + column;
      uint8_t level = (uint8_t)(area * 255 + 0.5);
      if (level > *at) *at = level;
    }
}

#endif
