import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelReplaying
import TouchReelTouchTracking

extension VectorPicture {
  /// Writes the picture as SVG 1.1: shapes as shapes, strokes as lines or as the outlines of what the brush swept,
  /// erasures as masks, and a group for each touch that says which it was and when. Layers are groups as Inkscape has
  /// them.
  ///
  /// - Parameter write: takes the next bytes of the file.
  public func writeSVG<Failure: Error>(
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var file = SVGFile(self)
    file.begin()
    try write(file.text.drain())
    for layer in layers {
      file.begin(layer)
      for group in layer.groups {
        file.append(group)
        if file.text.bytes.count > SVGFile.blockSize { try write(file.text.drain()) }
      }
      file.end(layer)
    }
    file.text.append("</svg>\n")
    try write(file.text.drain())
  }
}

/// An SVG file as it grows.
struct SVGFile {
  static let blockSize = 1 << 16

  var text = VectorText()
  let picture: VectorPicture
  /// The numbers of the outlines and masks that have been written.
  private var holes: [VectorPicture.Hole: Int] = [:]
  /// The numbers of the pictures of glyphs that have been written.
  var glyphs: [EmbeddedImage: Int] = [:]
  var maskCount = 0
  private var layerCount = 0
  /// How the line that is written next grows.
  var growing: StrokeProgress?

  init(_ picture: VectorPicture) { self.picture = picture }

  mutating func begin() {
    text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
    if picture.layers.contains(where: { $0.look != nil }) {
      text.append(" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"")
      text.append(" xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\"")
    }
    appendSize()
    text.append(" viewBox=\"0 0 ")
    text.append(picture.width)
    attribute(" ", picture.height)
    text.append(">\n")
    appendBackground()
  }

  private mutating func appendSize() {
    guard picture.isTrueSize, let scale = picture.pointsPerMillimetre else {
      attribute(" width=\"", Double(picture.pixels.width))
      return attribute(" height=\"", Double(picture.pixels.height))
    }
    text.append(" width=\"")
    text.append(picture.width / scale)
    text.append("mm\" height=\"")
    text.append(picture.height / scale)
    text.append("mm\"")
  }

  /// Its name, and whether it is locked, are Inkscape's attributes; a hidden one is there and not shown.
  mutating func begin(_ layer: VectorPicture.Layer) {
    guard let look = layer.look else { return }
    layerCount += 1
    text.append(text: "<g id=\"layer\(layerCount)\" inkscape:groupmode=\"layer\" inkscape:label=\"\(look.name.inXML)\"")
    if look.opacity < 1 { attribute(" opacity=\"", look.opacity) }
    if look.isHidden { text.append(" style=\"display:none\"") }
    if look.isLocked { text.append(" sodipodi:insensitive=\"true\"") }
    text.append(">\n")
  }

  mutating func end(_ layer: VectorPicture.Layer) {
    if layer.look != nil { text.append("</g>\n") }
  }

  mutating func append(_ group: VectorPicture.Group) {
    let mask = group.holes.isEmpty ? nil : appendMask(group.holes)
    if let mask { text.append(text: "<g mask=\"url(#mask\(mask))\">\n") }
    for item in group.items { append(item) }
    if mask != nil { text.append("</g>\n") }
  }
}

extension SVGFile {
  mutating func append(_ item: VectorPicture.Item) {
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
  mutating func append(_ origin: TouchOrigin) {
    text.append(text: " data-touch=\"\(origin.number.rawValue)\" data-device=\"\(origin.device.inXML)\"")
    attribute(" data-began=\"", origin.began.seconds)
    attribute(" data-ended=\"", origin.ended.seconds)
  }

  mutating func append(_ transform: ShapeTransform) {
    guard transform != .identity else { return }
    text.append(" transform=\"translate(")
    text.append(transform.translation.x)
    text.append(" ")
    text.append(transform.translation.y)
    text.append(text: ") rotate(\(transform.rotation * 180 / .pi)) scale(\(transform.scale))\"")
  }

  /// Parts of one ink do not darken where they overlap.
  mutating func append(_ ink: VectorInk) {
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

  mutating func append(_ part: VectorInk.Part, _ color: PixelColor) {
    switch part {
    case .filled(let outline):
      append(outline) { file in file.append(fill: color) }
    case .stroked(let outline, let style):
      append(outline.dashed(style)) { file in file.append(style, color) }
    case .text(let shape): append(shape, color)
    case .image(let shape): append(shape)
    }
  }

  mutating func append(fill color: PixelColor) {
    append(" fill=\"", color)
    append(opacity: color, "fill-opacity")
  }

  mutating func append(_ style: StrokeStyle, _ color: PixelColor) {
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
  mutating func append(_ outline: VectorOutline, _ looks: (inout SVGFile) -> Void) {
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

  mutating func append(_ shape: TextShape, _ color: PixelColor) {
    guard let layout = shape.layout, let corner = shape.corner else { return }
    let (left, top) = (corner.x, corner.y)
    guard picture.texts == .asText else {
      let path = VectorPath(layout, at: BoardPoint(x: left, y: top))
      append(.path(path)) { file in file.append(fill: color) }
      return appendPictures(of: shape, color)
    }
    text.append(text: "<text xml:space=\"preserve\" font-family=\"\(shape.font.family.inXML)\"")
    if shape.font.isBold { text.append(" font-weight=\"bold\"") }
    if shape.font.isItalic { text.append(" font-style=\"italic\"") }
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
  mutating func appendMask(_ holes: [VectorPicture.Hole]) -> Int {
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

  mutating func number(of hole: VectorPicture.Hole) -> Int {
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

  mutating func appendExtent() {
    attribute(" x=\"0\" y=\"0\" width=\"", picture.width)
    attribute(" height=\"", picture.height)
  }
}

extension SVGFile {
  /// - Parameter beginning: up to the quotation mark.
  mutating func attribute(_ beginning: StaticString, _ value: Double) {
    text.append(beginning)
    text.append(value)
    text.append("\"")
  }

  private static let digits = Array("0123456789abcdef".utf8)

  mutating func append(_ beginning: StaticString, _ color: PixelColor) {
    text.append(beginning)
    text.append("#")
    for component in [color.red, color.green, color.blue] {
      for digit in [component >> 4, component & 15] { text.append(byte: Self.digits[Int(digit)]) }
    }
    text.append("\"")
  }

  mutating func append(opacity color: PixelColor, _ name: StaticString) {
    guard color.alpha < 255 else { return }
    text.append(" ")
    text.append(name)
    attribute("=\"", Double(color.alpha) / 255)
  }
}

extension String {
  /// The text for attributes and text of XML 1.0. Characters that it cannot hold become U+FFFD.
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
