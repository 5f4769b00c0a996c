import CTouchReelCairo
import CTouchReelPango
import TouchReelClampedNumbers

/// A layout of Pango and the Cairo context that it draws into, of which only the path is used.
struct Typesetter: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  let layout: OpaquePointer
  private let font: TextFont
  private var family: String
  private var text: String
  /// Whether paragraphs begin on different sides, so that the box is as wide as lines may be.
  var readsBothWays: Bool
  /// What lines are higher than the font's, in points.
  var extraHeight: Double

  /// Longer names of families are cut.
  private static let familyLimit = 200

  /// `nil` if there is no memory for it.
  ///
  /// - Parameter size: of the em, in points.
  init?(_ font: TextFont, size: Double) {
    // Without bounds: Cairo leaves out glyphs that lie far outside of a surface, from their paths as well.
    guard let surface = cairo.recording_surface_create(CAIRO_CONTENT_ALPHA, nil) else { return nil }
    guard cairo.surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo.create(surface),
      let layout = pango.cairo_create_layout(context)
    else {
      cairo.surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
    self.layout = layout
    text = ""
    (readsBothWays, extraHeight) = (false, 0)
    self.font = font
    family = String(font.family.unicodeScalars.prefix(Self.familyLimit))
    turnHintingOff()
    setFont(size: size)
    if let name = familyOfStyle(size: size) { self.family = name }
  }

  deinit {
    pango.unref(UnsafeMutableRawPointer(layout))
    cairo.destroy(context)
    cairo.surface_destroy(surface)
  }

  /// - Parameter width: where lines are wrapped, in points.
  mutating func set(_ text: String, width: Double) {
    pango.layout_set_width(layout, Int32(clamping: width * Self.unitsPerPoint))
    pango.layout_set_wrap(layout, pango_wrap_mode(pango_wraps_words_and_characters))
    self.text = LongWords.breakable(text)
    self.text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { pango.layout_set_text(layout, $0.baseAddress, Int32($0.count)) }
    }
  }

  func align(_ alignment: TextParagraph.Alignment) {
    let side =
      switch alignment {
      case .start: pango_align_left
      case .center: pango_align_center
      case .end: pango_align_right
      }
    pango.layout_set_alignment(layout, pango_alignment(side))
  }

  /// Puts lines at a distance from each other.
  ///
  /// - Returns: by how much the distance is more than the font's own, in points.
  func setLineHeight(_ height: Double) -> Double {
    let count = lines(fromX: 0, y: 0).count
    guard count > 0 else { return 0 }
    let extra = height - box.height / Double(count)
    pango.layout_set_spacing(layout, Int32(clamping: (extra * Self.unitsPerPoint).rounded()))
    return extra
  }

  /// The lines that the text became, relative to a point of the layout.
  func lines(fromX x: Double, y: Double) -> [TextLayout.Line] {
    guard let iterator = pango.layout_get_iter(layout) else { return [] }
    defer { pango.layout_iter_free(iterator) }
    let bytes = Array(text.utf8)
    var lines: [TextLayout.Line] = []
    repeat {
      guard let line = pango.layout_iter_get_line_readonly(iterator) else { break }
      let pangoLine = UnsafeRawPointer(line).load(as: pango_line.self)
      var logical = pango_extents()
      withUnsafeMutablePointer(to: &logical) { pango.layout_iter_get_line_extents(iterator, nil, OpaquePointer($0)) }
      let range = Int(pangoLine.start_index)..<Int(pangoLine.start_index + pangoLine.length)
      lines.append(
        TextLayout.Line(
          text: String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
            .filter { $0 != "\u{200B}" },
          x: Double(logical.x) / Self.unitsPerPoint - x,
          baseline: Double(pango.layout_iter_get_baseline(iterator)) / Self.unitsPerPoint - y,
          width: Double(logical.width) / Self.unitsPerPoint))
    } while pango.layout_iter_next_line(iterator) != 0
    return lines
  }

  /// The width of the longest line, in points.
  var longestLine: Double { lines(fromX: 0, y: 0).reduce(0) { max($0, $1.width) } }

  /// Lets lines end at a width, in points, at which none is wrapped that was not before.
  mutating func narrow(to width: Double) {
    pango.layout_set_width(layout, Int32(clamping: (width * Self.unitsPerPoint).rounded(.up)))
  }

  /// Whether the first paragraph reads from right to left: what Pango aligns to the right.
  var isRightToLeft: Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.find_base_dir($0.baseAddress, Int32($0.count)) == pango_direction(pango_right_to_left)
      }
    }
  }

  /// The box of all lines, in points.
  var box: (x: Double, y: Double, width: Double, height: Double) {
    var logical = pango_extents()
    withUnsafeMutablePointer(to: &logical) { pango.layout_get_extents(layout, nil, OpaquePointer($0)) }
    func points(_ value: Int32) -> Double { Double(value) / Self.unitsPerPoint }
    return (points(logical.x), points(logical.y), points(logical.width), points(logical.height))
  }

  /// False on a system without fonts, where Pango's measures are meaningless.
  var hasFont: Bool { familyFound != nil }

  /// The family that is used instead of the one wanted; `nil` if that one is installed, or stands for any of its kind.
  var fallbackFamily: String? {
    guard !Self.generic.contains(family.lowercased()), let found = familyFound else { return nil }
    let wanted = family.split(separator: ",").map { $0.lowercased().drop { $0 == " " } }
    return wanted.contains { $0.hasPrefix(found.lowercased()) } ? nil : found
  }

  private static let generic: Set = ["", "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy"]
  static let unitsPerPoint = Double(pango_units_per_point)

  private var familyFound: String? {
    let font = pango.context_load_font(
      pango.layout_get_context(layout), pango.layout_get_font_description(layout))
    guard let font else { return nil }
    defer { pango.unref(UnsafeMutableRawPointer(font)) }
    let description = pango.font_describe(font)
    defer { pango.font_description_free(description) }
    return pango.font_description_get_family(description).map { String(cString: $0) }
  }

  private func turnHintingOff() {
    let options = cairo.font_options_create()
    defer { cairo.font_options_destroy(options) }
    cairo.font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo.font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango.cairo_context_set_font_options(pango.layout_get_context(layout), options)
    pango.context_set_round_glyph_positions(pango.layout_get_context(layout), 0)
    pango.layout_context_changed(layout)
  }

  private func setFont(size: Double) {
    let description = pango.font_description_new()
    defer { pango.font_description_free(description) }
    pango.font_description_set_family(description, family.isEmpty ? "Sans" : family)
    pango.font_description_set_absolute_size(description, size * Self.unitsPerPoint)
    setStyle(of: description)
    pango.layout_set_font_description(layout, description)
  }

  private func setStyle(of description: OpaquePointer?) {
    if font.isBold { pango.font_description_set_weight(description, pango_weight(pango_bold)) }
    if font.isItalic { pango.font_description_set_style(description, pango_style(pango_italic)) }
  }

  /// Reads a name whose family is not there as a family and a style, which Xournal++ writes: `Sans Bold`.
  ///
  /// - Returns: the family, if that is how the name is read.
  private func familyOfStyle(size: Double) -> String? {
    guard family.utf8.contains(UInt8(ascii: " ")), fallbackFamily != nil else { return nil }
    let description = pango.font_description_from_string(family)
    defer { pango.font_description_free(description) }
    guard let name = pango.font_description_get_family(description).map({ String(cString: $0) }), name != family else {
      return nil
    }
    pango.font_description_set_absolute_size(description, size * Self.unitsPerPoint)
    setStyle(of: description)
    pango.layout_set_font_description(layout, description)
    return name
  }
}

extension Typesetter {
  /// The glyphs' outlines, from a point of the layout on.
  func outline(fromX x: Double, y: Double) -> [TextLayout.Element] {
    cairo.move_to(context, -x, -y)
    pango.cairo_layout_path(context, layout)
    guard let path = cairo.copy_path(context) else { return [] }
    defer { cairo.path_destroy(path) }
    cairo.new_path(context)
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return [] }
    return Self.elements(UnsafeBufferPointer(start: data, count: Int(path.pointee.num_data)))
  }

  /// Each element is a header followed by its points; the header's length counts both.
  private static func elements(_ data: UnsafeBufferPointer<cairo_path_data_t>) -> [TextLayout.Element] {
    var elements: [TextLayout.Element] = []
    var index = data.startIndex
    while index < data.endIndex {
      func point(_ number: Int) -> TextLayout.Point {
        TextLayout.Point(x: data[index + number].point.x, y: data[index + number].point.y)
      }
      switch data[index].header.type {
      case CAIRO_PATH_MOVE_TO: elements.append(.move(point(1)))
      case CAIRO_PATH_LINE_TO: elements.append(.line(point(1)))
      case CAIRO_PATH_CURVE_TO: elements.append(.curve(point(1), point(2), to: point(3)))
      default: elements.append(.close)
      }
      index += max(1, Int(data[index].header.length))
    }
    return elements
  }
}

/// Text in which every long word can be broken.
///
/// Pango looks for a break by going through all that is left of a word, for each line again: a word of n characters on
/// n lines takes n² steps, 10,000 characters eight seconds. Where a word is longer than ``limit``, spaces without width
/// between its characters at which a line may end (U+200B) give it the same lines in time that grows with its length.
enum LongWords {
  /// The limit, in characters (Unicode scalars). Shorter words keep the kerning between their letters, as words that
  /// people write do.
  private static let limit = 200

  /// A NUL, at which a text in C would end, becomes a sign for a character that cannot be shown.
  static func breakable(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
    let text = scalars.contains("\u{FFFD}") ? String(String.UnicodeScalarView(scalars)) : text
    guard scalars.count > limit else { return text }
    let breaks = Breaks(of: text, count: scalars.count)
    var result = String.UnicodeScalarView()
    var start = 0
    for index in 1...scalars.count where index == scalars.count || breaks.isBetweenWords(index) {
      append(scalars, start..<index, breaks, to: &result)
      start = index
    }
    return String(result)
  }

  private static func append(
    _ scalars: [Unicode.Scalar], _ word: Range<Int>, _ breaks: borrowing Breaks, to text: inout String.UnicodeScalarView
  ) {
    for index in word {
      if word.count > limit, index > word.lowerBound, breaks.isBetweenCharacters(index) { text.append("\u{200B}") }
      text.append(scalars[index])
    }
  }
}

/// Where Unicode's rules allow lines to be broken.
private struct Breaks: ~Copyable {
  /// One for each scalar, and one for the end of the text.
  private let attributes: UnsafeMutableBufferPointer<pango_breaks>

  init(of text: String, count: Int) {
    attributes = .allocate(capacity: count + 1)
    attributes.initialize(repeating: pango_breaks())
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango.get_log_attrs(
          $0.baseAddress, Int32($0.count), -1, pango.language_get_default(), OpaquePointer(attributes.baseAddress),
          Int32(count + 1))
      }
    }
  }

  deinit { attributes.deallocate() }

  func isBetweenWords(_ index: Int) -> Bool { attributes[index].is_line_break != 0 }

  /// Between characters as people see them, not within one.
  func isBetweenCharacters(_ index: Int) -> Bool { attributes[index].is_char_break != 0 }
}
