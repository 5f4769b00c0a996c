/// The baseline's coverage of every pixel of the tile, without a look at where the cone lies.
#define floats baseline_floats

static void exhaustive_cover(const touchreel_cone *cones, int32_t count, int32_t x, int32_t y, uint8_t *coverage) {
  for (int i = 0; i < count; i++) {
    if (is_speck(&cones[i])) {
      speck(&cones[i], x, y, coverage);
      continue;
    }
    baseline_frame t = baseline_frame_make(&cones[i], x, y);
    for (int row = 0; row < TOUCHREEL_TILE_SIDE; row++)
      for (int column = 0; column < TOUCHREEL_TILE_SIDE; column += baseline_lanes) {
        uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE + column;
        baseline_bytes levels = baseline_levels(
            &t, baseline_lane + SPLAT(column), SPLAT(t.from_a + row * (double)t.uy), SPLAT(t.from_b + row * (double)t.uy),
            SPLAT(t.across + row * (double)t.ux));
        STORE(at, MAX(levels, LOAD(baseline_bytes, at)));
      }
  }
}

#undef floats
