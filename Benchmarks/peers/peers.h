#ifndef PEERS_H
#define PEERS_H

#include <stdint.h>
#include <stdio.h>

/// A file that the benchmarks have laid out in the working folder.
typedef struct {
  double width, red, green, blue;
  int count;
  /// x and y of each point.
  const double *points;
} stroke;

typedef struct {
  int count;
  stroke *strokes;
} drawing;

/// Counts and points are doubles: number of strokes, then for each its width, colour (0...255), number of points, points.
drawing read_drawing(const char *name);

/// Monotonic time in nanoseconds.
int64_t now(void);

/// Each draws on a white picture and returns the nanoseconds.
int64_t cairo_whole(const drawing *drawing, int width, int height);
int64_t cairo_live(const drawing *drawing, int width, int height);
/// Copies the picture as it was and draws the first stroke on it: what one more point costs without a canvas that keeps strokes apart.
int64_t cairo_again(const drawing *drawing, int width, int height);
/// Draws every stroke alone, whole or in segments, and writes the coverage as bytes.
void cairo_coverage(const drawing *drawing, int side, int live, const char *output);

/// Writes BGRA as a PNG to memory with libpng's defaults; the size goes to *bytes.
int64_t png_write(const char *pixels, int width, int height, long *bytes);

/// Reads all events of a recording with libevemu; their number goes to *events.
int64_t evemu_events(const char *recording, long *events);
/// Reads all events of 24-byte records with libevdev, as from a device that fits the session.
int64_t evdev_events(const char *records, long *events);

#endif
