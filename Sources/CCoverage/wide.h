// Where vectors have sixteen numbers and there are masks (AVX-512): a cone's pixels are found without a branch for each row,
// and computed as four fours at a time. Included once, with SET(name) naming its functions. The functions are those of
// narrow.h, and give the same bits.

/// The fours to be computed of a tile, each by its first pixel, with room for sixteen more.
typedef struct {
  int count;
  int32_t places[TOUCHREEL_TILE_SIDE * TOUCHREEL_TILE_SIDE / 4 + 16];
} SET(queue);

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

/// Lists the halves of bytes in which a bit is set.
///
/// - halves: a bit for each of the 64 bytes.
/// - place: the first half's.
static inline void SET(list)(SET(queue) *queue, uint64_t halves, int place) {
  const ints each = {0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120};
  for (int i = 0; i < 4; i++) {
    __mmask16 some = (__mmask16)(halves >> 16 * i);
    STORE(queue->places + queue->count, _mm512_maskz_compress_epi32(some, (__m512i)(each + (place + 128 * i))));
    queue->count += __builtin_popcount(some);
  }
}

static inline void SET(find)(SET(queue) *queue, const SET(outlines) *o, SET(rows) rows, const uint64_t *full) {
  queue->count = 0;
  for (int row = rows.first; row < rows.last; row += LANES) {
    SET(spans) spans = SET(spans_of)(o, 0, row);
    for (int i = 0; i < LANES; i += 8) {
      __m512i wanted = _mm512_andnot_si512(LOAD(__m512i, full + row + i), SET(bits)(&spans, i));
      int place = (row + i) * TOUCHREEL_TILE_SIDE;
      SET(list)(queue, _mm512_test_epi8_mask(wanted, _mm512_set1_epi8(0x0f)), place);
      SET(list)(queue, _mm512_test_epi8_mask(wanted, _mm512_set1_epi8((char)0xf0)), place + 4);
    }
  }
}

/// Each of four numbers for four pixels.
static inline floats SET(spread)(float4 v) {
  return __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
}

static inline void SET(raise_fours)(const SET(frame) *t, const int32_t *places, uint8_t *coverage) {
  const floats within = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
  int4 at = LOAD(int4, places);
  float4 x = __builtin_convertvector(at % TOUCHREEL_TILE_SIDE, float4);
  double4 row = __builtin_convertvector(at / TOUCHREEL_TILE_SIDE, double4);
  float4 a = __builtin_convertvector(t->from_a + row * (double)t->uy, float4);
  float4 b = __builtin_convertvector(t->from_b + row * (double)t->uy, float4);
  float4 across = __builtin_convertvector(t->across + row * (double)t->ux, float4);
  bytes levels = SET(levels)(t, SET(spread)(x) + within, SET(spread)(a), SET(spread)(b), SET(spread)(across));
  uint32_t fours[4];
  for (int i = 0; i < 4; i++) fours[i] = LOAD(uint32_t, coverage + places[i]);
  STORE(fours, MAX(levels, LOAD(bytes, fours)));
  for (int i = 0; i < 4; i++) STORE(coverage + places[i], fours[i]);
}

/// Raises the coverage near the cone's edges, but for what is marked.
static inline void SET(raise_edges)(const touchreel_cone *cone, const SET(outlines) *o, int32_t x, int32_t y,
                                    const uint64_t *full, uint8_t *coverage) {
  SET(queue) queue;
  SET(find)(&queue, o, SET(rows_of)(o, 0), full);
  if (queue.count == 0) return;
  // The last vector may have room.
  for (int i = 0; i < 3; i++) queue.places[queue.count + i] = queue.places[queue.count - 1];
  SET(frame) frame = SET(frame_make)(cone, x, y);
  for (int i = 0; i < queue.count; i += 4) SET(raise_fours)(&frame, queue.places + i, coverage);
}

/// Sets the marked bytes to 255. Stores by a mask of bytes take longer, on some processors ten times as long.
static inline void SET(fill)(const uint64_t *full, SET(rows) rows, uint8_t *coverage) {
  for (int row = rows.first; row < rows.last; row++) {
    uint8_t *at = coverage + row * TOUCHREEL_TILE_SIDE;
    STORE(at, _mm512_or_si512(LOAD(__m512i, at), _mm512_movm_epi8(full[row])));
  }
}
