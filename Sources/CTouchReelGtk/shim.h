#pragma once

// GTK 4.8 is what the window needs: what later ones deprecate is no warning.
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8

// Later GLibs mark flags as such, and Swift would import them under other names than those of Debian 12.
#define __GLIB_H_INSIDE__
#include <glib/gmacros.h>
#undef __GLIB_H_INSIDE__
#undef G_GNUC_FLAG_ENUM
#define G_GNUC_FLAG_ENUM

#include <glib-unix.h>
#include <gdk/wayland/gdkwayland.h>
#include <gtk/gtk.h>
#include <libintl.h>
#include <wayland-client.h>

// What Canvas declares of Pango is what Pango's own headers declare.
typedef PangoWrapMode pango_wrap_mode;
typedef PangoDirection pango_direction;
typedef PangoStyle pango_style;
typedef PangoWeight pango_weight;
typedef PangoAlignment pango_alignment;
#include "../CTouchReelPango/functions.h"
#define PANGO_CHECK(result, name, parameters)                                                                          \
  _Static_assert(                                                                                                      \
      __builtin_types_compatible_p(__typeof__(pango_##name), result parameters), "CPango declares another " #name);
PANGO_FUNCTIONS(PANGO_CHECK)
#undef PANGO_CHECK
_Static_assert(pango_units_per_point == PANGO_SCALE, "CPango declares another PANGO_SCALE");
_Static_assert((int)pango_wraps_words_and_characters == (int)PANGO_WRAP_WORD_CHAR, "CPango declares another wrap mode");
_Static_assert(
    (int)pango_bold == (int)PANGO_WEIGHT_BOLD && (int)pango_italic == (int)PANGO_STYLE_ITALIC,
    "CPango declares another style");
_Static_assert((int)pango_right_to_left == (int)PANGO_DIRECTION_RTL, "CPango declares another direction");
_Static_assert(
    (int)pango_align_left == (int)PANGO_ALIGN_LEFT && (int)pango_align_center == (int)PANGO_ALIGN_CENTER &&
        (int)pango_align_right == (int)PANGO_ALIGN_RIGHT,
    "CPango declares another alignment");
_Static_assert(sizeof(struct pango_breaks) == sizeof(PangoLogAttr), "CPango declares another PangoLogAttr");
_Static_assert(sizeof(struct pango_extents) == sizeof(PangoRectangle), "CPango declares another PangoRectangle");

_Static_assert(
    offsetof(struct pango_line, start_index) == offsetof(PangoLayoutLine, start_index) &&
        offsetof(struct pango_line, length) == offsetof(PangoLayoutLine, length),
    "CPango declares another PangoLayoutLine");
_Static_assert(
    sizeof(struct pango_glyph) == sizeof(PangoGlyphInfo) &&
        offsetof(struct pango_glyph, y_offset) == offsetof(PangoGlyphInfo, geometry.y_offset) &&
        offsetof(struct pango_glyphs, glyphs) == offsetof(PangoGlyphString, glyphs),
    "CPango declares another PangoGlyphString");
_Static_assert(
    offsetof(struct pango_run, item) == offsetof(PangoGlyphItem, item) &&
        offsetof(struct pango_run, glyphs) == offsetof(PangoGlyphItem, glyphs) &&
        offsetof(struct pango_item, font) == offsetof(PangoItem, analysis.font),
    "CPango declares another PangoGlyphItem");
_Static_assert((unsigned)pango_empty_glyph == PANGO_GLYPH_EMPTY, "CPango declares another PANGO_GLYPH_EMPTY");

// Variadic functions and macros of expressions, neither of which Swift imports.

static inline GtkWidget *message_dialog(
    GtkWindow *parent, GtkMessageType type, GtkButtonsType buttons, const char *title, const char *detail) {
  GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL, type, buttons, "%s", title);
  if (detail && *detail) gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", detail);
  return dialog;
}

static inline void set_string_property(gpointer object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}

static inline char *string_property(gpointer object, const char *name) {
  char *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline void set_flag_property(gpointer object, const char *name, gboolean value) {
  g_object_set(object, name, value, NULL);
}

static inline void set_number_property(gpointer object, const char *name, double value) {
  g_object_set(object, name, value, NULL);
}

static inline void set_accessible_pressed(gpointer button, gboolean is_pressed) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_STATE_PRESSED,
      is_pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

// Widgets of GTK that are worked by a button within them, their first child.
static inline gboolean has_inner_button(gpointer object) {
  return GTK_IS_DROP_DOWN(object) || GTK_IS_COLOR_BUTTON(object);
}

// Names a part as the whole is named, by a label beside it or by a name of its own: GTK does not ask for the label of a
// label.
static inline void set_accessible_label(gpointer part, gpointer whole) {
  GList *labels = gtk_widget_list_mnemonic_labels(GTK_WIDGET(whole));
  gtk_accessible_update_relation(
      GTK_ACCESSIBLE(part), GTK_ACCESSIBLE_RELATION_LABELLED_BY, labels ? labels->data : whole, NULL, -1);
  g_list_free(labels);
}

// At once; gtk_widget_activate() shows a button pressed for a quarter of a second first.
static inline void click(gpointer button) { g_signal_emit_by_name(button, "clicked"); }

static inline const char *display_type_name(void) {
  GdkDisplay *display = gdk_display_get_default();
  return display ? G_OBJECT_TYPE_NAME(display) : "";
}
static inline gboolean is_widget(gpointer object) { return GTK_IS_WIDGET(object); }
static inline gboolean is_button(gpointer object) { return GTK_IS_BUTTON(object); }
static inline gboolean is_label(gpointer object) { return GTK_IS_LABEL(object); }
static inline gboolean is_scroller(gpointer object) { return GTK_IS_SCROLLED_WINDOW(object); }
static inline gboolean is_entry(gpointer object) { return GTK_IS_ENTRY(object); }
static inline gboolean is_file_dialog(gpointer object) { return GTK_IS_FILE_CHOOSER_DIALOG(object); }
static inline gboolean is_range(gpointer object) { return GTK_IS_RANGE(object); }
static inline GType string_type(void) { return G_TYPE_STRING; }
static inline GType file_list_type(void) { return GDK_TYPE_FILE_LIST; }
static inline GType boolean_type(void) { return G_TYPE_BOOLEAN; }
static inline const GVariantType *string_variant_type(void) { return G_VARIANT_TYPE_STRING; }

// GTK's connection to the compositor; NULL on other desktops.
static inline struct wl_display *wayland_display(void) {
  GdkDisplay *display = gdk_display_get_default();
  return GDK_IS_WAYLAND_DISPLAY(display) ? gdk_wayland_display_get_wl_display(display) : NULL;
}
static inline struct wl_output *bind_output(struct wl_registry *registry, uint32_t number) {
  return wl_registry_bind(registry, number, &wl_output_interface, 4);
}
