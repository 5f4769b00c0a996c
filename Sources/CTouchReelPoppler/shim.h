#pragma once

#include <cairo/cairo.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// Poppler is opened when a page of a PDF is drawn, and is not linked, as Cairo. Its own headers are found only with the
// flags of pkg-config, which also link it; so its functions are declared here, with what they point to as untyped
// memory, beside those of GLib that nothing else needs.

// GError.
struct poppler_error {
  unsigned domain;
  int code;
  const char *message;
};

// Result, name, parameters.
#define POPPLER_FUNCTIONS(FUNCTION)                                                                                    \
  FUNCTION(void *, poppler_document_new_from_bytes, (void *bytes, const char *password, struct poppler_error **error)) \
  FUNCTION(int, poppler_document_get_n_pages, (void *document))                                                        \
  FUNCTION(void *, poppler_document_get_page, (void *document, int index))                                             \
  FUNCTION(void, poppler_page_get_size, (void *page, double *width, double *height))                                   \
  FUNCTION(void, poppler_page_render, (void *page, cairo_t *cairo))                                                    \
  FUNCTION(void, poppler_page_render_for_printing, (void *page, cairo_t *cairo))                                       \
  FUNCTION(void, g_error_free, (struct poppler_error *error))                                                          \
  FUNCTION(void *, g_bytes_new, (const void *bytes, size_t count))                                                     \
  FUNCTION(void, g_bytes_unref, (void *bytes))                                                                         \
  FUNCTION(void, g_object_unref, (void *object))

struct poppler_functions {
#define POPPLER_MEMBER(result, name, parameters) result(*name) parameters;
  POPPLER_FUNCTIONS(POPPLER_MEMBER)
#undef POPPLER_MEMBER
};

// False if the library and those that it is linked with do not have one of them; dlerror(3) has its name then.
static inline bool poppler_functions_find(struct poppler_functions *functions, void *library) {
#define POPPLER_FIND(result, name, parameters)                                                                         \
  functions->name = (__typeof__(functions->name))dlsym(library, #name);                                                \
  if (!functions->name) return false;
  POPPLER_FUNCTIONS(POPPLER_FIND)
#undef POPPLER_FIND
  return true;
}
