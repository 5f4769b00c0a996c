// Where a cone's pixels lie; included once per instruction set, with SET(name) naming its functions.
//
// Outside of the outer outline lies no centre of a pixel that the cone touches, inside of the inner one none of a pixel
// that it does not cover wholly. Both are the cone widened or narrowed by what a pixel reaches, and a little more for
// rounding. Nothing here shows in the result: pixels between the outlines are computed, whatever they come to.

/// Both outlines relative to a tile. Index 0 is the outer one, 1 the inner one.
typedef struct {
  float ax, ay, bx, by, ar[2], br[2];
  /// The straight edges, two of the outer outline, then two of the inner one: x at row 0, once for the least and once
  /// for the greatest x, dx/dy, and the rows between which they run.
  float low[4], high[4], slope[4], top[4], bottom[4];
} SET(outlines);

typedef struct {
  int first, last;
} SET(rows);

/// Half-open, of as many rows as a vector has numbers.
typedef struct {
  int start[LANES], end[LANES];
} SET(spans);

static inline void SET(set_edges)(SET(outlines) *o, const touchreel_cone *cone, double slack, double inset) {
  typedef int64_t long4 __attribute__((vector_size(32)));
  const double *nx = cone->normal_x, *ny = cone->normal_y, *dx = cone->slope;
  const double4 normal_x = {nx[0], nx[1], nx[0], nx[1]}, normal_y = {ny[0], ny[1], ny[0], ny[1]};
  const double4 slope = {dx[0], dx[1], dx[0], dx[1]}, outward = {1, 1, -1, -1}, zero = {0};
  // Half of what a pixel measures along the normal.
  const double4 half = (ABS(normal_x) + ABS(normal_y)) * 0.5 + slack;
  const double4 outset = {half[0], half[1], -inset, -inset};
  const double4 y0 = o->ay + normal_y * (cone->ar + outset), y1 = o->by + normal_y * (cone->br + outset);
  const double4 x0 = o->ax + normal_x * (cone->ar + outset) - y0 * slope;
  const double4 pad = outward * (0.02 + 3e-5 * ABS(slope)), level = zero + 1e9;
  const long4 is_level = (slope == zero) & (normal_x == zero);
  const double4 top = MIN(y0, y1) - outward * 0.01;
  STORE(o->low, __builtin_convertvector(x0 - pad, float4));
  STORE(o->high, __builtin_convertvector(x0 + pad, float4));
  STORE(o->slope, __builtin_convertvector(slope, float4));
  STORE(o->top, __builtin_convertvector((double4)((is_level & (long4)level) | (~is_level & (long4)top)), float4));
  STORE(o->bottom, __builtin_convertvector(MAX(y0, y1) + outward * 0.01, float4));
}

static inline SET(outlines) SET(outlines_make)(const touchreel_cone *cone, int32_t x, int32_t y) {
  const double slack = MAX(cone->ar, cone->br) > 64 ? 0.1 : 0.03, reach = PIXEL_REACH + slack;
  const double inset = reach + bend(MIN(cone->ar, cone->br));
  SET(outlines) o = {
      .ax = (float)(cone->ax - x), .ay = (float)(cone->ay - y), .bx = (float)(cone->bx - x), .by = (float)(cone->by - y),
      .ar = {(float)(cone->ar + reach), (float)(cone->ar - inset)},
      .br = {(float)(cone->br + reach), (float)(cone->br - inset)}};
  SET(set_edges)(&o, cone, slack, inset);
  return o;
}

/// The tile's rows whose centres an outline reaches.
static inline SET(rows) SET(rows_of)(const SET(outlines) *o, int which) {
  float top = MIN(o->ay - o->ar[which], o->by - o->br[which]);
  float bottom = MAX(o->ay + o->ar[which], o->by + o->br[which]), side = TOUCHREEL_TILE_SIDE;
  return (SET(rows)){(int)MIN(MAX(top + 0.5f, 0.0f), side), (int)MIN(MAX(bottom + 0.5f, 0.0f), side)};
}

static inline void SET(widen)(floats *low, floats *high, floats y, float cx, float cy, float cr) {
  floats dy = y - SPLAT(cy), r = SPLAT(cr);
  // No number in rows that the disc does not reach: LOWER and UPPER then keep what was.
  floats half = SQRT((r - dy) * (r + dy));
  *low = LOWER(SPLAT(cx) - half, *low);
  *high = UPPER(SPLAT(cx) + half, *high);
}

/// The spans of the rows from `first`. The inner outline lacks the first disc, which the segment before has filled.
static inline SET(spans) SET(spans_of)(const SET(outlines) *o, int which, int first) {
  floats y = SET(lane) + SPLAT((float)first + 0.5f);
  floats low = SPLAT(1e9f), high = SPLAT(-1e9f);
  if (which == 0) SET(widen)(&low, &high, y, o->ax, o->ay, o->ar[0]);
  SET(widen)(&low, &high, y, o->bx, o->by, o->br[which]);
  for (int i = 2 * which; i < 2 * which + 2; i++) {
    floats run = y * SPLAT(o->slope[i]);
    ints holds = (y >= SPLAT(o->top[i])) & (y <= SPLAT(o->bottom[i]));
    low = SELECT(holds, LOWER(run + SPLAT(o->low[i]), low), low);
    high = SELECT(holds, UPPER(run + SPLAT(o->high[i]), high), high);
  }
  floats from = low + SPLAT(which == 0 ? -0.5f : 0.5f), to = high + SPLAT(0.5f);
  SET(spans) spans;
  STORE(spans.start, TRUNCATE(LOWER(UPPER(from, SPLAT(0)), SPLAT(TOUCHREEL_TILE_SIDE))));
  STORE(spans.end, TRUNCATE(LOWER(UPPER(to, SPLAT(0)), SPLAT(TOUCHREEL_TILE_SIDE))));
  return spans;
}
