// Where vectors have sixteen numbers and there are masks (AVX-512): a cone's pixels are listed one by one, and computed
// sixteen at a time, wherever they lie. Included once, with SET(name) naming its functions. The functions are those of
// narrow.h, and give the same bits.

/// Rows whose pixels are computed together.
enum { SET(block) = 2 * SET(lanes) };

/// The pixels to be computed of a block of rows, by their indices from its first, and their levels; room for a vector
/// more.
typedef struct {
  int count;
  int32_t indices[SET(block) * TOUCHREEL_TILE_SIDE + SET(lanes)];
  uint8_t levels[SET(block) * TOUCHREEL_TILE_SIDE + SET(lanes)];
} SET(queue);

/// What the rows of a block add to the coordinates of their pixels.
typedef struct {
  floats a[2], b[2], across[2];
} SET(row_parts);

/// Eight rows of spans as bits.
static inline __m512i SET(bits)(const SET(spans) *spans, int first) {
  const __m512i all = _mm512_set1_epi64(-1);
  __m512i start = _mm512_cvtepi32_epi64(LOAD(__m256i, spans->start + first));
  __m512i end = _mm512_cvtepi32_epi64(LOAD(__m256i, spans->end + first));
  // Of what is shifted by all of its width nothing is left.
  return _mm512_andnot_si512(_mm512_sllv_epi64(all, end), _mm512_sllv_epi64(all, start));
}

/// Marks what the cone covers wholly.
static inline void SET(mark)(const SET(outlines) *o, uint64_t *full) {
  if (o->ar[1] < 0 || o->br[1] < 0) return;
  SET(rows) rows = SET(rows_of)(o, 1);
  for (int row = rows.first; row < rows.last; row += LANES) {
    SET(spans) spans = SET(spans_of)(o, 1, row);
    for (int i = 0; i < LANES; i += 8)
      STORE(full + row + i, _mm512_or_si512(LOAD(__m512i, full + row + i), SET(bits)(&spans, i)));
  }
}

/// Lists the pixels whose bits are set in sixteen rows, sixteen neighbours at a time.
static inline void SET(list)(SET(queue) *queue, const uint64_t *rows, int first) {
  const ints each = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const uint64_t low = _mm512_test_epi16_mask(LOAD(__m512i, rows), _mm512_set1_epi8(-1));
  const uint64_t high = _mm512_test_epi16_mask(LOAD(__m512i, rows + 8), _mm512_set1_epi8(-1));
  int count = queue->count;
  for (uint64_t rest = low | high << 32; rest != 0; rest &= rest - 1) {
    int group = __builtin_ctzll(rest);
    __mmask16 some = LOAD(uint16_t, (const uint16_t *)rows + group);
    STORE(queue->indices + count, _mm512_maskz_compress_epi32(some, (__m512i)(each + (first + LANES * group))));
    count += __builtin_popcount(some);
  }
  queue->count = count;
}

/// Lists the pixels near the cone's edges of a block of rows, but for what is marked.
static inline void SET(find)(SET(queue) *queue, const SET(outlines) *o, int first, int last, const uint64_t *full) {
  queue->count = 0;
  for (int row = first; row < MIN(last, first + SET(block)); row += LANES) {
    uint64_t wanted[LANES];
    SET(spans) spans = SET(spans_of)(o, 0, row);
    for (int i = 0; i < LANES; i += 8)
      STORE(wanted + i, _mm512_andnot_si512(LOAD(__m512i, full + row + i), SET(bits)(&spans, i)));
    SET(list)(queue, wanted, (row - first) * TOUCHREEL_TILE_SIDE);
  }
}

static inline floats SET(row_part)(double at_first, double step, int row) {
  const double8 low = {0, 1, 2, 3, 4, 5, 6, 7}, high = {8, 9, 10, 11, 12, 13, 14, 15};
  __m256 one = _mm512_cvtpd_ps((__m512d)(at_first + (low + (double)row) * step));
  __m256 other = _mm512_cvtpd_ps((__m512d)(at_first + (high + (double)row) * step));
  return (floats)_mm512_insertf32x8(_mm512_castps256_ps512(one), other, 1);
}

static inline SET(row_parts) SET(row_parts_make)(const SET(frame) *t, int first) {
  SET(row_parts) parts;
  for (int i = 0; i < 2; i++) {
    parts.a[i] = SET(row_part)(t->from_a, t->uy, first + i * LANES);
    parts.b[i] = SET(row_part)(t->from_b, t->uy, first + i * LANES);
    parts.across[i] = SET(row_part)(t->across, t->ux, first + i * LANES);
  }
  return parts;
}

static inline floats SET(pick)(const floats *parts, ints rows) {
  return (floats)_mm512_permutex2var_ps((__m512)parts[0], (__m512i)rows, (__m512)parts[1]);
}

/// Computes sixteen listed pixels.
static inline bytes SET(listed)(const SET(frame) *t, const SET(row_parts) *parts, const int32_t *indices) {
  ints at = LOAD(ints, indices), rows = at >> 6;
  floats x = __builtin_convertvector(at & (TOUCHREEL_TILE_SIDE - 1), floats);
  return SET(levels)(t, x, SET(pick)(parts->a, rows), SET(pick)(parts->b, rows), SET(pick)(parts->across, rows));
}

/// Raises the coverage of the listed pixels. All are computed before the first is stored, since storing takes as many
/// instructions as computing, and the processor looks ahead only so far. What is behind the last one is not stored.
static inline void SET(raise_listed)(const SET(frame) *t, const SET(row_parts) *parts, SET(queue) *queue,
                                     uint8_t *coverage) {
  const int count = queue->count;
  for (int i = 0; i < count; i += LANES) STORE(queue->levels + i, SET(listed)(t, parts, queue->indices + i));
  const int32_t *restrict indices = queue->indices;
  const uint8_t *restrict levels = queue->levels;
  for (int i = 0; i < count; i++) {
    uint8_t *target = coverage + indices[i];
    *target = MAX(*target, levels[i]);
  }
}

/// Each of two numbers for eight pixels.
static inline floats SET(halves)(double2 pair) {
  float2 v = __builtin_convertvector(pair, float2);
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
}

/// Raises the coverage of eight columns, two rows at a time. An odd row's neighbour is computed as well, or once more: the
/// result is the same.
static inline void SET(raise_pairs)(const SET(frame) *t, SET(rows) rows, int column, uint8_t *coverage) {
  const floats within = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
  column = MIN(column, TOUCHREEL_TILE_SIDE - 8);
  for (int next = rows.first; next < rows.last; next += 2) {
    int first = MIN(next, TOUCHREEL_TILE_SIDE - 2);
    const double2 row = {first, first + 1};
    bytes levels = SET(levels)(
        t, within + SPLAT(column), SET(halves)(t->from_a + row * (double)t->uy),
        SET(halves)(t->from_b + row * (double)t->uy), SET(halves)(t->across + row * (double)t->ux));
    uint8_t *target = coverage + first * TOUCHREEL_TILE_SIDE + column;
    uint64_t eights[2] = {LOAD(uint64_t, target), LOAD(uint64_t, target + TOUCHREEL_TILE_SIDE)};
    STORE(eights, MAX(levels, LOAD(bytes, eights)));
    STORE(target, eights[0]);
    STORE(target + TOUCHREEL_TILE_SIDE, eights[1]);
  }
}

/// Whether so many rows and columns are few enough to compute all of their pixels: up to ten vectors.
static inline int SET(is_small)(int rows, int columns) {
  return rows <= (columns <= LANES / 2 ? 16 : 10) && columns <= LANES;
}

/// Raises the coverage of rows and columns.
static inline void SET(raise_box)(const SET(frame) *t, SET(rows) rows, SET(rows) span, uint8_t *coverage) {
  if (span.last - span.first > LANES / 2) return SET(raise_rows)(t, rows, span, coverage);
  SET(raise_pairs)(t, rows, span.first, coverage);
}

/// Raises the coverage near the cone's edges, but for what is marked.
static inline void SET(raise_edges)(const touchreel_cone *cone, const SET(outlines) *o, int32_t x, int32_t y,
                                    const uint64_t *full, uint8_t *coverage) {
  SET(rows) rows = SET(rows_of)(o, 0);
  SET(queue) queue;
  for (int first = rows.first; first < rows.last; first += SET(block)) {
    SET(find)(&queue, o, first, rows.last, full);
    if (queue.count == 0) continue;
    SET(frame) frame = SET(frame_make)(cone, x, y);
    SET(row_parts) parts = SET(row_parts_make)(&frame, first);
    SET(raise_listed)(&frame, &parts, &queue, coverage + first * TOUCHREEL_TILE_SIDE);
  }
}

/// Sets the marked bytes to 255. Stores by a mask of bytes take longer, on some processors ten times as long.
static inline void SET(fill)(const uint64_t *full, SET(rows) rows, uint8_t *coverage) {
  for (int row = rows.first; row < rows.last; row++) {
    uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE;
    STORE(at, _mm512_or_si512(LOAD(__m512i, at), _mm512_movm_epi8(full[row])));
  }
}
