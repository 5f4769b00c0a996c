#include "coverage.h"

#pragma STDC FP_CONTRACT OFF

static double square_root(double x) { return __builtin_sqrt(x); }

static touchreel_cone disc(double x, double y, double r) {
  return (touchreel_cone){.ax = x, .ay = y, .ar = r, .bx = x, .by = y, .br = r, .ux = 1, .cosine = 1};
}

static void set_edge(touchreel_cone *cone, int side, double across) {
  double nx = cone->sine * cone->ux - across * cone->uy;
  double ny = cone->sine * cone->uy + across * cone->ux;
  cone->normal_x[side] = nx;
  cone->normal_y[side] = ny;
  cone->slope[side] = nx > 1e-9 || nx < -1e-9 ? -ny / nx : 0;
}

/// Where both discs are as large, which most strokes' are, the edges are parallel: a root and two divisions less, with the
/// same result.
static void set_parallel_edges(touchreel_cone *cone) {
  set_edge(cone, 0, 1);
  cone->normal_x[1] = -cone->normal_x[0];
  cone->normal_y[1] = -cone->normal_y[0];
  cone->slope[1] = cone->slope[0];
}

touchreel_cone touchreel_cone_make(int32_t ax, int32_t ay, int32_t ar, int32_t bx, int32_t by, int32_t br) {
  const double unit = 1.0 / 256;
  double dx = (bx - ax) * unit, dy = (by - ay) * unit;
  double length = square_root(dx * dx + dy * dy);
  double narrowing = (ar - br) * unit;
  touchreel_cone a = disc(ax * unit, ay * unit, ar * unit);
  touchreel_cone b = disc(bx * unit, by * unit, br * unit);
  if (length <= narrowing) return a;
  if (length <= -narrowing) return b;

  touchreel_cone cone = a;
  cone.bx = b.ax;
  cone.by = b.ay;
  cone.br = b.ar;
  cone.ux = dx / length;
  cone.uy = dy / length;
  if (narrowing == 0) {
    set_parallel_edges(&cone);
    return cone;
  }
  cone.sine = narrowing / length;
  cone.cosine = square_root((1 - cone.sine) * (1 + cone.sine));
  set_edge(&cone, 0, cone.cosine);
  set_edge(&cone, 1, -cone.cosine);
  return cone;
}

double touchreel_cone_depth(const touchreel_cone *cone, double x, double y) {
  double from_a = (x - cone->ax) * cone->ux + (y - cone->ay) * cone->uy;
  double from_b = (x - cone->bx) * cone->ux + (y - cone->by) * cone->uy;
  double across = (y - cone->ay) * cone->ux - (x - cone->ax) * cone->uy;
  double lean = (across < 0 ? -across : across) * cone->sine / cone->cosine;
  double along = from_a < lean ? from_a : lean;
  if (from_b > along) along = from_b;
  double radius = cone->ar - cone->sine * (from_a - along);
  return radius - square_root(along * along + across * across);
}
