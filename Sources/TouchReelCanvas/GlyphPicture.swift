import CTouchReelPango

/// A glyph of a font that has colours of its own, such as an emoji: a picture in a text.
package struct GlyphPicture: Hashable, Sendable {
  package let image: EmbeddedImage
  /// Its upper left corner, in points from that of the text's box; y grows downward.
  package internal(set) var x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  /// - Parameters:
  ///   - glyph: the picture.
  ///   - x: where the glyph stands, in points.
  ///   - baseline: the same downward.
  ///   - em: its size, in points.
  fileprivate init(_ glyph: DrawnGlyph, x: Double, baseline: Double, em: Double) {
    let scale = em / DrawnGlyphs.pixelsPerEm
    image = glyph.image
    (self.x, y) = (x + Double(glyph.left) * scale, baseline + Double(glyph.top) * scale)
    (width, height) = (Double(glyph.image.pixels.size.width) * scale, Double(glyph.image.pixels.size.height) * scale)
  }
}

extension Typesetter {
  /// Takes the glyphs that have colours of their own out of the outline.
  ///
  /// - Parameters:
  ///   - x: from which point of the layout on, in points.
  ///   - y: the same downward.
  ///   - em: the font's size, in points.
  ///   - drawn: what is known of glyphs.
  /// - Returns: their pictures.
  func takePictures(fromX x: Double, y: Double, em: Double, _ drawn: inout DrawnGlyphs) -> [GlyphPicture] {
    guard let iterator = pango.layout_get_iter(layout) else { return [] }
    defer { pango.layout_iter_free(iterator) }
    var pictures: [GlyphPicture] = []
    repeat {
      // A line ends with no run.
      guard let run = pango.layout_iter_get_run(iterator) else { continue }
      let (item, glyphs) = Self.content(of: run)
      guard glyphs.contains(where: { $0.is_color != 0 }), let font = pango.cairo_font_get_scaled_font(item.font) else {
        continue
      }
      var logical = pango_extents()
      withUnsafeMutablePointer(to: &logical) { pango.layout_iter_get_run_extents(iterator, nil, OpaquePointer($0)) }
      let baseline = Int(pango.layout_iter_get_baseline(iterator))
      var pen = Int(logical.x)
      for index in glyphs.indices {
        let glyph = glyphs[index]
        defer { pen += Int(glyph.width) }
        // Boxes for characters without a glyph have larger numbers.
        guard glyph.is_color != 0, glyph.number < Self.emptyGlyph,
          let picture = drawn.glyph(glyph.number, of: font, em: em)
        else { continue }
        glyphs[index].number = Self.emptyGlyph
        pictures.append(
          GlyphPicture(
            picture, x: Double(pen + Int(glyph.x_offset)) / Self.unitsPerPoint - x,
            baseline: Double(baseline + Int(glyph.y_offset)) / Self.unitsPerPoint - y, em: em))
      }
    } while pango.layout_iter_next_run(iterator) != 0
    return pictures
  }

  private static let emptyGlyph = UInt32(pango_empty_glyph)

  private static func content(
    of run: OpaquePointer
  ) -> (item: pango_item, glyphs: UnsafeMutableBufferPointer<pango_glyph>) {
    let run = UnsafeRawPointer(run).load(as: pango_run.self)
    let glyphs = run.glyphs.pointee
    return (run.item.pointee, UnsafeMutableBufferPointer(start: glyphs.glyphs, count: Int(glyphs.count)))
  }
}
