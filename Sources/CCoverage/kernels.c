#pragma STDC FP_CONTRACT OFF

#include "coverage.h"
#include "discs.h"
#include "vectors.h"

// The vectors are wider than baseline registers; only this file's own functions pass them.
#pragma clang diagnostic ignored "-Wpsabi"

#define SET(name) baseline_##name
#include "set.h"
#undef SET
#include "exhaustive.h"

static const touchreel_kernels baseline = {
    baseline_cover, baseline_ink, baseline_erase, baseline_over, baseline_raise};
static const touchreel_kernels exhaustive = {
    exhaustive_cover, baseline_ink, baseline_erase, baseline_over, baseline_raise};

const touchreel_kernels *touchreel_kernels_baseline(void) { return &baseline; }
const touchreel_kernels *touchreel_kernels_exhaustive(void) { return &exhaustive; }

#ifdef __x86_64__

// Without "fma": a fused multiply-add would round once where the baseline rounds twice.
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#define SET(name) avx2_##name
#include "set.h"
#undef SET
#pragma clang attribute pop

static const touchreel_kernels avx2 = {avx2_cover, avx2_ink, avx2_erase, avx2_over, avx2_raise};

const touchreel_kernels *touchreel_kernels_best(void) {
  int has_all = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return has_all ? &avx2 : &baseline;
}

#else

const touchreel_kernels *touchreel_kernels_best(void) { return &baseline; }

#endif
