#pragma once

#include <cairo/cairo.h>
#include <dlfcn.h>
#include <stdbool.h>

// Pango is opened when a text is set, and is not linked, as Cairo. Its own headers are found only with the flags of
// pkg-config, which also link it; so its functions are declared here.

typedef struct _PangoCairoFont PangoCairoFont;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoGlyphItem PangoLayoutRun;
typedef struct _PangoLogAttr PangoLogAttr;
typedef struct _PangoRectangle PangoRectangle;
// PangoWrapMode.
typedef unsigned pango_wrap_mode;
// PangoAlignment.
typedef unsigned pango_alignment;
// PangoStyle.
typedef unsigned pango_style;
// PangoWeight.
typedef unsigned pango_weight;
// PangoDirection.
typedef unsigned pango_direction;

#include "functions.h"

struct pango_functions {
#define PANGO_MEMBER(result, name, parameters) result(*name) parameters;
  PANGO_FUNCTIONS(PANGO_MEMBER)
#undef PANGO_MEMBER
  // g_object_unref().
  void (*unref)(void *);
};

// False if the library and those that it is linked with do not have one of them; dlerror(3) has its name then.
static inline bool pango_functions_find(struct pango_functions *functions, void *library) {
#define PANGO_FIND(result, name, parameters)                                                                           \
  functions->name = (__typeof__(functions->name))dlsym(library, "pango_" #name);                                       \
  if (!functions->name) return false;
  PANGO_FUNCTIONS(PANGO_FIND)
#undef PANGO_FIND
  functions->unref = (__typeof__(functions->unref))dlsym(library, "g_object_unref");
  return functions->unref;
}
