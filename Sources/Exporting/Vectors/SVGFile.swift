import Canvas
import Drawings
import FoundationEssentials
import InputEvents
import Replaying
import TouchTracking

extension VectorPicture {
  /// Writes the picture as SVG 1.1: shapes as shapes, strokes as lines or as the outlines of what the brush swept,
  /// erasures as masks, and a group for each touch that says which it was and when.
  ///
  /// - Parameter write: takes the next bytes of the file.
  public func writeSVG<Failure: Error>(
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var file = SVGFile(self)
    file.begin()
    try write(file.text.take())
    for group in groups {
      file.append(group)
      if file.text.bytes.count > SVGFile.blockSize { try write(file.text.take()) }
    }
    file.text.append("</svg>\n")
    try write(file.text.take())
  }
}

/// An SVG file as it grows.
private struct SVGFile {
  static let blockSize = 1 << 16

  var text = VectorText()
  private let picture: VectorPicture
  /// The numbers of the outlines and masks that have been written.
  private var holes: [VectorPicture.Hole: Int] = [:]
  private var maskCount = 0
  /// How the line that is written next grows.
  private var growing: StrokeProgress?

  init(_ picture: VectorPicture) { self.picture = picture }

  mutating func begin() {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    attribute(" width=\"", Double(picture.pixels.width))
    attribute(" height=\"", Double(picture.pixels.height))
    text.append(" viewBox=\"0 0 ")
    text.append(picture.width)
    attribute(" ", picture.height)
    text.append(">\n")
    appendBackground()
  }

  mutating func append(_ group: VectorPicture.Group) {
    let mask = group.holes.isEmpty ? nil : appendMask(group.holes)
    if let mask { text.append(text: "<g mask=\"url(#mask\(mask))\">\n") }
    for item in group.items { append(item) }
    if mask != nil { text.append("</g>\n") }
  }
}

extension SVGFile {
  private mutating func append(_ item: VectorPicture.Item) {
    guard !item.inks.isEmpty else { return }
    let progress = picture.isAnimated ? item.origin.flatMap(StrokeProgress.init) : nil
    let growth = item.course.flatMap { course in progress.map { Growth(course: course, progress: $0) } }
    let mask = growth.flatMap { growth in item.isLine ? nil : appendMask(growth) }
    let isGrouped = item.origin != nil || item.transform != .identity || (picture.isAnimated && item.time != nil)
    if isGrouped {
      text.append("<g")
      if let origin = item.origin { append(origin) }
      append(item.transform)
      if let mask { text.append(text: " mask=\"url(#mask\(mask))\"") }
      text.append(">")
      if picture.isAnimated { hide(until: item.appears) }
    }
    growing = mask == nil ? growth?.progress : nil
    for ink in item.inks { append(ink) }
    growing = nil
    if isGrouped { text.append("</g>") }
    text.append("\n")
  }

  /// Which touch it was, and when, in seconds from the first frame.
  private mutating func append(_ origin: TouchOrigin) {
    text.append(text: " data-touch=\"\(origin.number.rawValue)\" data-device=\"\(origin.device.inXML)\"")
    attribute(" data-began=\"", origin.began.seconds)
    attribute(" data-ended=\"", origin.ended.seconds)
  }

  private mutating func append(_ transform: ShapeTransform) {
    guard transform != .identity else { return }
    text.append(" transform=\"translate(")
    text.append(transform.translation.x)
    text.append(" ")
    text.append(transform.translation.y)
    text.append(text: ") rotate(\(transform.rotation * 180 / .pi)) scale(\(transform.scale))\"")
  }

  /// Parts of one ink do not darken where they overlap.
  private mutating func append(_ ink: VectorInk) {
    let isGrouped = ink.parts.count > 1 && ink.color.alpha < 255
    var color = ink.color
    if isGrouped {
      text.append("<g")
      append(opacity: ink.color, "opacity")
      text.append(">")
      color.alpha = 255
    }
    for part in ink.parts { append(part, color) }
    if isGrouped { text.append("</g>") }
  }

  private mutating func append(_ part: VectorInk.Part, _ color: PixelColor) {
    switch part {
    case .filled(let outline):
      append(outline) { file in file.append(fill: color) }
    case .stroked(let outline, let style):
      append(outline) { file in file.append(style, color) }
    case .text(let shape): append(shape, color)
    }
  }

  private mutating func append(fill color: PixelColor) {
    append(" fill=\"", color)
    append(opacity: color, "fill-opacity")
  }

  private mutating func append(_ style: StrokeStyle, _ color: PixelColor) {
    text.append(" fill=\"none\"")
    append(" stroke=\"", color)
    append(opacity: color, "stroke-opacity")
    attribute(" stroke-width=\"", abs(style.width))
    if style.cap != .butt { text.append(text: " stroke-linecap=\"\(style.cap.rawValue)\"") }
    switch style.join {
    case .miter: attribute(" stroke-miterlimit=\"", PathStroke.miterLimit)
    case .round, .bevel: text.append(text: " stroke-linejoin=\"\(style.join.rawValue)\"")
    }
    let dashes = style.visibleDashes
    guard !dashes.isEmpty else { return }
    text.append(" stroke-dasharray=\"")
    for (number, dash) in dashes.enumerated() {
      if number > 0 { text.append(" ") }
      text.append(dash)
    }
    text.append("\"")
    if style.dashPhase != 0 { attribute(" stroke-dashoffset=\"", style.dashPhase) }
  }
}

extension SVGFile {
  /// An element of the outline's own kind. A rectangle or an ellipse without width or height would not be shown.
  private mutating func append(_ outline: VectorOutline, _ looks: (inout SVGFile) -> Void) {
    switch outline {
    case .path(let path):
      text.append("<path")
      looks(&self)
      if growing != nil { text.append(" pathLength=\"1\"") }
      text.append(" d=\"")
      text.append(path)
      text.append("\"")
      guard let growing else { return text.append("/>") }
      text.append(">")
      append(growing)
      text.append("</path>")
    case .rectangle(let start, let end) where start.x != end.x && start.y != end.y:
      text.append("<rect")
      attribute(" x=\"", min(start.x, end.x))
      attribute(" y=\"", min(start.y, end.y))
      attribute(" width=\"", abs(end.x - start.x))
      attribute(" height=\"", abs(end.y - start.y))
      looks(&self)
      text.append("/>")
    case .ellipse(let start, let end) where start.x != end.x && start.y != end.y:
      text.append("<ellipse")
      attribute(" cx=\"", (start.x + end.x) / 2)
      attribute(" cy=\"", (start.y + end.y) / 2)
      attribute(" rx=\"", abs(end.x - start.x) / 2)
      attribute(" ry=\"", abs(end.y - start.y) / 2)
      looks(&self)
      text.append("/>")
    case .rectangle(let start, let end), .ellipse(let start, let end):
      append(.path(VectorPath([start, end], isClosed: true)), looks)
    }
  }

  private mutating func append(_ shape: TextShape, _ color: PixelColor) {
    guard let layout = shape.layout else { return }
    let left = shape.anchor.x - layout.width / 2
    let top = shape.anchor.y - layout.height / 2
    guard picture.texts == .asText else {
      let path = VectorPath(layout, at: BoardPoint(x: left, y: top))
      return append(.path(path)) { file in file.append(fill: color) }
    }
    text.append(text: "<text xml:space=\"preserve\" font-family=\"\(shape.font.family.inXML)\"")
    attribute(" font-size=\"", min(max(TextFont.sizes.lowerBound, shape.font.size), TextFont.sizes.upperBound))
    append(fill: color)
    text.append(">")
    for line in layout.lines where !line.text.isEmpty {
      attribute("<tspan x=\"", left + line.x)
      attribute(" y=\"", top + line.baseline)
      text.append(text: ">\(line.text.inXML)</tspan>")
    }
    text.append("</text>")
  }
}

extension SVGFile {
  /// Writes what is erased, once for all masks, and a mask of it.
  /// - Returns: the mask's number.
  private mutating func appendMask(_ holes: [VectorPicture.Hole]) -> Int {
    maskCount += 1
    text.append("<defs>")
    let numbers = holes.map { number(of: $0) }
    text.append(text: "<mask id=\"mask\(maskCount)\" maskUnits=\"userSpaceOnUse\"")
    appendExtent()
    text.append("><rect fill=\"#ffffff\"")
    appendExtent()
    text.append("/>")
    for number in numbers { text.append(text: "<use xlink:href=\"#hole\(number)\"/>") }
    text.append("</mask></defs>\n")
    return maskCount
  }

  private mutating func number(of hole: VectorPicture.Hole) -> Int {
    if let known = holes[hole] { return known }
    let number = holes.count + 1
    holes[hole] = number
    let progress = picture.isAnimated ? hole.origin.flatMap(StrokeProgress.init) : nil
    let growth = hole.course.flatMap { course in progress.map { Growth(course: course, progress: $0) } }
    let mask = growth.flatMap { growth in hole.part.isLine ? nil : appendMask(growth) }
    text.append(text: "<g id=\"hole\(number)\"")
    append(hole.transform)
    if let mask { text.append(text: " mask=\"url(#mask\(mask))\"") }
    text.append(">")
    if picture.isAnimated { hide(until: hole.origin?.began) }
    growing = mask == nil ? growth?.progress : nil
    append(hole.part, .black)
    growing = nil
    text.append("</g>")
    return number
  }

  private mutating func appendExtent() {
    attribute(" x=\"0\" y=\"0\" width=\"", picture.width)
    attribute(" height=\"", picture.height)
  }
}

extension SVGFile {
  /// A stroke that grows along its course.
  private struct Growth {
    var course: VectorCourse
    var progress: StrokeProgress
  }

  /// A mask that uncovers ink along the course of its stroke, for outlines that cannot grow themselves.
  /// - Returns: the mask's number.
  private mutating func appendMask(_ growth: Growth) -> Int {
    maskCount += 1
    let bounds = growth.course.bounds
    text.append(text: "<mask id=\"mask\(maskCount)\" maskUnits=\"userSpaceOnUse\"")
    attribute(" x=\"", bounds.x)
    attribute(" y=\"", bounds.y)
    attribute(" width=\"", bounds.width)
    attribute(" height=\"", bounds.height)
    text.append(">")
    growing = growth.progress
    append(.stroked(.path(growth.course.path), StrokeStyle(color: .white, width: growth.course.width)), .white)
    growing = nil
    text.append("</mask>")
    return maskCount
  }

  /// In programs that do not play SVG the ink is all there.
  private mutating func hide(until time: TimeSpan?) {
    guard let time, time > .zero else { return }
    attribute("<set attributeName=\"visibility\" to=\"hidden\" begin=\"0s\" dur=\"", time.seconds)
    text.append("/>")
  }

  /// A dash that grows from nothing to the whole line, whose length counts as 1.
  private mutating func append(_ progress: StrokeProgress) {
    guard let first = progress.knots.first, let last = progress.knots.last else { return }
    let duration = last.time - first.time
    attribute("<animate attributeName=\"stroke-dasharray\" begin=\"", first.time)
    attribute(" dur=\"", duration)
    text.append(" keyTimes=\"")
    for (number, knot) in progress.knots.enumerated() {
      if number > 0 { text.append(";") }
      text.append((knot.time - first.time) / duration)
    }
    text.append("\" values=\"")
    for (number, knot) in progress.knots.enumerated() {
      if number > 0 { text.append(";") }
      text.append(knot.share)
      text.append(" 1")
    }
    text.append("\"/>")
  }
}

extension VectorPicture.Item {
  /// Whether its ink is a line that can grow by itself.
  fileprivate var isLine: Bool { inks.count == 1 && inks[0].parts.count == 1 && inks[0].parts[0].isLine }

  /// Freehand strokes appear as they are drawn, other shapes when they are done.
  fileprivate var appears: TimeSpan? { course == nil ? time ?? origin?.ended : time ?? origin?.began }
}

extension VectorInk.Part {
  fileprivate var isLine: Bool {
    if case .stroked(.path, let style) = self { style.dashes.isEmpty } else { false }
  }
}

extension SVGFile {
  private mutating func appendBackground() {
    switch picture.background {
    case .color(let color): appendGround(color)
    case .gradient(let from, let to, let angle):
      append(LinearGradient(from: from, to: to, angle: angle))
      text.append("<rect fill=\"url(#ground)\"")
      appendExtent()
      text.append("/>\n")
    case .image(_, let mode, on: let color):
      appendGround(color)
      if let image = picture.image, image.size.width > 0, image.size.height > 0 { append(image, mode) }
    }
  }

  private mutating func appendGround(_ color: PixelColor) {
    guard color.alpha > 0 else { return }
    text.append("<rect")
    append(fill: color)
    appendExtent()
    text.append("/>\n")
  }

  private mutating func append(_ gradient: LinearGradient) {
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
  private mutating func append(_ image: PixelBuffer, _ mode: BackgroundImageMode) {
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

  private mutating func appendImage(
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

extension SVGFile {
  /// - Parameter beginning: up to the quotation mark.
  private mutating func attribute(_ beginning: StaticString, _ value: Double) {
    text.append(beginning)
    text.append(value)
    text.append("\"")
  }

  private mutating func append(_ beginning: StaticString, _ color: PixelColor) {
    text.append(beginning)
    text.append("#")
    for component in [color.red, color.green, color.blue] {
      for digit in [component >> 4, component & 15] { text.append(byte: Array("0123456789abcdef".utf8)[Int(digit)]) }
    }
    text.append("\"")
  }

  private mutating func append(opacity color: PixelColor, _ name: StaticString) {
    guard color.alpha < 255 else { return }
    text.append(" ")
    text.append(name)
    attribute("=\"", Double(color.alpha) / 255)
  }
}

extension LinearGradient {
  /// Two colours are enough where both are equally translucent. Else SVG, which mixes colours and opacities each by
  /// themselves, needs more: ours are mixed premultiplied.
  fileprivate var stops: [(offset: Double, color: PixelColor)] {
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
      return opacity > 0 ? UInt8(min(255, ((own + others) / opacity).rounded())) : 0
    }
    return PixelColor(
      red: component(\.red), green: component(\.green), blue: component(\.blue), alpha: UInt8(opacity.rounded()))
  }
}

extension String {
  /// In attributes and text of XML 1.0. Characters that it cannot hold become U+FFFD.
  var inXML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
