package import TouchReelCanvas
import TouchReelDrawingFiles
package import TouchReelDrawings
package import TouchReelTouchTracking

/// Content of a clipboard or of a drop, in one of the forms that become shapes.
package struct PastedContent: Sendable {
  /// What the bytes are.
  package enum Form: Sendable {
    /// Those of ``ShapeClipping``.
    case shapes
    case image
    /// An image in SVG, which comes as a picture: its outlines do not become shapes.
    case vectors
    case text
  }

  /// How texts look that become shapes.
  package struct TextLook: Sendable {
    private let font: TextFont
    private let color: PixelColor
    private let width: TextWidth

    package init(font: TextFont, color: PixelColor, on board: BoardSize) {
      (self.font, self.color, width) = (font, color, TextShape.fittingWidth(on: board))
    }

    fileprivate func shape(_ text: String, centeredAt point: BoardPoint) -> TextShape {
      TextShape(text, font: font, color: color, at: point, width: width)
    }
  }

  /// The media types that are understood, the best first.
  package static let mediaTypes = types.map(\.name)

  private static let types: [(name: String, form: Form)] = [
    (ShapeClipping.mediaType, .shapes), ("image/png", .image), ("image/jpeg", .image), ("image/svg+xml", .vectors),
    ("image/webp", .image), ("image/tiff", .image), ("image/gif", .image), ("image/bmp", .image),
    (text, .text), ("text/plain", .text),
  ]

  /// The media type of text.
  package static let text = "text/plain;charset=utf-8"
  /// The word in texts that are elements of Excalidraw.
  private static let excalidraw = "\"excalidraw/clipboard\""
  /// The bytes of all images that are pasted at once. What is pasted is one message of a recording, of which 64 MiB are
  /// read, and three bytes of an image are four letters there.
  package static let imageLimit = 40 << 20
  /// The bytes of shapes, as a message.
  private static let shapesLimit = 56 << 20
  /// A hundred times as much as is set of a text.
  private static let textLimit = 1 << 20

  private let form: Form
  private let bytes: [UInt8]

  package init(_ form: Form, _ bytes: [UInt8]) { (self.form, self.bytes) = (form, bytes) }

  /// - Returns: `nil` for another media type than ``mediaTypes``.
  package init?(type: String, _ bytes: [UInt8]) {
    guard let known = Self.types.first(where: { $0.name == type }) else { return nil }
    self.init(known.form, bytes)
  }

  /// The shapes that it becomes.
  ///
  /// - Parameters:
  ///   - place: where they are put.
  ///   - look: that of a text.
  package func shapes(at place: PastePlace, _ look: TextLook) throws(PasteError) -> [PlacedShape] {
    switch form {
    case .shapes: return try clippedShapes(at: place)
    case .image, .vectors: return place.beside([PlacedShape(.image(try image(at: place)))])
    case .text:
      let text = try string
      if text.hasPrefix("{"), text.contains(Self.excalidraw) { return try clippedShapes(at: place) }
      return place.beside([PlacedShape(.text(look.shape(text, centeredAt: place.center)))])
    }
  }

  private func clippedShapes(at place: PastePlace) throws(PasteError) -> [PlacedShape] {
    guard bytes.count <= Self.shapesLimit else { throw .largeShapes(bytes.count) }
    do throws(DrawingFileError) {
      if let clipping = try ShapeClipping(json: bytes) { return place.shapes(of: clipping) }
    } catch {
      throw .drawing(error.description)
    }
    throw .nothing
  }

  /// - Throws: if it is empty, too long, or no text at all.
  private var string: String {
    get throws(PasteError) {
      guard bytes.count <= Self.textLimit else { throw .longText(bytes.count) }
      // Some programs end a text as C does.
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      guard text.contains(where: { !$0.isWhitespace }) else { throw .nothing }
      return text
    }
  }

  /// The image in the middle of the place, at most as large as four fifths of what is seen.
  private func image(at place: PastePlace) throws(PasteError) -> ImageShape {
    let image = try embedded
    let (width, height) = (Double(image.pixels.size.width), Double(image.pixels.size.height))
    let scale = min(1, 0.8 * min(place.size.width / width, place.size.height / height))
    let (dx, dy) = (width * scale / 2, height * scale / 2)
    let corner = BoardPoint(x: place.center.x - dx, y: place.center.y - dy)
    return ImageShape(image, from: corner, to: BoardPoint(x: place.center.x + dx, y: place.center.y + dy))
  }

  /// PNG and JPEG as they are, all else as PNG.
  private var embedded: EmbeddedImage {
    get throws(PasteError) {
      guard bytes.count <= Self.imageLimit else { throw .largeImage(bytes.count) }
      do throws(ImageError) {
        return try EmbeddedImage(bytes)
      } catch {
        guard error == .notImage else { throw .image(error) }
      }
      let converted = try png
      guard converted.count <= Self.imageLimit else { throw .largeImage(converted.count) }
      do throws(ImageError) {
        return try EmbeddedImage(converted)
      } catch {
        throw .image(error)
      }
    }
  }

  private var png: [UInt8] {
    get throws(PasteError) {
      do throws(ImageError) {
        return try PixelBuffer(image: bytes).png()
      } catch {
        throw form == .vectors && error == .notImage ? .vectors : .image(error)
      }
    }
  }
}

extension PlacedShape {
  /// The bytes of its image.
  package var imageByteCount: Int {
    if case .image(let image) = shape { image.image.bytes.count } else { 0 }
  }
}

/// Why content did not become shapes.
package enum PasteError: Error, Hashable, Sendable {
  /// It is empty.
  case nothing
  /// It is no drawing; why.
  case drawing(String)
  case image(ImageError)
  /// An image has too many bytes; how many.
  case largeImage(Int)
  /// It is in SVG, which nothing installed reads, or is damaged.
  case vectors
  /// Shapes have too many bytes; how many.
  case largeShapes(Int)
  /// A text has too many bytes; how many.
  case longText(Int)
}
