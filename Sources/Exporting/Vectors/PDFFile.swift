import Canvas
import Drawings
import Replaying
import TouchTracking

extension VectorPicture {
  /// Writes the picture as PDF 1.6 (ISO 32000-1): one page, as large as the device's surface if its size is known, else
  /// a pixel to 1/96 inch. Texts are the outlines of their letters, erasures are soft masks.
  ///
  /// - Parameter write: takes the next bytes of the file.
  public func writePDF<Failure: Error>(
    to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var page = PDFPage(self)
    page.draw()
    let root = page.addPage()
    try page.objects.write(root: root, to: write)
  }
}

/// The objects of a PDF, each a dictionary or a stream, numbered from 1.
struct PDFObjects {
  private var objects: [[UInt8]] = []

  /// - Returns: its number.
  mutating func add(_ object: [UInt8]) -> Int {
    objects.append(object)
    return objects.count
  }

  mutating func add(_ dictionary: String) -> Int { add(Array("<<\(dictionary)>>".utf8)) }

  /// - Parameters:
  ///   - dictionary: the entries of the stream's besides length and filter.
  ///   - data: is deflated.
  mutating func addStream(_ dictionary: String, _ data: [UInt8]) -> Int {
    let deflated = data.deflated
    let head = "<<\(dictionary)/Length \(deflated.count)/Filter/FlateDecode>>stream\n"
    return add(Array(head.utf8) + deflated + Array("\nendstream".utf8))
  }

  /// Reserves a number for an object that names others which name it.
  mutating func reserve() -> Int { add([UInt8]()) }

  mutating func set(_ number: Int, _ dictionary: String) { objects[number - 1] = Array("<<\(dictionary)>>".utf8) }

  /// Writes header, objects, and the table of where they are.
  func write<Failure: Error>(root: Int, to write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    // Bytes above 127 in a comment say that the file is binary.
    let header = Array("%PDF-1.6\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
    try write(header)
    var place = header.count
    var table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      let whole = Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
      let digits = String(place)
      table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
      try write(whole)
      place += whole.count
    }
    let trailer = "trailer\n<</Size \(objects.count + 1)/Root \(root) 0 R>>\nstartxref\n\(place)\n%%EOF\n"
    try write(Array((table + trailer).utf8))
  }
}

/// The only page of a PDF as it is drawn.
private struct PDFPage {
  private let picture: VectorPicture
  private(set) var objects = PDFObjects()
  private var content = VectorText()
  /// All forms and the page share their resources.
  private let resources: Int
  private var states: [String: String] = [:]
  private var forms: [String] = []
  private var other = ""

  init(_ picture: VectorPicture) {
    self.picture = picture
    resources = objects.reserve()
  }

  mutating func draw() {
    drawBackground()
    for group in picture.groups { draw(group) }
  }

}

extension PDFPage {
  /// Points of a PDF (1/72 inch) for each board point.
  private var scale: Double {
    if let perMillimetre = picture.pointsPerMillimetre { return 72 / 25.4 / perMillimetre }
    return 0.75 * Double(picture.pixels.width) / picture.width
  }

  /// The longest side that programs have to take, in units of the page.
  private static let longestSide = 14_400.0

  /// - Returns: the object from which all others are found.
  mutating func addPage() -> Int {
    let longest = max(picture.width, picture.height) * scale
    let unit = max(1, (longest / Self.longestSide).rounded(.up))
    let scale = scale / unit
    let (width, height) = (picture.width * scale, picture.height * scale)
    let matrix = "\(scale.inPDF) 0 0 \((-scale).inPDF) 0 \(height.inPDF) cm\n"
    let stream = objects.addStream("", Array(matrix.utf8) + content.bytes)
    objects.set(
      resources,
      "/ExtGState<<\(states.values.sorted().joined())>>/XObject<<\(forms.joined())>>\(other)")
    let pages = objects.reserve()
    let page = objects.add(
      "/Type/Page/Parent \(pages) 0 R/MediaBox[0 0 \(width.inPDF) \(height.inPDF)]/Resources \(resources) 0 R"
        + "/Contents \(stream) 0 R/Group<</S/Transparency/CS/DeviceRGB>>" + (unit > 1 ? "/UserUnit \(unit.inPDF)" : ""))
    objects.set(pages, "/Type/Pages/Kids[\(page) 0 R]/Count 1")
    return objects.add("/Type/Catalog/Pages \(pages) 0 R")
  }

  /// A part of the page that is composed by itself before it is shown.
  ///
  /// - Parameter space: of colours.
  /// - Returns: its object.
  private mutating func addForm(_ drawn: [UInt8], space: String = "DeviceRGB") -> Int {
    objects.addStream(
      "/Type/XObject/Subtype/Form/BBox[0 0 \(picture.width.inPDF) \(picture.height.inPDF)]"
        + "/Resources \(resources) 0 R/Group<</S/Transparency/CS/\(space)>>", drawn)
  }

  private mutating func name(ofForm object: Int) -> String {
    forms.append("/X\(object) \(object) 0 R")
    return "/X\(object)"
  }

  /// A state of the graphics by its entries, as an operand.
  private mutating func state(_ entries: String) -> String {
    let name = "/S\(states.count)"
    guard let known = states[entries] else {
      states[entries] = "\(name)<<\(entries)>>"
      return name
    }
    return String(known.prefix { $0 != "<" })
  }

  /// What `draw` appends, apart from the page.
  private mutating func drawn(_ draw: (inout PDFPage) -> Void) -> [UInt8] {
    let page = content
    content = VectorText()
    draw(&self)
    defer { content = page }
    return content.bytes
  }
}

extension PDFPage {
  private mutating func draw(_ group: VectorPicture.Group) {
    guard !group.holes.isEmpty else { return draw(group.items) }
    let ink = drawn { $0.draw(group.items) }
    let form = name(ofForm: addForm(ink))
    let mask = state("/SMask<</S/Luminosity/G \(addMask(group.holes)) 0 R>>")
    content.append(text: "q \(mask) gs \(form) Do Q\n")
  }

  /// White where ink stays, black where it is erased.
  private mutating func addMask(_ holes: [VectorPicture.Hole]) -> Int {
    let mask = drawn { page in
      page.content.append(text: "1 g 0 0 \(page.picture.width.inPDF) \(page.picture.height.inPDF) re f\n")
      for hole in holes { page.placed(hole.transform) { $0.draw(hole.part, .black) } }
    }
    return addForm(mask, space: "DeviceGray")
  }

  private mutating func draw(_ items: [VectorPicture.Item]) {
    for item in items {
      placed(item.transform) { page in
        for ink in item.inks { page.draw(ink) }
      }
    }
  }

  private mutating func placed(_ transform: ShapeTransform, _ draw: (inout PDFPage) -> Void) {
    content.append("q\n")
    if transform != .identity {
      let origin = transform.applied(to: BoardPoint(x: 0, y: 0))
      let (x, y) = (transform.applied(to: BoardPoint(x: 1, y: 0)), transform.applied(to: BoardPoint(x: 0, y: 1)))
      let numbers = [x.x - origin.x, x.y - origin.y, y.x - origin.x, y.y - origin.y, origin.x, origin.y]
      content.append(text: numbers.map(\.inPDF).joined(separator: " ") + " cm\n")
    }
    draw(&self)
    content.append("Q\n")
  }

  /// Parts of one ink do not darken where they overlap.
  private mutating func draw(_ ink: VectorInk) {
    guard ink.color.alpha > 0 else { return }
    let isTranslucent = ink.color.alpha < 255
    if isTranslucent {
      let alpha = (Double(ink.color.alpha) / 255).inPDF
      content.append(text: "q \(state("/ca \(alpha)/CA \(alpha)")) gs\n")
    }
    if isTranslucent && ink.parts.count > 1 {
      let whole = drawn { page in for part in ink.parts { page.draw(part, ink.color) } }
      content.append(text: "\(name(ofForm: addInk(whole))) Do\n")
    } else {
      for part in ink.parts { draw(part, ink.color) }
    }
    if isTranslucent { content.append("Q\n") }
  }

  /// A form in the coordinates of a shape, which may lie anywhere on the board.
  private mutating func addInk(_ drawn: [UInt8]) -> Int {
    objects.addStream(
      "/Type/XObject/Subtype/Form/BBox[-1000000 -1000000 1000000 1000000]"
        + "/Resources \(resources) 0 R/Group<</S/Transparency/CS/DeviceRGB>>", drawn)
  }

  private mutating func draw(_ part: VectorInk.Part, _ color: PixelColor) {
    switch part {
    case .filled(let outline):
      append(color, "rg\n")
      append(outline)
      content.append("f\n")
    case .stroked(let outline, let style):
      append(color, "RG\n")
      append(style)
      append(outline)
      content.append("S\n")
    case .text(let shape):
      guard let layout = shape.layout else { return }
      let corner = BoardPoint(x: shape.anchor.x - layout.width / 2, y: shape.anchor.y - layout.height / 2)
      draw(.filled(.path(VectorPath(layout, at: corner))), color)
    }
  }

  private mutating func append(_ color: PixelColor, _ command: StaticString) {
    content.append(text: color.inPDF)
    content.append(command)
  }

  private mutating func append(_ style: StrokeStyle) {
    content.append(text: "\(abs(style.width).inPDF) w \(style.cap.inPDF) J \(style.join.inPDF) j ")
    content.append(text: "\(PathStroke.miterLimit.inPDF) M ")
    let dashes = style.visibleDashes
    // An odd count of lengths runs on in turns in both formats.
    content.append(text: "[\(dashes.map(\.inPDF).joined(separator: " "))] \(phase(style, dashes)) d\n")
  }

  /// Not below zero, as PDF wants it.
  private func phase(_ style: StrokeStyle, _ dashes: [Double]) -> String {
    guard !dashes.isEmpty else { return "0" }
    let period = dashes.reduce(0, +) * (dashes.count.isMultiple(of: 2) ? 1 : 2)
    let rest = style.dashPhase.truncatingRemainder(dividingBy: period)
    return (rest < 0 ? rest + period : rest).inPDF
  }
}

extension PDFPage {
  private mutating func append(_ outline: VectorOutline) {
    switch outline {
    case .path(let path): append(path)
    case .rectangle(let start, let end):
      append(
        VectorPath(
          [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)], isClosed: true))
    case .ellipse(let start, let end): append(VectorPath(ellipseFrom: start, to: end))
    }
  }

  private mutating func append(_ path: VectorPath) {
    var pen = BoardPoint(x: 0, y: 0)
    for step in path.steps {
      switch step {
      case .move(let end):
        append([end], "m\n")
        pen = end
      case .line(let end):
        append([end], "l\n")
        pen = end
      case .quadratic(let control, let end):
        append([pen.toward(control), end.toward(control), end], "c\n")
        pen = end
      case .cubic(let first, let second, let end):
        append([first, second, end], "c\n")
        pen = end
      case .close: content.append("h\n")
      }
    }
  }

  private mutating func append(_ points: [BoardPoint], _ command: StaticString) {
    for point in points {
      content.append(point.x)
      content.append(" ")
      content.append(point.y)
      content.append(" ")
    }
    content.append(command)
  }
}

extension PDFPage {
  /// On white paper: what is translucent is mixed with white.
  private mutating func drawBackground() {
    let extent = "0 0 \(picture.width.inPDF) \(picture.height.inPDF) re"
    switch picture.background {
    case .color(let color): content.append(text: "\(color.onWhite.inPDF)rg \(extent) f\n")
    case .gradient(let from, let to, let angle):
      addShading(LinearGradient(from: from, to: to, angle: angle))
      content.append(text: "q \(extent) W n /Ground sh Q\n")
    case .image(_, let mode, on: let color):
      content.append(text: "\(color.onWhite.inPDF)rg \(extent) f\n")
      guard let image = picture.image, image.size.width > 0, image.size.height > 0 else { return }
      content.append(text: "q \(extent) W n\n")
      draw(image, mode, on: color.onWhite)
      content.append("Q\n")
    }
  }

  private mutating func addShading(_ gradient: LinearGradient) {
    let ends = [
      gradient.start.x * picture.width, gradient.start.y * picture.height, gradient.end.x * picture.width,
      gradient.end.y * picture.height,
    ]
    // Mixed with white, premultiplied colours run evenly as well.
    let function =
      "<</FunctionType 2/Domain[0 1]/N 1/C0[\(gradient.startColor.onWhite.inPDF)]/C1[\(gradient.endColor.onWhite.inPDF)]>>"
    other =
      "/Shading<</Ground<</ShadingType 2/ColorSpace/DeviceRGB/Coords[\(ends.map(\.inPDF).joined(separator: " "))]"
      + "/Extend[true true]/Function\(function)>>>>"
  }

  private mutating func draw(_ image: PixelBuffer, _ mode: BackgroundImageMode, on color: PixelColor) {
    let object = add(image, on: color)
    // A picture's pixel, in board points.
    let pixel = picture.width / Double(picture.pixels.width)
    let (width, height) = (Double(image.size.width), Double(image.size.height))
    let ratios = (x: picture.width / width, y: picture.height / height)
    let scale =
      switch mode {
      case .tile: pixel
      case .fit: min(ratios.x, ratios.y)
      case .fill: max(ratios.x, ratios.y)
      }
    let placed = "\((width * scale).inPDF) 0 0 \((-height * scale).inPDF)"
    guard mode == .tile else {
      let (x, y) = ((picture.width - width * scale) / 2, (picture.height + height * scale) / 2)
      return content.append(text: "\(placed) \(x.inPDF) \(y.inPDF) cm \(name(ofForm: object)) Do\n")
    }
    let (columns, rows) = (Int((ratios.x / pixel).rounded(.up)), Int((ratios.y / pixel).rounded(.up)))
    draw(columns: columns, rows: rows, name(ofForm: object), placed, (width * scale, height * scale))
  }

  /// A form draws a row, and the page the rows: as many commands as the picture has columns and rows.
  private mutating func draw(
    columns: Int, rows: Int, _ image: String, _ placed: String, _ size: (width: Double, height: Double)
  ) {
    let row = drawn { page in
      for column in 0..<columns {
        let x = (Double(column) * size.width).inPDF
        page.content.append(text: "q \(placed) \(x) \(size.height.inPDF) cm \(image) Do Q\n")
      }
    }
    let form = name(ofForm: addForm(row))
    for number in 0..<rows {
      content.append(text: "q 1 0 0 1 0 \((Double(number) * size.height).inPDF) cm \(form) Do Q\n")
    }
  }

  private mutating func add(_ image: PixelBuffer, on color: PixelColor) -> Int {
    var samples: [UInt8] = []
    samples.reserveCapacity(image.pixels.count * 3)
    for pixel in image.pixels {
      let rest = 255 - (pixel >> 24)
      for (shift, ground) in [(UInt32(16), color.red), (8, color.green), (0, color.blue)] {
        samples.append(UInt8(min(255, (pixel >> shift & 255) + (UInt32(ground) * rest + 127) / 255)))
      }
    }
    return objects.addStream(
      "/Type/XObject/Subtype/Image/Width \(image.size.width)/Height \(image.size.height)/ColorSpace/DeviceRGB"
        + "/BitsPerComponent 8/Interpolate true", samples)
  }
}

extension VectorPath {
  /// Four cubic curves, which deviate from the ellipse by less than 0.03 % of its radius.
  fileprivate init(ellipseFrom start: BoardPoint, to end: BoardPoint) {
    self.init()
    let (radiusX, radiusY) = (abs(end.x - start.x) / 2, abs(end.y - start.y) / 2)
    func point(_ x: Double, _ y: Double) -> BoardPoint {
      BoardPoint(x: (start.x + end.x) / 2 + x * radiusX, y: (start.y + end.y) / 2 + y * radiusY)
    }
    let reach = 0.552_284_75
    move(to: point(1, 0))
    for (x, y) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
      // The next corner is a quarter turn on: (−y, x).
      curve(point(x - y * reach, y + x * reach), point(-y + x * reach, x + y * reach), to: point(-y, x))
    }
    close()
  }
}

extension BoardPoint {
  /// Two thirds of the way: the control point of a cubic curve that is the quadratic one.
  fileprivate func toward(_ control: BoardPoint) -> BoardPoint {
    BoardPoint(x: x + (control.x - x) * 2 / 3, y: y + (control.y - y) * 2 / 3)
  }
}

extension Double {
  /// With at most five decimals, and no exponent, which PDF does not know.
  fileprivate var inPDF: String {
    let scaled = (self * 100_000).rounded()
    guard scaled.magnitude < 1e15 else { return "0" }
    let (whole, rest) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: 100_000)
    let digits = String(rest + 100_000).dropFirst()
    return (scaled < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(digits)")
  }
}

extension PixelColor {
  /// Three components and a space.
  fileprivate var inPDF: String {
    [red, green, blue].map { (Double($0) / 255).inPDF + " " }.joined()
  }

  fileprivate var onWhite: PixelColor {
    func mixed(_ component: UInt8) -> UInt8 {
      UInt8((UInt32(component) * UInt32(alpha) + 255 * UInt32(255 - alpha) + 127) / 255)
    }
    return PixelColor(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}

extension StrokeStyle.Cap {
  fileprivate var inPDF: Int {
    switch self {
    case .butt: 0
    case .round: 1
    case .square: 2
    }
  }
}

extension StrokeStyle.Join {
  fileprivate var inPDF: Int {
    switch self {
    case .miter: 0
    case .round: 1
    case .bevel: 2
    }
  }
}
