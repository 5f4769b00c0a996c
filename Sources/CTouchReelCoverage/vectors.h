#ifndef TOUCHREEL_VECTORS_H
#define TOUCHREEL_VECTORS_H

#include "coverage.h"

#include <stdint.h>
#include <string.h>

typedef float float2 __attribute__((vector_size(8)));
typedef float float4 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef double double4 __attribute__((vector_size(32)));
typedef double double8 __attribute__((vector_size(64)));
typedef int32_t int4 __attribute__((vector_size(16)));
typedef uint64_t long8 __attribute__((vector_size(64)));
typedef uint8_t byte8 __attribute__((vector_size(8)));
typedef uint8_t byte32 __attribute__((vector_size(32)));
typedef uint64_t long4 __attribute__((vector_size(32)));
typedef uint8_t byte64 __attribute__((vector_size(64)));
typedef _Bool bool64 __attribute__((ext_vector_type(64)));
typedef uint16_t word32 __attribute__((vector_size(64)));

/// Each column's number; four neighbours are loaded at once.
static const float columns[TOUCHREEL_TILE_SIDE] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
/// So many bits from the lowest.
static const uint64_t below[TOUCHREEL_TILE_SIDE + 1] = {
    0, 0x1, 0x3, 0x7, 0xf, 0x1f,
    0x3f, 0x7f, 0xff, 0x1ff, 0x3ff, 0x7ff,
    0xfff, 0x1fff, 0x3fff, 0x7fff, 0xffff, 0x1ffff,
    0x3ffff, 0x7ffff, 0xfffff, 0x1fffff, 0x3fffff, 0x7fffff,
    0xffffff, 0x1ffffff, 0x3ffffff, 0x7ffffff, 0xfffffff, 0x1fffffff,
    0x3fffffff, 0x7fffffff, 0xffffffff, 0x1ffffffff, 0x3ffffffff, 0x7ffffffff,
    0xfffffffff, 0x1fffffffff, 0x3fffffffff, 0x7fffffffff, 0xffffffffff, 0x1ffffffffff,
    0x3ffffffffff, 0x7ffffffffff, 0xfffffffffff, 0x1fffffffffff, 0x3fffffffffff, 0x7fffffffffff,
    0xffffffffffff, 0x1ffffffffffff, 0x3ffffffffffff, 0x7ffffffffffff, 0xfffffffffffff, 0x1fffffffffffff,
    0x3fffffffffffff, 0x7fffffffffffff, 0xffffffffffffff, 0x1ffffffffffffff, 0x3ffffffffffffff, 0x7ffffffffffffff,
    0xfffffffffffffff, 0x1fffffffffffffff, 0x3fffffffffffffff, 0x7fffffffffffffff, 0xffffffffffffffff};

// Of the set's width, as set.h defines `floats` and `ints`.
#define SPLAT(x) ((floats){0} + (float)(x))
#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)
/// As MIN and MAX, single instructions; where a lane is no number, b.
#define LOWER(a, b) ({ floats l_ = (a), r_ = (b); SELECT(l_ < r_, l_, r_); })
#define UPPER(a, b) ({ floats l_ = (a), r_ = (b); SELECT(l_ > r_, l_, r_); })
#define ABS(a) __builtin_elementwise_abs(a)
#define SQRT(a) __builtin_elementwise_sqrt(a)
/// a where the mask's lane is set, else b.
#define SELECT(mask, a, b) ((floats)(((mask) & (ints)(a)) | (~(mask) & (ints)(b))))
#define TRUNCATE(a) __builtin_convertvector(a, ints)
#define LOAD(type, from) ({ type loaded_; memcpy(&loaded_, from, sizeof loaded_); loaded_; })
#define STORE(to, value) ({ __typeof__(value) stored_ = (value); memcpy(to, &stored_, sizeof stored_); })

#endif
