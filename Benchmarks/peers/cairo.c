#include "peers.h"

#include <cairo.h>
#include <string.h>

static cairo_t *begin(cairo_surface_t *surface) {
  cairo_t *cairo = cairo_create(surface);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  return cairo;
}

static void set_pen(cairo_t *cairo, const stroke *stroke) {
  cairo_set_source_rgb(cairo, stroke->red / 255, stroke->green / 255, stroke->blue / 255);
  cairo_set_line_width(cairo, stroke->width);
}

static void draw_whole(cairo_t *cairo, const stroke *stroke) {
  cairo_move_to(cairo, stroke->points[0], stroke->points[1]);
  for (int i = 1; i < stroke->count; i++) cairo_line_to(cairo, stroke->points[2 * i], stroke->points[2 * i + 1]);
  cairo_stroke(cairo);
}

static void draw_live(cairo_t *cairo, const stroke *stroke) {
  for (int i = 1; i < stroke->count; i++) {
    const double *points = stroke->points + 2 * i;
    cairo_move_to(cairo, points[-2], points[-1]);
    cairo_line_to(cairo, points[0], points[1]);
    cairo_stroke(cairo);
  }
}

typedef void draw_stroke(cairo_t *, const stroke *);

static int64_t draw(const drawing *drawing, int width, int height, draw_stroke *draw_one) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cairo = begin(surface);
  int64_t start = now();
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  for (int i = 0; i < drawing->count; i++) {
    set_pen(cairo, &drawing->strokes[i]);
    draw_one(cairo, &drawing->strokes[i]);
  }
  cairo_surface_flush(surface);
  int64_t elapsed = now() - start;
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return elapsed;
}

int64_t cairo_whole(const drawing *drawing, int width, int height) {
  return draw(drawing, width, height, draw_whole);
}

int64_t cairo_live(const drawing *drawing, int width, int height) {
  return draw(drawing, width, height, draw_live);
}

int64_t cairo_again(const drawing *drawing, int width, int height) {
  cairo_surface_t *before = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_surface_t *shown = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  size_t size = (size_t)cairo_image_surface_get_stride(shown) * (size_t)height;
  memset(cairo_image_surface_get_data(before), 255, size);
  cairo_t *cairo = begin(shown);
  int64_t elapsed = 0;
  enum { turns = 10 };
  // The first turn meets memory that was never touched.
  for (int turn = 0; turn <= turns; turn++) {
    int64_t start = now();
    memcpy(cairo_image_surface_get_data(shown), cairo_image_surface_get_data(before), size);
    cairo_surface_mark_dirty(shown);
    set_pen(cairo, &drawing->strokes[0]);
    draw_whole(cairo, &drawing->strokes[0]);
    cairo_surface_flush(shown);
    if (turn > 0) elapsed += now() - start;
  }
  cairo_destroy(cairo);
  cairo_surface_destroy(shown);
  cairo_surface_destroy(before);
  return elapsed / turns;
}

static void write_rows(cairo_surface_t *surface, int side, FILE *file) {
  cairo_surface_flush(surface);
  for (int y = 0; y < side; y++) {
    fwrite(cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface), 1, (size_t)side, file);
  }
}

void cairo_coverage(const drawing *drawing, int side, int live, const char *output) {
  FILE *file = fopen(output, "wb");
  if (file == NULL) return;
  for (int i = 0; i < drawing->count; i++) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, side, side);
    cairo_t *cairo = begin(surface);
    cairo_set_line_width(cairo, drawing->strokes[i].width);
    (live ? draw_live : draw_whole)(cairo, &drawing->strokes[i]);
    write_rows(surface, side, file);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
  }
  fclose(file);
}
