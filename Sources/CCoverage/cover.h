// The coverage kernel; included once per instruction set, with SET(name) naming its functions.
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
static inline float8 SET(beyond)(float8 a, float8 b, float8 offset) {
  float8 w = UPPER((a + b) * SPLAT(0.5f) - offset, SPLAT(0)), m = LOWER(w, b);
  return (m * m + SPLAT(2) * b * (w - m)) / (SPLAT(2) * a * b);
}

static inline void SET(pixels)(const SET(frame) *t, int row, int column, uint8_t *coverage) {
  float8 x = lane + SPLAT(column);
  float8 ux = SPLAT(t->ux), uy = SPLAT(t->uy);
  float8 from_a = SPLAT(t->from_a + row * (double)t->uy) + x * ux;
  float8 from_b = SPLAT(t->from_b + row * (double)t->uy) + x * ux;
  float8 across = SPLAT(t->across + row * (double)t->ux) - x * uy;

  float8 along = UPPER(LOWER(from_a, ABS(across) * SPLAT(t->lean)), from_b);
  float8 radius = SPLAT(t->ar) - SPLAT(t->sine) * (from_a - along);
  radius -= SELECT(along == from_a, SPLAT(t->bend_a), SPLAT(0)) + SELECT(along == from_b, SPLAT(t->bend_b), SPLAT(0));
  const float8 tiny = SPLAT(0x1p-30f);
  float8 d = UPPER(SQRT(along * along + across * across), tiny);
  float8 f = radius - d;

  float8 gx = ABS(along * ux - across * uy), gy = ABS(along * uy + across * ux);
  float8 a = UPPER(UPPER(gx, gy), tiny);
  float8 b = UPPER(LOWER(gx, gy), a * SPLAT(0x1p-13f));
  float8 part = SET(beyond)(a, b, ABS(f) * d);
  float8 area = SELECT(f >= SPLAT(0), SPLAT(1) - part, part);
  if (t->thin) area = UPPER(area - SET(beyond)(a, b, (radius + d) * d), SPLAT(0));
  int8x32 level = TRUNCATE(area * SPLAT(255) + SPLAT(0.5f));
  byte8 old = LOAD(byte8, coverage);
  STORE(coverage, MAX(__builtin_convertvector(level, byte8), old));
}

/// One outline of the cone, widened or narrowed, relative to a tile: the half-open pixel span of each row.
typedef struct {
  float ax, ay, ar, bx, by, br;
  float edge_x[2], slope[2], top[2], bottom[2], margin[2];
} SET(outline);

static inline SET(outline) SET(outline_make)(const touchreel_cone *cone, double x, double y, double outset) {
  SET(outline) o = {
      .ax = (float)(cone->ax - x), .ay = (float)(cone->ay - y), .ar = (float)(cone->ar + outset),
      .bx = (float)(cone->bx - x), .by = (float)(cone->by - y), .br = (float)(cone->br + outset)};
  for (int side = 0; side < 2; side++) {
    double slope = cone->slope[side], nx = cone->normal_x[side], ny = cone->normal_y[side];
    double y0 = cone->ay + ny * (cone->ar + outset) - y, y1 = cone->by + ny * (cone->br + outset) - y;
    double x0 = cone->ax + nx * (cone->ar + outset) - x;
    double pad = outset > 0 ? 0.01 : -0.01;
    o.edge_x[side] = (float)(x0 - y0 * slope);
    o.slope[side] = (float)slope;
    o.top[side] = slope == 0 && nx == 0 ? 1e9f : (float)((y0 < y1 ? y0 : y1) - pad);
    o.bottom[side] = (float)((y0 < y1 ? y1 : y0) + pad);
    o.margin[side] = (float)(0.02 + 3e-5 * (slope < 0 ? -slope : slope));
  }
  return o;
}

static inline void SET(widen)(float8 *low, float8 *high, int8x32 holds, float8 x0, float8 x1) {
  *low = SELECT(holds, LOWER(*low, x0), *low);
  *high = SELECT(holds, UPPER(*high, x1), *high);
}

/// The span of eight rows from `first`; sign is 1 where too wide does no harm, -1 where too narrow does none.
static inline void SET(spans)(const SET(outline) *o, int first, float sign, uint8_t *start, uint8_t *end) {
  float8 y = lane + SPLAT((float)first + 0.5f);
  float8 low = SPLAT(1e9f), high = SPLAT(-1e9f), margin = SPLAT(sign * 0.02f);
  const float centres[2][3] = {{o->ax, o->ay, o->ar}, {o->bx, o->by, o->br}};
  for (int i = 0; i < 2; i++) {
    float8 dy = y - SPLAT(centres[i][1]), r = SPLAT(centres[i][2]), cx = SPLAT(centres[i][0]);
    float8 q = (r - dy) * (r + dy);
    float8 half = SQRT(UPPER(q, SPLAT(0)));
    SET(widen)(&low, &high, q >= SPLAT(0), cx - half - margin, cx + half + margin);
  }
  for (int i = 0; i < 2; i++) {
    float8 x = SPLAT(o->edge_x[i]) + y * SPLAT(o->slope[i]), off = SPLAT(sign * o->margin[i]);
    SET(widen)(&low, &high, (y >= SPLAT(o->top[i])) & (y <= SPLAT(o->bottom[i])), x - off, x + off);
  }
  float8 shift = SPLAT(sign * 0.5f), side = SPLAT(TOUCHREEL_TILE_SIDE), zero = SPLAT(0);
  float8 from = LOWER(UPPER(low - shift, zero), side);
  float8 to = LOWER(UPPER(high + SPLAT(0.5f), zero), side);
  STORE(start, __builtin_convertvector(TRUNCATE(from), byte8));
  STORE(end, __builtin_convertvector(TRUNCATE(to), byte8));
}

typedef struct {
  uint8_t start[TOUCHREEL_TILE_SIDE], end[TOUCHREEL_TILE_SIDE];
  uint8_t full_start[TOUCHREEL_TILE_SIDE], full_end[TOUCHREEL_TILE_SIDE];
} SET(row_spans);

static inline void SET(cover_row)(const SET(frame) *t, int row, const SET(row_spans) *s, uint8_t *coverage) {
  int full_start = (s->full_start[row] + 7) & ~7, full_end = s->full_end[row] & ~7;
  for (int x = s->start[row] & ~7; x < s->end[row]; x += 8) {
    uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE + x;
    if (LOAD(uint64_t, at) == UINT64_MAX) continue;
    if (x >= full_start && x < full_end)
      STORE(at, UINT64_MAX);
    else
      SET(pixels)(t, row, x, at);
  }
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

static void SET(cover)(const touchreel_cone *cone, int32_t x, int32_t y, uint8_t *coverage) {
  if (is_disc(cone) && cone->ar < SPECK_RADIUS) return speck(cone, x, y, coverage);
  SET(frame) frame = SET(frame_make)(cone, x, y);
#ifdef EXHAUSTIVE
  for (int row = 0; row < TOUCHREEL_TILE_SIDE; row++)
    for (int column = 0; column < TOUCHREEL_TILE_SIDE; column += 8)
      SET(pixels)(&frame, row, column, coverage + row * TOUCHREEL_TILE_SIDE + column);
#else
  const double reach = PIXEL_REACH + 0.08;
  SET(outline) outer = SET(outline_make)(cone, x, y, reach), inner = SET(outline_make)(cone, x, y, -reach);
  int hollow = inner.ar < 0 || inner.br < 0;
  float top = MIN(outer.ay - outer.ar, outer.by - outer.br), bottom = MAX(outer.ay + outer.ar, outer.by + outer.br);
  int first = (int)MIN(MAX(top - 1, 0.0f), (float)TOUCHREEL_TILE_SIDE) & ~7;
  int last = (int)MIN(MAX(bottom + 1, 0.0f), (float)TOUCHREEL_TILE_SIDE);
  SET(row_spans) s;
  for (int row = first; row < last; row += 8) {
    SET(spans)(&outer, row, 1, s.start + row, s.end + row);
    if (hollow) {
      STORE(s.full_start + row, UINT64_MAX);
      STORE(s.full_end + row, (uint64_t)0);
    } else
      SET(spans)(&inner, row, -1, s.full_start + row, s.full_end + row);
    for (int i = row; i < row + 8; i++) SET(cover_row)(&frame, i, &s, coverage);
  }
#endif
}
