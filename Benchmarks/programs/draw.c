/// The program that people write for the job of `touchreel render`: reads a recording of one touchscreen line by line,
/// strokes a Cairo path for each touch, and writes a PNG with libpng.
///   draw FILE OUTPUT WIDTH HEIGHT PEN [UNITS_X UNITS_Y]     FILE.evemu, FILE.event, FILE.yml (libinput) or FILE.raw24
/// Raw records do not have the numbers of device units, which text has in its description.
#include <cairo.h>
#include <linux/input.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { slots = 64 };

static struct {
  int down, moved, x, y, count, room;
  double *points;
} touches[slots];

static int slot, used = 1, units_x = 1, units_y = 1;
static double width, height;
static cairo_t *cairo;

static void extend(int at) {
  if (touches[at].count == touches[at].room) {
    touches[at].room = touches[at].room ? 2 * touches[at].room : 64;
    touches[at].points = realloc(touches[at].points, sizeof(double) * 2 * (size_t)touches[at].room);
    if (touches[at].points == NULL) exit(1);
  }
  double *point = touches[at].points + 2 * touches[at].count++;
  point[0] = (touches[at].x + 0.5) * width / units_x;
  point[1] = (touches[at].y + 0.5) * height / units_y;
}

static void stroke(int at) {
  const double *points = touches[at].points;
  if (touches[at].count == 0) return;
  cairo_move_to(cairo, points[0], points[1]);
  // A touch of one point is a dot.
  for (int i = touches[at].count > 1; i < touches[at].count; i++) cairo_line_to(cairo, points[2 * i], points[2 * i + 1]);
  cairo_stroke(cairo);
  touches[at].count = 0;
}

static void take(int type, int code, int value) {
  if (type == EV_SYN && code == SYN_REPORT) {
    for (int i = 0; i < used; i++) {
      if (touches[i].moved && touches[i].down) extend(i);
      touches[i].moved = 0;
    }
  }
  if (type != EV_ABS) return;
  switch (code) {
    case ABS_MT_SLOT:
      slot = value >= 0 && value < slots ? value : 0;
      if (slot >= used) used = slot + 1;
      break;
    case ABS_MT_TRACKING_ID:
      stroke(slot);
      touches[slot].down = value >= 0;
      touches[slot].moved = 1;
      break;
    case ABS_MT_POSITION_X: touches[slot].x = value, touches[slot].moved = 1; break;
    case ABS_MT_POSITION_Y: touches[slot].y = value, touches[slot].moved = 1; break;
  }
}

static void read_raw(FILE *file) {
  struct input_event event;
  while (fread(&event, sizeof event, 1, file) == 1) take(event.type, event.code, event.value);
}

static void read_text(FILE *file) {
  char line[512];
  long seconds, micros;
  int type, code, value, low, high;
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "E: %ld.%ld %x %x %d", &seconds, &micros, (unsigned *)&type, (unsigned *)&code, &value) == 5 ||
        sscanf(line, " - [ %ld, %ld, %d, %d, %d]", &seconds, &micros, &type, &code, &value) == 5) {
      take(type, code, value);
    } else if (sscanf(line, "A: %x %d %d", (unsigned *)&code, &low, &high) == 3 ||
               sscanf(line, " %d: [%d, %d,", &code, &low, &high) == 3) {
      if (code == ABS_MT_POSITION_X) units_x = high - low + 1;
      if (code == ABS_MT_POSITION_Y) units_y = high - low + 1;
    }
  }
}

static void write_png(cairo_surface_t *surface, const char *name) {
  FILE *file = fopen(name, "wb");
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (file == NULL || setjmp(png_jmpbuf(png))) exit(1);
  png_init_io(png, file);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_set_bgr(png);
  png_set_filler(png, 0, PNG_FILLER_AFTER);
  cairo_surface_flush(surface);
  unsigned char *pixels = cairo_image_surface_get_data(surface);
  for (int y = 0; y < (int)height; y++) png_write_row(png, pixels + y * cairo_image_surface_get_stride(surface));
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  if (fclose(file) != 0) exit(1);
}

int main(int count, char **arguments) {
  if (count != 6 && count != 8) return 2;
  width = atoi(arguments[3]), height = atoi(arguments[4]);
  if (count == 8) units_x = atoi(arguments[6]), units_y = atoi(arguments[7]);
  FILE *file = fopen(arguments[1], "rb");
  if (file == NULL) return 1;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
  cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_set_source_rgb(cairo, 0, 0, 0);
  cairo_set_line_width(cairo, atof(arguments[5]));
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  (strstr(arguments[1], ".raw24") ? read_raw : read_text)(file);
  for (int i = 0; i < used; i++) stroke(i);
  write_png(surface, arguments[2]);
  return 0;
}
