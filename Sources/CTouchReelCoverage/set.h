// One set of the pixel kernels; included once per instruction set, with SET(name) naming its functions, and SET_IS_WIDE
// defined where it has vectors of 64 bytes with masks.

#ifdef SET_IS_WIDE
enum { SET(lanes) = 16 };
#else
enum { SET(lanes) = 8 };
#endif
typedef float SET(floats) __attribute__((vector_size(4 * SET(lanes))));
typedef int32_t SET(ints) __attribute__((vector_size(4 * SET(lanes))));
typedef uint8_t SET(bytes) __attribute__((vector_size(SET(lanes))));
#ifdef SET_IS_WIDE
static const SET(floats) SET(lane) = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
static const SET(floats) SET(lane) = {0, 1, 2, 3, 4, 5, 6, 7};
#endif

#define LANES SET(lanes)
#define floats SET(floats)
#define ints SET(ints)
#define bytes SET(bytes)
/// A row more than the tile's last has room for a vector of them.
#define ROWS (TOUCHREEL_TILE_SIDE + LANES)

#include "composite.h"
#include "outline.h"
#include "area.h"

#ifdef SET_IS_WIDE
#include "wide.h"
#else
#include "narrow.h"
#endif

#include "cover.h"

#undef LANES
#undef floats
#undef ints
#undef bytes
#undef ROWS
