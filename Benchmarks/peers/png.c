#include "peers.h"

#include <png.h>
#include <stdlib.h>

static void count_bytes(png_structp png, png_bytep data, size_t length) {
  (void)data;
  *(long *)png_get_io_ptr(png) += (long)length;
}

static void no_flush(png_structp png) { (void)png; }

static unsigned char *read_pixels(const char *name, size_t size) {
  FILE *file = fopen(name, "rb");
  unsigned char *pixels = malloc(size);
  if (file == NULL || pixels == NULL || fread(pixels, 1, size, file) != size) exit(1);
  fclose(file);
  return pixels;
}

int64_t png_write(const char *name, int width, int height, long *bytes) {
  size_t stride = (size_t)width * 4;
  unsigned char *pixels = read_pixels(name, stride * (size_t)height);
  *bytes = 0;
  int64_t start = now();
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) exit(1);
  png_set_write_fn(png, bytes, count_bytes, no_flush);
  png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_set_bgr(png);
  png_set_filler(png, 0, PNG_FILLER_AFTER);
  for (int y = 0; y < height; y++) png_write_row(png, pixels + stride * (size_t)y);
  png_write_end(png, info);
  int64_t elapsed = now() - start;
  png_destroy_write_struct(&png, &info);
  free(pixels);
  return elapsed;
}
