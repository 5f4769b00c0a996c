// The coverage of single pixels; included once per instruction set, with SET(name) naming its functions.
//
// The cone's signed distance f at a pixel's centre and its gradient v/|v| give a half-plane; the coverage is the exact
// area that it cuts out of the pixel. With A >= B the gradient's components in magnitude, times d = |v|, the part of
// the unit square farther than |f| from the centre along the gradient is, with W = (A + B)/2 - |f| d and M = min(W, B),
// (M^2 + 2B (W - M)) / 2AB. Where the cone is narrower than a pixel, what lies beyond the opposite edge is taken off.

/// The cone relative to a tile, at the centre of its first pixel.
typedef struct {
  float ux, uy, sine, lean, ar;
  /// What the round ends lack of their tangents.
  float bend_a, bend_b;
  double from_a, from_b, across;
  int thin;
} SET(frame);

/// The part of a pixel that lies beyond a line; offset is its distance from the centre, times d as a and b are.
static inline floats SET(beyond)(floats a, floats b, floats offset) {
  floats w = UPPER((a + b) * SPLAT(0.5f) - offset, SPLAT(0)), m = LOWER(w, b);
  return (m * m + SPLAT(2) * b * (w - m)) / (SPLAT(2) * a * b);
}

static inline SET(frame) SET(frame_make)(const touchreel_cone *cone, int32_t x, int32_t y) {
  double ax = x + 0.5 - cone->ax, ay = y + 0.5 - cone->ay, bx = x + 0.5 - cone->bx, by = y + 0.5 - cone->by;
  return (SET(frame)){
      .ux = (float)cone->ux, .uy = (float)cone->uy, .sine = (float)cone->sine, .ar = (float)cone->ar,
      .lean = (float)(cone->sine / cone->cosine),
      .bend_a = bend(cone->ar), .bend_b = is_disc(cone) ? 0 : bend(cone->br),
      .from_a = ax * cone->ux + ay * cone->uy,
      .from_b = bx * cone->ux + by * cone->uy,
      .across = ay * cone->ux - ax * cone->uy,
      .thin = cone->ar < PIXEL_REACH || cone->br < PIXEL_REACH};
}

/// Of a vector of pixels, the cone's coverage in x and the rows' part of the coordinates.
static inline bytes SET(levels)(const SET(frame) *t, floats x, floats row_a, floats row_b, floats row_across) {
  floats ux = SPLAT(t->ux), uy = SPLAT(t->uy);
  floats from_a = row_a + x * ux;
  floats from_b = row_b + x * ux;
  floats across = row_across - x * uy;

  floats along = UPPER(LOWER(from_a, ABS(across) * SPLAT(t->lean)), from_b);
  floats radius = SPLAT(t->ar) - SPLAT(t->sine) * (from_a - along);
  radius -= SELECT(along == from_a, SPLAT(t->bend_a), SPLAT(0)) + SELECT(along == from_b, SPLAT(t->bend_b), SPLAT(0));
  const floats tiny = SPLAT(0x1p-30f);
  floats d = UPPER(SQRT(along * along + across * across), tiny);
  floats f = radius - d;

  floats gx = ABS(along * ux - across * uy), gy = ABS(along * uy + across * ux);
  floats a = UPPER(UPPER(gx, gy), tiny);
  floats b = UPPER(LOWER(gx, gy), a * SPLAT(0x1p-13f));
  floats part = SET(beyond)(a, b, ABS(f) * d);
  floats area = SELECT(f >= SPLAT(0), SPLAT(1) - part, part);
  if (t->thin) area = UPPER(area - SET(beyond)(a, b, (radius + d) * d), SPLAT(0));
  return __builtin_convertvector(TRUNCATE(area * SPLAT(255) + SPLAT(0.5f)), bytes);
}

/// Raises the coverage of rows and columns, one row at a time.
static inline void SET(raise_rows)(const SET(frame) *t, SET(rows) rows, SET(rows) span, uint8_t *coverage) {
  for (int row = rows.first; row < rows.last; row++) {
    floats a = SPLAT(t->from_a + row * (double)t->uy), b = SPLAT(t->from_b + row * (double)t->uy);
    floats across = SPLAT(t->across + row * (double)t->ux);
    for (int at = span.first; at < span.last; at += LANES) {
      int column = MIN(at, TOUCHREEL_TILE_SIDE - LANES);
      uint8_t *target = coverage + row * TOUCHREEL_TILE_SIDE + column;
      bytes levels = SET(levels)(t, SET(lane) + SPLAT(column), a, b, across);
      STORE(target, MAX(levels, LOAD(bytes, target)));
    }
  }
}
