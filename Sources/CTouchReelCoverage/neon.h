#ifndef TOUCHREEL_NEON_H
#define TOUCHREEL_NEON_H

// What a compiler makes too much of on 64-bit Arm, which has neither masks of a vector's lanes nor shuffles over four vectors. All else of the
// baseline becomes the instructions that one would write.

#ifdef __aarch64__

#include <arm_neon.h>

/// The bytes of 64 that are not 0, as bits.
static inline uint64_t neon_bits(const uint8_t *bytes) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t some[4];
  for (int i = 0; i < 4; i++) {
    uint8x16_t v = vld1q_u8(bytes + 16 * i);
    some[i] = vandq_u8(vtstq_u8(v, v), weights);
  }
  uint8x16_t quarters = vpaddq_u8(vpaddq_u8(some[0], some[1]), vpaddq_u8(some[2], some[3]));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(quarters, quarters)), 0);
}

/// Stores red, green and blue of sixteen pixels.
static inline void neon_rgb(uint8_t *bytes, const uint32_t *pixels) {
  uint8x16x4_t v = vld4q_u8((const uint8_t *)pixels);
  vst3q_u8(bytes, ((uint8x16x3_t){{v.val[2], v.val[1], v.val[0]}}));
}

#endif
#endif
