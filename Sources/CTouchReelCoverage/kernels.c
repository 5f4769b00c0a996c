#pragma STDC FP_CONTRACT OFF

#include "coverage.h"
#include "discs.h"
#include "neon.h"
#include "vectors.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

// Pixels and their coverage are read as bytes and as words: one order of bytes is all that is tested.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "TouchReel runs on little-endian processors");

// The vectors are wider than baseline registers; only this file's own functions pass them.
#pragma clang diagnostic ignored "-Wpsabi"

#define SET(name) baseline_##name
#include "set.h"
#undef SET
#include "exhaustive.h"

static const touchreel_kernels baseline = {
    baseline_cover, baseline_ink, baseline_ink_under, baseline_erase, baseline_over, baseline_raise, baseline_rgb};
static const touchreel_kernels exhaustive = {
    exhaustive_cover, baseline_ink, baseline_ink_under, baseline_erase, baseline_over, baseline_raise, baseline_rgb};

const touchreel_kernels *touchreel_kernels_baseline(void) { return &baseline; }
const touchreel_kernels *touchreel_kernels_exhaustive(void) { return &exhaustive; }

#ifdef __x86_64__

// Without "fma": a fused multiply-add would round once where the baseline rounds twice.
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define SET(name) avx2_##name
#include "set.h"
#undef SET
#pragma clang attribute pop

// Vectors of twice the width, twice the registers, and masks.
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#define SET(name) avx512_##name
#define SET_IS_WIDE
#include "set.h"
#undef SET
#undef SET_IS_WIDE
#pragma clang attribute pop

static const touchreel_kernels avx512 = {
    avx512_cover, avx512_ink, avx512_ink_under, avx512_erase, avx512_over, avx512_raise, avx512_rgb};
static const touchreel_kernels avx2 = {
    avx2_cover, avx2_ink, avx2_ink_under, avx2_erase, avx2_over, avx2_raise, avx2_rgb};

const touchreel_kernels *touchreel_kernels_avx2(void) {
  int has_all = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return has_all ? &avx2 : &baseline;
}

const touchreel_kernels *touchreel_kernels_best(void) {
  int has_all = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return has_all && touchreel_kernels_avx2() == &avx2 ? &avx512 : touchreel_kernels_avx2();
}

#else

const touchreel_kernels *touchreel_kernels_avx2(void) { return &baseline; }
const touchreel_kernels *touchreel_kernels_best(void) { return &baseline; }

#endif
