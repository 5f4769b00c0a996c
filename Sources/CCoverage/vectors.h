#ifndef TOUCHREEL_VECTORS_H
#define TOUCHREEL_VECTORS_H

#include <stdint.h>
#include <string.h>

typedef float float8 __attribute__((vector_size(32)));
typedef int32_t int8x32 __attribute__((vector_size(32)));
typedef uint8_t byte8 __attribute__((vector_size(8)));
typedef uint8_t byte16 __attribute__((vector_size(16)));
typedef uint8_t byte32 __attribute__((vector_size(32)));
typedef uint16_t word32 __attribute__((vector_size(64)));

static const float8 lane = {0, 1, 2, 3, 4, 5, 6, 7};

#define SPLAT(x) ((float8){0} + (float)(x))
#define MIN(a, b) __builtin_elementwise_min(a, b)
#define MAX(a, b) __builtin_elementwise_max(a, b)
/// As MIN and MAX, for lanes that are no NaN: single instructions.
#define LOWER(a, b) ({ float8 l_ = (a), r_ = (b); SELECT(l_ < r_, l_, r_); })
#define UPPER(a, b) ({ float8 l_ = (a), r_ = (b); SELECT(l_ > r_, l_, r_); })
#define ABS(a) __builtin_elementwise_abs(a)
#define SQRT(a) __builtin_elementwise_sqrt(a)
/// a where the mask's lane is set, else b.
#define SELECT(mask, a, b) ((float8)(((mask) & (int8x32)(a)) | (~(mask) & (int8x32)(b))))
#define TRUNCATE(a) __builtin_convertvector(a, int8x32)
#define LOAD(type, from) ({ type loaded_; memcpy(&loaded_, from, sizeof loaded_); loaded_; })
#define STORE(to, value) ({ __typeof__(value) stored_ = (value); memcpy(to, &stored_, sizeof stored_); })

#endif
