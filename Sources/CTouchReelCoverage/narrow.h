// Where vectors have eight numbers: a cone's pixels are found row by row, and computed as two fours at a time. Included once
// per instruction set, with SET(name) naming its functions.

/// One row's span as bits.
static inline uint64_t SET(bits)(const SET(spans) *spans, int row) {
  return below[spans->end[row]] & ~below[spans->start[row]];
}

/// A tile's pixels to be computed, each the first of four in its row.
typedef struct {
  int count;
  uint16_t indices[TOUCHREEL_TILE_SIDE * TOUCHREEL_TILE_SIDE / 4 + TOUCHREEL_TILE_SIDE + 1];
} SET(queue);

/// What a row adds to the coordinates of its pixels.
typedef struct {
  float a[ROWS], b[ROWS], across[ROWS];
} SET(row_parts);

static inline SET(row_parts) SET(row_parts_make)(const SET(frame) *t, SET(rows) rows) {
  SET(row_parts) parts;
  for (int row = rows.first; row < rows.last; row += 4) {
    double4 r = {row, row + 1, row + 2, row + 3};
    STORE(parts.a + row, __builtin_convertvector(t->from_a + r * (double)t->uy, float4));
    STORE(parts.b + row, __builtin_convertvector(t->from_b + r * (double)t->uy, float4));
    STORE(parts.across + row, __builtin_convertvector(t->across + r * (double)t->ux, float4));
  }
  return parts;
}

/// Marks what the cone covers wholly.
static inline void SET(mark)(const SET(outlines) *o, uint64_t *full) {
  if (o->ar[1] < 0 || o->br[1] < 0) return;
  SET(rows) rows = SET(rows_of)(o, 1);
  for (int row = rows.first; row < rows.last; row += 8) {
    SET(spans) spans = SET(spans_of)(o, 1, row);
    for (int i = 0; i < 8; i++) full[row + i] |= SET(bits)(&spans, i);
  }
}

static inline void SET(find)(SET(queue) *queue, const SET(outlines) *o, SET(rows) rows, const uint64_t *full) {
  int count = 0;
  for (int row = rows.first; row < rows.last; row += 8) {
    SET(spans) spans = SET(spans_of)(o, 0, row);
    for (int i = 0; i < 8; i++) {
      uint64_t wanted = SET(bits)(&spans, i) & ~full[row + i];
      while (wanted != 0) {
        int x = MIN(__builtin_ctzll(wanted), TOUCHREEL_TILE_SIDE - 4);
        queue->indices[count++] = (uint16_t)((row + i) * TOUCHREEL_TILE_SIDE + x);
        wanted &= ~(15ull << x);
      }
    }
  }
  queue->count = count;
}

static inline floats SET(two)(float left, float right) {
  return (floats){left, left, left, left, right, right, right, right};
}

static inline void SET(raise_fours)(const SET(frame) *t, const SET(row_parts) *parts, int one, int other,
                                    uint8_t *coverage) {
  int row = one / TOUCHREEL_TILE_SIDE, other_row = other / TOUCHREEL_TILE_SIDE;
  float4 x = LOAD(float4, columns + one % TOUCHREEL_TILE_SIDE);
  float4 other_x = LOAD(float4, columns + other % TOUCHREEL_TILE_SIDE);
  bytes levels = SET(levels)(
      t, __builtin_shufflevector(x, other_x, 0, 1, 2, 3, 4, 5, 6, 7), SET(two)(parts->a[row], parts->a[other_row]),
      SET(two)(parts->b[row], parts->b[other_row]), SET(two)(parts->across[row], parts->across[other_row]));
  uint32_t fours[2] = {LOAD(uint32_t, coverage + one), LOAD(uint32_t, coverage + other)};
  STORE(fours, MAX(levels, LOAD(bytes, fours)));
  STORE(coverage + one, fours[0]);
  STORE(coverage + other, fours[1]);
}

/// Whether so many rows and columns are few enough to compute all of their pixels.
static inline int SET(is_small)(int rows, int columns) { return rows <= 12 && columns <= 12; }

/// Raises the coverage of rows and columns.
static inline void SET(raise_box)(const SET(frame) *t, SET(rows) rows, SET(rows) span, uint8_t *coverage) {
  SET(raise_rows)(t, rows, span, coverage);
}

/// Raises the coverage near the cone's edges, but for what is marked.
static inline void SET(raise_edges)(const touchreel_cone *cone, const SET(outlines) *o, int32_t x, int32_t y,
                                    const uint64_t *full, uint8_t *coverage) {
  SET(rows) rows = SET(rows_of)(o, 0);
  SET(queue) queue;
  SET(find)(&queue, o, rows, full);
  if (queue.count == 0) return;
  queue.indices[queue.count] = queue.indices[queue.count - 1];
  SET(frame) frame = SET(frame_make)(cone, x, y);
  SET(row_parts) parts = SET(row_parts_make)(&frame, rows);
  for (int i = 0; i < queue.count; i += 2)
    SET(raise_fours)(&frame, &parts, queue.indices[i], queue.indices[i + 1], coverage);
}

/// Sets the marked bytes to 255.
static inline void SET(fill)(const uint64_t *full, SET(rows) rows, uint8_t *coverage) {
  for (int row = rows.first; row < rows.last; row++)
    for (uint64_t rest = full[row]; rest != 0;) {
      int x = __builtin_ctzll(rest) & ~7;
      uint64_t each = (rest >> x & 255) * 0x0101010101010101 & 0x8040201008040201;
      uint64_t ones = ((each + 0x7f7f7f7f7f7f7f7f) | each) >> 7 & 0x0101010101010101;
      uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE + x;
      STORE(at, LOAD(uint64_t, at) | ones * 255);
      rest &= ~(255ull << x);
    }
}
