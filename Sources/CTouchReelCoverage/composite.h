// The compositing kernels; included once per instruction set, with SET(name) naming its functions.
// Bytes are multiplied exactly: the product over 255, rounded to nearest.

#define ALPHAS(v) __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 19, 19, 19, 19, \
                                          23, 23, 23, 23, 27, 27, 27, 27, 31, 31, 31, 31)
#define EACH4(v) __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, \
                                         6, 6, 6, 6, 7, 7, 7, 7)
#define WIDE(v) __builtin_convertvector(v, word32)
#define NARROW(v) __builtin_convertvector(v, byte32)

static inline word32 SET(multiply)(word32 a, word32 b) {
  word32 product = a * b + 128;
  return (product + (product >> 8)) >> 8;
}

/// The columns of a row, within bounds, that are covered at all, as bits.
static inline uint64_t SET(covered)(const uint8_t *row, touchreel_rows bounds) {
#ifdef __aarch64__
  uint64_t bits = neon_bits(row);
#else
  uint64_t bits = __builtin_bit_cast(uint64_t, __builtin_convertvector(LOAD(byte64, row) != (byte64){0}, bool64));
#endif
  return bits & below[bounds.x1] & ~below[bounds.x0];
}

static inline void SET(ink8)(uint32_t *pixels, const uint8_t *coverage, word32 source) {
  byte32 ink = NARROW(SET(multiply)(source, WIDE(EACH4(LOAD(byte8, coverage)))));
  word32 under = WIDE(LOAD(byte32, pixels));
  byte32 rest = 255 - ALPHAS(ink);
  STORE(pixels, ink + NARROW(SET(multiply)(under, WIDE(rest))));
}

static void SET(ink)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows, uint32_t colour) {
  typedef uint32_t pixel8 __attribute__((vector_size(32)));
  const pixel8 full = (pixel8){0} + colour;
  const word32 source = WIDE((byte32)full);
  const int opaque = colour >> 24 == 255;
  for (int y = rows.y0; y < rows.y1; y++) {
    uint64_t covered = SET(covered)(coverage + y * TOUCHREEL_TILE_SIDE, rows);
    while (covered != 0) {
      int x = __builtin_ctzll(covered) & ~7, at = y * TOUCHREEL_TILE_SIDE + x;
      if (opaque && LOAD(uint64_t, coverage + at) == UINT64_MAX)
        STORE(pixels + at, full);
      else
        SET(ink8)(pixels + at, coverage + at, source);
      covered &= ~(255ull << x);
    }
  }
}

static inline void SET(under8)(uint32_t *pixels, const uint8_t *coverage, word32 source) {
  byte32 above = LOAD(byte32, pixels);
  byte32 ink = NARROW(SET(multiply)(source, WIDE(EACH4(LOAD(byte8, coverage)))));
  byte32 rest = 255 - ALPHAS(above);
  STORE(pixels, above + NARROW(SET(multiply)(WIDE(ink), WIDE(rest))));
}

static void SET(ink_under)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows, uint32_t colour) {
  typedef uint32_t pixel8 __attribute__((vector_size(32)));
  const word32 source = WIDE((byte32)((pixel8){0} + colour));
  for (int y = rows.y0; y < rows.y1; y++) {
    uint64_t covered = SET(covered)(coverage + y * TOUCHREEL_TILE_SIDE, rows);
    while (covered != 0) {
      int x = __builtin_ctzll(covered) & ~7, at = y * TOUCHREEL_TILE_SIDE + x;
      SET(under8)(pixels + at, coverage + at, source);
      covered &= ~(255ull << x);
    }
  }
}

static inline void SET(erase8)(uint32_t *pixels, const uint8_t *coverage) {
  byte8 rest = 255 - LOAD(byte8, coverage);
  word32 under = WIDE(LOAD(byte32, pixels));
  STORE(pixels, NARROW(SET(multiply)(under, WIDE(EACH4(rest)))));
}

static void SET(erase)(uint32_t *pixels, const uint8_t *coverage, touchreel_rows rows) {
  for (int y = rows.y0; y < rows.y1; y++) {
    uint64_t covered = SET(covered)(coverage + y * TOUCHREEL_TILE_SIDE, rows);
    while (covered != 0) {
      int x = __builtin_ctzll(covered) & ~7, at = y * TOUCHREEL_TILE_SIDE + x;
      SET(erase8)(pixels + at, coverage + at);
      covered &= ~(255ull << x);
    }
  }
}

static inline byte32 SET(over8)(byte32 above, byte32 below) {
  byte32 rest = 255 - ALPHAS(above);
  return above + NARROW(SET(multiply)(WIDE(below), WIDE(rest)));
}

static void SET(over)(uint32_t *row, const uint32_t *pixels, int32_t count) {
  int x = 0;
  for (; x + 8 <= count; x += 8) {
    // Most of a tile has no ink.
    if (__builtin_reduce_or(LOAD(long4, pixels + x)) == 0) continue;
    STORE(row + x, SET(over8)(LOAD(byte32, pixels + x), LOAD(byte32, row + x)));
  }
  if (x == count) return;
  uint32_t above[8] = {0}, below[8] = {0};
  memcpy(above, pixels + x, (size_t)(count - x) * sizeof *above);
  memcpy(below, row + x, (size_t)(count - x) * sizeof *below);
  STORE(below, SET(over8)(LOAD(byte32, above), LOAD(byte32, below)));
  memcpy(row + x, below, (size_t)(count - x) * sizeof *below);
}

/// Stores of each pixel red, green and blue. Eight pixels are stored as 32 bytes, of which the next store covers the last
/// eight: the bytes have room for them at their end.
static void SET(rgb)(uint8_t *bytes, const uint32_t *pixels, int32_t count) {
  int x = 0;
#ifdef __aarch64__
  for (; x + 16 <= count; x += 16) neon_rgb(bytes + 3 * x, pixels + x);
#endif
  for (; x + 8 <= count; x += 8) {
    byte32 v = LOAD(byte32, pixels + x);
    STORE(bytes + 3 * x, __builtin_shufflevector(v, v, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 18, 17, 16, 22, 21, 20, 26, 25,
                                                 24, 30, 29, 28, 0, 0, 0, 0, 0, 0, 0, 0));
  }
  for (; x < count; x++) STORE(bytes + 3 * x, __builtin_bswap32(pixels[x]) >> 8);
}

static void SET(raise)(uint8_t *coverage, const uint8_t *mask, int32_t count) {
  int i = 0;
  for (; i + 32 <= count; i += 32) STORE(coverage + i, MAX(LOAD(byte32, coverage + i), LOAD(byte32, mask + i)));
  for (; i < count; i++) coverage[i] = MAX(coverage[i], mask[i]);
}
