#pragma once

#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>
#include <dlfcn.h>
#include <stdbool.h>

// Cairo is opened when something is drawn with it, and is not linked: what it brings along would take longer than the
// rest of a start.

#define CAIRO_FUNCTIONS(FUNCTION)                                                                                       \
  FUNCTION(close_path)                                                                                                 \
  FUNCTION(copy_path)                                                                                                  \
  FUNCTION(create)                                                                                                     \
  FUNCTION(curve_to)                                                                                                   \
  FUNCTION(destroy)                                                                                                    \
  FUNCTION(fill)                                                                                                       \
  FUNCTION(font_face_reference)                                                                                        \
  FUNCTION(font_options_create)                                                                                        \
  FUNCTION(font_options_destroy)                                                                                       \
  FUNCTION(font_options_set_hint_metrics)                                                                              \
  FUNCTION(font_options_set_hint_style)                                                                                \
  FUNCTION(get_source)                                                                                                 \
  FUNCTION(glyph_extents)                                                                                              \
  FUNCTION(image_surface_create)                                                                                       \
  FUNCTION(image_surface_create_for_data)                                                                              \
  FUNCTION(image_surface_get_data)                                                                                     \
  FUNCTION(image_surface_get_stride)                                                                                   \
  FUNCTION(line_to)                                                                                                    \
  FUNCTION(move_to)                                                                                                    \
  FUNCTION(new_path)                                                                                                   \
  FUNCTION(path_destroy)                                                                                               \
  FUNCTION(pattern_set_extend)                                                                                         \
  FUNCTION(pattern_set_filter)                                                                                         \
  FUNCTION(pdf_surface_create_for_stream)                                                                              \
  FUNCTION(pdf_surface_restrict_to_version)                                                                            \
  FUNCTION(pdf_surface_set_size)                                                                                       \
  FUNCTION(recording_surface_create)                                                                                   \
  FUNCTION(rectangle)                                                                                                  \
  FUNCTION(scale)                                                                                                      \
  FUNCTION(scaled_font_get_font_face)                                                                                  \
  FUNCTION(scaled_font_get_font_matrix)                                                                                \
  FUNCTION(scaled_font_get_font_options)                                                                               \
  FUNCTION(set_dash)                                                                                                   \
  FUNCTION(set_fill_rule)                                                                                              \
  FUNCTION(set_font_face)                                                                                              \
  FUNCTION(set_font_matrix)                                                                                            \
  FUNCTION(set_font_options)                                                                                           \
  FUNCTION(set_line_cap)                                                                                               \
  FUNCTION(set_line_join)                                                                                              \
  FUNCTION(set_line_width)                                                                                             \
  FUNCTION(set_source_rgb)                                                                                             \
  FUNCTION(set_source_surface)                                                                                         \
  FUNCTION(show_glyphs)                                                                                                \
  FUNCTION(show_page)                                                                                                  \
  FUNCTION(status)                                                                                                     \
  FUNCTION(stroke)                                                                                                     \
  FUNCTION(surface_destroy)                                                                                            \
  FUNCTION(surface_finish)                                                                                             \
  FUNCTION(surface_flush)                                                                                              \
  FUNCTION(surface_status)                                                                                             \
  FUNCTION(translate)

// The functions without their prefix, as the header declares them.
struct cairo_functions {
#define CAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
  CAIRO_FUNCTIONS(CAIRO_MEMBER)
#undef CAIRO_MEMBER
};

// False if the library does not have one of them; dlerror(3) has its name then.
static inline bool cairo_functions_find(struct cairo_functions *functions, void *library) {
#define CAIRO_FIND(name)                                                                                               \
  functions->name = (__typeof__(functions->name))dlsym(library, "cairo_" #name);                                       \
  if (!functions->name) return false;
  CAIRO_FUNCTIONS(CAIRO_FIND)
#undef CAIRO_FIND
  return true;
}
