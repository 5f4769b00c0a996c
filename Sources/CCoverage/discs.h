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
