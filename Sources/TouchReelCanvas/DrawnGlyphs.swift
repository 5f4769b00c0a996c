import CTouchReelCairo
import TouchReelClampedNumbers

/// A picture of a glyph, and where it begins from where the glyph stands, in pixels.
struct DrawnGlyph {
  let image: EmbeddedImage
  let left: Int
  let top: Int
}

/// Which glyphs have colours of their own, and their pictures: all texts share these as long as one has them.
struct DrawnGlyphs {
  /// What the em of all pictures has: that of Noto Color Emoji's own, so that these are drawn as they are.
  static let pixelsPerEm = 109.0
  /// So many pictures stay without a text, such as between two letters that are typed: up to 15 MB.
  private static let keptCount = 128

  private struct Key: Hashable {
    let face: OpaquePointer
    let number: UInt32
    /// How the font is slanted or stretched, in 1/1024.
    let matrix: SIMD4<Int32>
  }

  private struct Known {
    weak var image: EmbeddedImage?
    /// `nil` if it has the text's colour.
    let corner: (left: Int, top: Int)?
  }

  private var known: [Key: Known] = [:]
  private var kept: [EmbeddedImage] = []
  /// Faces that are there as long as the program, so that no other takes the place of one.
  private var faces: Set<OpaquePointer> = []

  /// - Parameters:
  ///   - number: of the glyph in its font.
  ///   - font: a scaled font of Cairo.
  ///   - em: the font's size.
  /// - Returns: `nil` if it has the text's colour, or cannot be drawn.
  mutating func glyph(_ number: UInt32, of font: OpaquePointer, em: Double) -> DrawnGlyph? {
    guard let font = PictureFont(font, em: em) else { return nil }
    let key = Key(face: font.face, number: number, matrix: font.key)
    if let known = known[key] {
      guard let corner = known.corner else { return nil }
      if let image = known.image { return DrawnGlyph(image: image, left: corner.left, top: corner.top) }
    }
    if faces.insert(font.face).inserted { _ = cairo.font_face_reference(font.face) }
    let drawn = font.drawn(number)
    known[key] = Known(image: drawn?.image, corner: drawn.map { (left: $0.left, top: $0.top) })
    if let drawn { keep(drawn.image) }
    return drawn
  }

  private mutating func keep(_ image: EmbeddedImage) {
    if kept.count == Self.keptCount { kept.removeFirst() }
    kept.append(image)
  }
}

/// A font at the size of pictures.
private struct PictureFont {
  let face: OpaquePointer
  private let font: OpaquePointer
  private let matrix: cairo_matrix_t

  /// More is no glyph of a text.
  private static let longestSide = 1024.0

  /// - Parameters:
  ///   - font: a scaled font of Cairo.
  ///   - em: its size.
  init?(_ font: OpaquePointer, em: Double) {
    guard let face = cairo.scaled_font_get_font_face(font) else { return nil }
    (self.face, self.font) = (face, font)
    var matrix = cairo_matrix_t()
    cairo.scaled_font_get_font_matrix(font, &matrix)
    let scale = DrawnGlyphs.pixelsPerEm / em
    self.matrix = cairo_matrix_t(
      xx: matrix.xx * scale, yx: matrix.yx * scale, xy: matrix.xy * scale, yy: matrix.yy * scale, x0: 0, y0: 0)
  }

  var key: SIMD4<Int32> {
    func rounded(_ part: Double) -> Int32 {
      Int32(clamping: Int(clamping: (part / DrawnGlyphs.pixelsPerEm * 1024).rounded()))
    }
    return SIMD4(rounded(matrix.xx), rounded(matrix.yx), rounded(matrix.xy), rounded(matrix.yy))
  }

  /// `nil` if it has the colour that it is drawn in, or cannot be drawn.
  func drawn(_ number: UInt32) -> DrawnGlyph? {
    guard let box = box(of: number) else { return nil }
    let black = pixels(of: number, in: box, level: 0)
    guard !black.isAll(level: 0) || !pixels(of: number, in: box, level: 1).isAll(level: 1),
      let image = try? EmbeddedImage(black.png())
    else { return nil }
    return DrawnGlyph(image: image, left: box.x, top: box.y)
  }

  /// With a pixel around it, which stays transparent.
  private func box(of number: UInt32) -> PixelRect? {
    var extents = cairo_text_extents_t()
    var unused = PixelBuffer(size: PixelSize(width: 1, height: 1))
    onContext(of: &unused) { context in
      var glyph = cairo_glyph_t(index: UInt(number), x: 0, y: 0)
      cairo.glyph_extents(context, &glyph, 1, &extents)
    }
    let longest = max(extents.width, extents.height)
    guard extents.width > 0, extents.height > 0, longest < Self.longestSide else { return nil }
    return PixelRect(
      minX: Int(clamping: extents.x_bearing.rounded(.down)) - 1,
      minY: Int(clamping: extents.y_bearing.rounded(.down)) - 1,
      maxX: Int(clamping: (extents.x_bearing + extents.width).rounded(.up)) + 1,
      maxY: Int(clamping: (extents.y_bearing + extents.height).rounded(.up)) + 1)
  }

  /// - Parameter level: of the colour that is used where the font has none, 0 for black, 1 for white.
  private func pixels(of number: UInt32, in box: PixelRect, level: Double) -> PixelBuffer {
    var pixels = PixelBuffer(size: box.size)
    onContext(of: &pixels) { context in
      cairo.set_source_rgb(context, level, level, level)
      var glyph = cairo_glyph_t(index: UInt(number), x: Double(-box.x), y: Double(-box.y))
      cairo.show_glyphs(context, &glyph, 1)
    }
    return pixels
  }

  private func onContext(of pixels: inout PixelBuffer, _ draw: (OpaquePointer) -> Void) {
    pixels.withSurface { surface in
      guard let context = cairo.create(surface) else { return }
      defer { cairo.destroy(context) }
      let options = cairo.font_options_create()
      defer { cairo.font_options_destroy(options) }
      cairo.scaled_font_get_font_options(font, options)
      cairo.set_font_options(context, options)
      cairo.set_font_face(context, face)
      withUnsafePointer(to: matrix) { cairo.set_font_matrix(context, $0) }
      draw(context)
    }
  }
}

extension PixelBuffer {
  /// Whether all of it is black, or all white, as far as it is there.
  fileprivate func isAll(level: UInt32) -> Bool {
    pixels.allSatisfy { $0 & 0xFF_FFFF == ($0 >> 24) * level * 0x01_0101 }
  }
}
