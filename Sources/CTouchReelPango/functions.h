// What is used of Pango, and of the libraries below it. Included by shim.h, which opens the library, and by the header
// of CGtk, which has Pango's own declarations to check these against.

// Where a text may be broken: the first bits of a PangoLogAttr.
struct pango_breaks {
  unsigned is_line_break : 1;
  unsigned is_mandatory_break : 1;
  unsigned is_char_break : 1;
  unsigned others : 29;
};

// A PangoRectangle.
struct pango_extents {
  int x;
  int y;
  int width;
  int height;
};

// How a PangoLayoutLine begins: where its text lies in the layout's, in bytes.
struct pango_line {
  void *layout;
  int start_index;
  int length;
};

// A PangoGlyphInfo.
struct pango_glyph {
  unsigned number;
  int width;
  int x_offset;
  int y_offset;
  unsigned is_cluster_start : 1;
  // Since Pango 1.50: whether the font may draw it in colours of its own.
  unsigned is_color : 1;
  unsigned others : 30;
};

// How a PangoGlyphString begins.
struct pango_glyphs {
  int count;
  struct pango_glyph *glyphs;
};

// How a PangoItem begins, up to the font of its PangoAnalysis.
struct pango_item {
  int offset;
  int length;
  int character_count;
  void *shape_engine;
  void *language_engine;
  PangoFont *font;
};

// How a PangoLayoutRun, which is a PangoGlyphItem, begins.
struct pango_run {
  struct pango_item *item;
  struct pango_glyphs *glyphs;
};

enum {
  pango_units_per_point = 1024,  // PANGO_SCALE
  pango_wraps_words_and_characters = 2,  // PANGO_WRAP_WORD_CHAR
  pango_right_to_left = 1,               // PANGO_DIRECTION_RTL
  pango_align_left = 0,                  // PANGO_ALIGN_LEFT
  pango_align_center = 1,                // PANGO_ALIGN_CENTER
  pango_align_right = 2,                 // PANGO_ALIGN_RIGHT
  pango_bold = 700,                      // PANGO_WEIGHT_BOLD
  pango_italic = 2,                      // PANGO_STYLE_ITALIC
  pango_empty_glyph = 0x0FFFFFFF,        // PANGO_GLYPH_EMPTY
};

// Result, name without its prefix, parameters.
#define PANGO_FUNCTIONS(FUNCTION)                                                                                       \
  FUNCTION(void, cairo_context_set_font_options, (PangoContext *, const cairo_font_options_t *))                       \
  FUNCTION(PangoLayout *, cairo_create_layout, (cairo_t *))                                                            \
  FUNCTION(cairo_scaled_font_t *, cairo_font_get_scaled_font, (PangoCairoFont *))                                      \
  FUNCTION(void, cairo_layout_path, (cairo_t *, PangoLayout *))                                                        \
  FUNCTION(void, cairo_show_layout, (cairo_t *, PangoLayout *))                                                        \
  FUNCTION(PangoFont *, context_load_font, (PangoContext *, const PangoFontDescription *))                             \
  FUNCTION(void, context_set_round_glyph_positions, (PangoContext *, int))                                             \
  FUNCTION(pango_direction, find_base_dir, (const char *, int))                                                        \
  FUNCTION(PangoFontDescription *, font_describe, (PangoFont *))                                                       \
  FUNCTION(void, font_description_free, (PangoFontDescription *))                                                      \
  FUNCTION(const char *, font_description_get_family, (const PangoFontDescription *))                                  \
  FUNCTION(PangoFontDescription *, font_description_new, (void))                                                       \
  FUNCTION(void, font_description_set_absolute_size, (PangoFontDescription *, double))                                 \
  FUNCTION(PangoFontDescription *, font_description_from_string, (const char *))                                       \
  FUNCTION(void, font_description_set_family, (PangoFontDescription *, const char *))                                  \
  FUNCTION(void, font_description_set_style, (PangoFontDescription *, pango_style))                                    \
  FUNCTION(void, font_description_set_weight, (PangoFontDescription *, pango_weight))                                  \
  FUNCTION(void, get_log_attrs, (const char *, int, int, PangoLanguage *, PangoLogAttr *, int))                        \
  FUNCTION(PangoLanguage *, language_get_default, (void))                                                              \
  FUNCTION(void, layout_context_changed, (PangoLayout *))                                                              \
  FUNCTION(PangoContext *, layout_get_context, (PangoLayout *))                                                        \
  FUNCTION(void, layout_get_extents, (PangoLayout *, PangoRectangle *, PangoRectangle *))                              \
  FUNCTION(const PangoFontDescription *, layout_get_font_description, (PangoLayout *))                                 \
  FUNCTION(PangoLayoutIter *, layout_get_iter, (PangoLayout *))                                                        \
  FUNCTION(void, layout_iter_free, (PangoLayoutIter *))                                                                \
  FUNCTION(int, layout_iter_get_baseline, (PangoLayoutIter *))                                                         \
  FUNCTION(void, layout_iter_get_line_extents, (PangoLayoutIter *, PangoRectangle *, PangoRectangle *))                \
  FUNCTION(PangoLayoutLine *, layout_iter_get_line_readonly, (PangoLayoutIter *))                                      \
  FUNCTION(PangoLayoutRun *, layout_iter_get_run, (PangoLayoutIter *))                                                 \
  FUNCTION(void, layout_iter_get_run_extents, (PangoLayoutIter *, PangoRectangle *, PangoRectangle *))                 \
  FUNCTION(int, layout_iter_next_line, (PangoLayoutIter *))                                                            \
  FUNCTION(int, layout_iter_next_run, (PangoLayoutIter *))                                                             \
  FUNCTION(void, layout_set_alignment, (PangoLayout *, pango_alignment))                                               \
  FUNCTION(void, layout_set_font_description, (PangoLayout *, const PangoFontDescription *))                           \
  FUNCTION(void, layout_set_spacing, (PangoLayout *, int))                                                             \
  FUNCTION(void, layout_set_text, (PangoLayout *, const char *, int))                                                  \
  FUNCTION(void, layout_set_width, (PangoLayout *, int))                                                               \
  FUNCTION(void, layout_set_wrap, (PangoLayout *, pango_wrap_mode))
