// The coverage kernel; included once per instruction set, with SET(name) naming its functions.
//
// Most of a segment lies within the segments before and after it. So of all the segments that come at once the pixels that
// any of them covers wholly are marked first, a bit for each, and of the rest only those near an edge are computed, as many
// at a time as a vector holds, wherever they lie.

enum { SET(batch) = 32 };

static inline uint64_t SET(full_bits)(const uint8_t *row) {
  return __builtin_bit_cast(uint64_t, __builtin_convertvector(LOAD(byte64, row) == (byte64){0} + 255, bool64));
}

/// At most SET(batch) cones, none of them a speck.
static void SET(cover_batch)(const touchreel_cone *cones, int count, int32_t x, int32_t y, uint8_t *coverage) {
  SET(outlines) outlines[SET(batch)];
  uint64_t full[ROWS] = {0}, known[ROWS];
  SET(rows) rows = {TOUCHREEL_TILE_SIDE, 0};
  for (int i = 0; i < count; i++) {
    outlines[i] = SET(outlines_make)(&cones[i], x, y);
    SET(rows) own = SET(rows_of)(&outlines[i], 0);
    rows = (SET(rows)){MIN(rows.first, own.first), MAX(rows.last, own.last)};
    SET(mark)(&outlines[i], full);
  }
  memcpy(known, full, sizeof known);
  if (count == 1)
    for (int row = rows.first; row < rows.last; row++)
      known[row] |= SET(full_bits)(coverage + row * TOUCHREEL_TILE_SIDE);
  memset(known + TOUCHREEL_TILE_SIDE, 255, sizeof known - TOUCHREEL_TILE_SIDE * sizeof *known);
  for (int i = 0; i < count; i++) SET(raise_edges)(&cones[i], &outlines[i], x, y, known, coverage);
  SET(fill)(full, rows, coverage);
}

/// The tile's rows or columns whose centres lie between two coordinates.
static inline SET(rows) SET(centres)(double low, double high) {
  const double side = TOUCHREEL_TILE_SIDE;
  return (SET(rows)){(int)MIN(MAX(low + 0.5, 0.0), side), (int)MIN(MAX(high + 0.5, 0.0), side)};
}

/// Computes every pixel around the cone if they are few: finding out which of them lie near an edge takes longer. Most
/// pieces of a narrow stroke are such. Returns 0 if they are many, and nothing is done.
static inline int SET(cover_small)(const touchreel_cone *cone, int32_t x, int32_t y, uint8_t *coverage) {
  const double reach = PIXEL_REACH + 0.1;
  double left = MIN(cone->ax - cone->ar, cone->bx - cone->br), right = MAX(cone->ax + cone->ar, cone->bx + cone->br);
  double top = MIN(cone->ay - cone->ar, cone->by - cone->br), bottom = MAX(cone->ay + cone->ar, cone->by + cone->br);
  SET(rows) rows = SET(centres)(top - reach - y, bottom + reach - y);
  SET(rows) span = SET(centres)(left - reach - x, right + reach - x);
  if (!SET(is_small)(rows.last - rows.first, span.last - span.first)) return 0;
  if (span.first >= span.last) return 1;
  SET(frame) frame = SET(frame_make)(cone, x, y);
  SET(raise_box)(&frame, rows, span, coverage);
  return 1;
}

/// Whether the tile needs no look at edges: wide strokes have many cones on tiles that are full after one.
static inline int SET(is_done)(const touchreel_cone *cones, int32_t count, int32_t x, int32_t y, uint8_t *coverage) {
  int wide = 0;
  for (int i = 0; i < count; i++) {
    if (swallows(&cones[i], x, y)) {
      memset(coverage, 255, TOUCHREEL_TILE_SIDE * TOUCHREEL_TILE_SIDE);
      return 1;
    }
    wide |= cones[i].ar >= WIDE_RADIUS;
  }
  return wide && is_full(coverage);
}

static void SET(cover)(const touchreel_cone *cones, int32_t count, int32_t x, int32_t y, uint8_t *coverage) {
  int next = 0;
  if (SET(is_done)(cones, count, x, y, coverage)) return;
  while (next < count) {
    if (is_speck(&cones[next])) {
      speck(&cones[next++], x, y, coverage);
      continue;
    }
    if (SET(cover_small)(&cones[next], x, y, coverage)) {
      next++;
      continue;
    }
    int first = next;
    while (next < count && next - first < SET(batch) && !is_speck(&cones[next])) next++;
    SET(cover_batch)(cones + first, next - first, x, y, coverage);
  }
}
