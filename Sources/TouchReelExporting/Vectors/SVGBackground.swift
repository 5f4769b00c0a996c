import FoundationEssentials
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings

extension SVGFile {
  mutating func appendBackground() {
    switch picture.background {
    case .color(let color): appendGround(color)
    case .gradient(let from, let to, let angle):
      append(LinearGradient(from: from, to: to, angle: angle))
      text.append("<rect fill=\"url(#ground)\"")
      appendExtent()
      text.append("/>\n")
    case .image(_, let mode, on: let color):
      appendGround(color)
      switch picture.paper {
      case .pixels(let image) where image.size.width > 0 && image.size.height > 0: append(image, mode)
      case .page(let document, let page):
        append(document.picture(ofPage: page, for: picture, mode, on: color), .fit)
      case .pixels, nil: break
      }
    case .ruled(let ruling, on: let color):
      appendGround(color)
      for marks in ruling.marks(on: picture.board, paper: color) { append(marks) }
    }
  }

  /// Dots are round ends of dashes without length.
  private mutating func append(_ marks: RulingMarks) {
    if !marks.lines.isEmpty { append(VectorPath(marks.lines), of: marks, dashes: []) }
    if let row = marks.dots.max(by: { $0.count < $1.count }) {
      append(VectorPath(marks.dots), of: marks, dashes: [0, row.step])
    }
  }

  private mutating func append(_ path: VectorPath, of marks: RulingMarks, dashes: [Double]) {
    var style = StrokeStyle(color: marks.color, width: marks.width)
    style.dashes = dashes
    text.append("<path")
    append(style, marks.color)
    text.append(" d=\"")
    text.append(path)
    text.append("\"/>\n")
  }

  mutating func appendGround(_ color: PixelColor) {
    guard color.alpha > 0 else { return }
    text.append("<rect")
    append(fill: color)
    appendExtent()
    text.append("/>\n")
  }

  mutating func append(_ gradient: LinearGradient) {
    attribute(
      "<defs><linearGradient id=\"ground\" gradientUnits=\"userSpaceOnUse\" x1=\"", gradient.start.x * picture.width)
    attribute(" y1=\"", gradient.start.y * picture.height)
    attribute(" x2=\"", gradient.end.x * picture.width)
    attribute(" y2=\"", gradient.end.y * picture.height)
    text.append(">")
    for (offset, color) in gradient.stops {
      attribute("<stop offset=\"", offset)
      append(" stop-color=\"", color)
      append(opacity: color, "stop-opacity")
      text.append("/>")
    }
    text.append("</linearGradient></defs>\n")
  }

  /// An image that is repeated has a picture's pixel for each of its own.
  mutating func append(_ image: PixelBuffer, _ mode: BackgroundImageMode) {
    let scale = picture.width / Double(picture.pixels.width)
    let size = (width: Double(image.size.width) * scale, height: Double(image.size.height) * scale)
    guard mode == .tile else {
      appendImage(image, mode == .fit ? "xMidYMid meet" : "xMidYMid slice", (picture.width, picture.height))
      return text.append("\n")
    }
    text.append("<defs><pattern id=\"ground\" patternUnits=\"userSpaceOnUse\"")
    attribute(" width=\"", size.width)
    attribute(" height=\"", size.height)
    text.append(">")
    appendImage(image, "none", size)
    text.append("</pattern></defs><rect fill=\"url(#ground)\"")
    appendExtent()
    text.append("/>\n")
  }

  mutating func appendImage(
    _ image: PixelBuffer, _ fit: StaticString, _ size: (width: Double, height: Double)
  ) {
    attribute("<image width=\"", size.width)
    attribute(" height=\"", size.height)
    text.append(" preserveAspectRatio=\"")
    text.append(fit)
    text.append("\" xlink:href=\"data:image/png;base64,")
    text.append(text: Data(image.png()).base64EncodedString())
    text.append("\"/>")
  }
}

extension LinearGradient {
  /// Two colours are enough where both are equally translucent. Else SVG, which mixes colours and opacities each by
  /// themselves, needs more: ours are mixed premultiplied.
  var stops: [(offset: Double, color: PixelColor)] {
    guard startColor.alpha != endColor.alpha else { return [(0, startColor), (1, endColor)] }
    let count = 64
    return (0...count).map { number in
      let offset = Double(number) / Double(count)
      return (offset, startColor.mixed(with: endColor, by: offset))
    }
  }
}

extension PixelColor {
  /// - Parameter part: of the other colour, 0…1.
  fileprivate func mixed(with other: PixelColor, by part: Double) -> PixelColor {
    let opacity = Double(alpha) * (1 - part) + Double(other.alpha) * part
    func component(_ path: KeyPath<PixelColor, UInt8>) -> UInt8 {
      let own = Double(self[keyPath: path]) * Double(alpha) * (1 - part)
      let others = Double(other[keyPath: path]) * Double(other.alpha) * part
      return opacity > 0 ? UInt8(clamping: min(255, ((own + others) / opacity).rounded())) : 0
    }
    return PixelColor(
      red: component(\.red), green: component(\.green), blue: component(\.blue),
      alpha: UInt8(clamping: opacity.rounded()))
  }
}
