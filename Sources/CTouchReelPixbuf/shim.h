#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// GdkPixbuf is opened when an image that is no PNG is read, and is not linked, as Cairo. Its own headers are found only
// with the flags of pkg-config, which also link it; so its functions are declared here, with what they point to as
// untyped memory.

// Called with the size of the image before memory is taken for it.
typedef void (*pixbuf_size_prepared)(void *loader, int width, int height, void *data);

// Result, name without its prefix, parameters.
#define PIXBUF_FUNCTIONS(FUNCTION)                                                                                      \
  FUNCTION(void *, apply_embedded_orientation, (void *pixbuf))                                                         \
  FUNCTION(size_t, get_byte_length, (const void *pixbuf))                                                              \
  FUNCTION(int, get_has_alpha, (const void *pixbuf))                                                                   \
  FUNCTION(int, get_height, (const void *pixbuf))                                                                      \
  FUNCTION(int, get_rowstride, (const void *pixbuf))                                                                   \
  FUNCTION(int, get_width, (const void *pixbuf))                                                                       \
  FUNCTION(int, loader_close, (void *loader, void **error))                                                            \
  FUNCTION(void *, loader_get_pixbuf, (void *loader))                                                                  \
  FUNCTION(void *, loader_new, (void))                                                                                 \
  FUNCTION(void, loader_set_size, (void *loader, int width, int height))                                               \
  FUNCTION(int, loader_write, (void *loader, const unsigned char *bytes, size_t count, void **error))                  \
  FUNCTION(const unsigned char *, read_pixels, (const void *pixbuf))

struct pixbuf_functions {
#define PIXBUF_MEMBER(result, name, parameters) result(*name) parameters;
  PIXBUF_FUNCTIONS(PIXBUF_MEMBER)
#undef PIXBUF_MEMBER
  // g_object_unref().
  void (*unref)(void *);
  // g_signal_connect_data(), for this one signal.
  unsigned long (*connect)(
      void *loader, const char *signal, pixbuf_size_prepared call, void *data, void (*destroy)(void *, void *),
      unsigned flags);
};

// False if the library and those that it is linked with do not have one of them; dlerror(3) has its name then.
static inline bool pixbuf_functions_find(struct pixbuf_functions *functions, void *library) {
#define PIXBUF_FIND(result, name, parameters)                                                                          \
  functions->name = (__typeof__(functions->name))dlsym(library, "gdk_pixbuf_" #name);                                  \
  if (!functions->name) return false;
  PIXBUF_FUNCTIONS(PIXBUF_FIND)
#undef PIXBUF_FIND
  functions->unref = (__typeof__(functions->unref))dlsym(library, "g_object_unref");
  functions->connect = (__typeof__(functions->connect))dlsym(library, "g_signal_connect_data");
  return functions->unref && functions->connect;
}
