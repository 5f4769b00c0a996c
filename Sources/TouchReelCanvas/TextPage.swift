import CTouchReelCairo
import CTouchReelPango
import Synchronization

/// A text as a page of a PDF: letters of fonts that the file has the needed parts of, so that the text can be searched
/// and copied. Glyphs with colours of their own are left out.
package struct TextPage: Hashable, Sendable {
  let order: TextOrder
  /// Opaque.
  let color: PixelColor

  package var text: String { order.text }

  /// Around the text's box, where letters reach beyond it, in points.
  package var margin: Double { order.size }

  /// - Parameters:
  ///   - order: the text, and how it is set.
  ///   - color: of its letters, as which an opaque one is drawn.
  package init(_ order: TextOrder, _ color: PixelColor) {
    self.order = order
    self.color = PixelColor(red: color.red, green: color.green, blue: color.blue)
  }

  /// A PDF of texts, a page for each; `nil` if Cairo cannot write it.
  package static func pdf(of pages: [TextPage]) -> [UInt8]? {
    TextLayout.typesetting.withLock { drawn in
      let writing = PDFWriting()
      for page in pages {
        guard let typesetter = Typesetter.setting(page.order), page.draw(typesetter, on: writing, &drawn) else {
          return nil
        }
      }
      return writing.finish()
    }
  }

  private func draw(_ typesetter: borrowing Typesetter, on writing: PDFWriting, _ drawn: inout DrawnGlyphs) -> Bool {
    let box = typesetter.paddedBox
    _ = typesetter.takePictures(fromX: box.x, y: box.y, em: order.size, &drawn)
    let (layout, left) = (typesetter.layout, order.fixedWidth == nil ? box.x : 0)
    let (width, height) = ((order.fixedWidth ?? box.width) + 2 * margin, box.height + 2 * margin)
    return writing.add(width: width, height: height) { context in
      func share(_ component: UInt8) -> Double { Double(component) / 255 }
      cairo.set_source_rgb(context, share(color.red), share(color.green), share(color.blue))
      cairo.move_to(context, margin - left, margin - box.y)
      pango.cairo_show_layout(context, layout)
      cairo.new_path(context)
    }
  }
}
