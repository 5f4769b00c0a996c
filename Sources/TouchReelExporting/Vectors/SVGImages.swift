import FoundationEssentials
import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

extension SVGFile {
  /// A photograph that may have to be turned becomes a PNG, since not every program turns it.
  mutating func append(_ shape: ImageShape) {
    let isTurned = shape.image.format == .jpeg && shape.image.hasMetadata
    let (file, type) =
      isTurned ? (shape.image.pixels.png(), EmbeddedImage.Format.png) : (shape.image.bytes, shape.image.format)
    if shape.isMirrored {
      text.append("<g transform=\"matrix(-1 0 0 1 ")
      text.append(2 * shape.corner.x + shape.width)
      text.append(" 0)\">")
    }
    let crop = shape.crop
    if crop == .whole {
      text.append("<image")
      append(BoardRect(from: shape.start, to: shape.end))
    } else {
      // What is seen of a picture within one is its view box.
      text.append("<svg")
      append(BoardRect(from: shape.start, to: shape.end))
      let size = shape.image.pixels.size
      let (across, down) = (Double(size.width), Double(size.height))
      text.append(" overflow=\"hidden\" preserveAspectRatio=\"none\" viewBox=\"")
      text.append(crop.left * across)
      text.append(" ")
      text.append(crop.top * down)
      text.append(" ")
      text.append((crop.right - crop.left) * across)
      text.append(" ")
      text.append((crop.bottom - crop.top) * down)
      text.append("\"><image")
      attribute(" width=\"", across)
      attribute(" height=\"", down)
    }
    text.append(text: " preserveAspectRatio=\"none\" xlink:href=\"data:\(type.mediaType);base64,")
    text.append(text: Data(file).base64EncodedString())
    text.append("\"/>")
    if crop != .whole { text.append("</svg>") }
    if shape.isMirrored { text.append("</g>") }
  }

  /// The glyphs of a text that have colours of their own, each picture once for all texts.
  mutating func appendPictures(of shape: TextShape, _ color: PixelColor) {
    for glyph in shape.images {
      let number = number(of: glyph.image)
      text.append(text: "<use xlink:href=\"#glyph\(number)\"")
      append(BoardRect(from: glyph.start, to: glyph.end))
      append(opacity: color, "opacity")
      text.append("/>")
    }
  }

  private mutating func number(of image: EmbeddedImage) -> Int {
    if let known = glyphs[image] { return known }
    let number = glyphs.count + 1
    glyphs[image] = number
    let size = image.pixels.size
    text.append(text: "<symbol id=\"glyph\(number)\" viewBox=\"0 0 \(size.width) \(size.height)\"")
    text.append(" preserveAspectRatio=\"none\">")
    let end = BoardPoint(x: Double(size.width), y: Double(size.height))
    append(ImageShape(image, from: BoardPoint(x: 0, y: 0), to: end))
    text.append("</symbol>")
    return number
  }

  private mutating func append(_ box: BoardRect) {
    attribute(" x=\"", box.minX)
    attribute(" y=\"", box.minY)
    attribute(" width=\"", box.width)
    attribute(" height=\"", box.height)
  }
}
