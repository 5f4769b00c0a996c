import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// A page of a PDF as it is drawn.
struct PDFPage {
  let picture: VectorPicture
  /// Those of the pages before as well.
  var objects: PDFObjects
  var content = VectorText()
  /// All forms and the page share their resources.
  private let resources: Int
  private var states: [String: String] = [:]
  private var forms: [String] = []
  private var named: Set<Int> = []
  /// The images that the page has, by what they are.
  private var images: [EmbeddedImage: String] = [:]
  /// The objects of images that any page has.
  var shared: PDFImages
  /// The objects of layers that any page has.
  private(set) var layers: [PDFLayer: Int]
  /// Those of this page, by their operands.
  private var ownLayers: [String: Int] = [:]
  var other = ""

  /// - Parameters:
  ///   - objects: of the pages before.
  ///   - shared: those of them that are images.
  ///   - layers: the objects of the pages' layers.
  init(_ picture: VectorPicture, after objects: PDFObjects, sharing shared: PDFImages, layers: [PDFLayer: Int]) {
    self.picture = picture
    self.layers = layers
    self.objects = objects
    self.shared = shared
    resources = self.objects.reserve()
  }

  mutating func draw() {
    drawBackground()
    for layer in picture.layers { draw(layer) }
  }

  /// An optional content group (ISO 32000-1, 8.11), which programs list as a layer.
  private mutating func draw(_ layer: VectorPicture.Layer) {
    guard let look = layer.look else { return draw(layer.groups) }
    let shared = PDFLayer(name: look.name, isHidden: look.isHidden)
    let object = layers[shared] ?? objects.add("/Type/OCG/Name \(look.name.inPDF)")
    layers[shared] = object
    ownLayers["/L\(object)"] = object
    content.append(text: "/OC /L\(object) BDC\n")
    if look.opacity < 1 {
      let ink = drawn { $0.draw(layer.groups) }
      let alpha = look.opacity.inPDF
      content.append(text: "q \(state("/ca \(alpha)/CA \(alpha)")) gs \(name(ofForm: addForm(ink))) Do Q\n")
    } else {
      draw(layer.groups)
    }
    content.append("EMC\n")
  }

  private mutating func draw(_ groups: [VectorPicture.Group]) {
    for group in groups { draw(group) }
  }
}

/// A layer as all pages share it that have one of its name.
struct PDFLayer: Hashable, Sendable {
  let name: String
  let isHidden: Bool
}

/// The objects of images and texts, which pages share.
struct PDFImages: Sendable {
  var embedded: [EmbeddedImage: Int] = [:]
  /// Those of backgrounds, on the colours that show through them.
  var backgrounds: [Ground: Int] = [:]
  /// The objects that are reserved for pages of other PDFs.
  var papers: [PDFPaperPage: Int] = [:]
  /// The objects that are reserved for texts.
  var texts: [PDFText: Int] = [:]

  struct Ground: Hashable, Sendable {
    var image: PixelBuffer
    var color: PixelColor
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

  /// The unit of the page, in points.
  var unit: Double { max(1, (max(picture.width, picture.height) * scale / Self.longestSide).rounded(.up)) }

  /// - Parameter list: the object that lists the pages; the first page reserves it.
  /// - Returns: the page's object.
  mutating func addPage(to list: inout Int?) -> Int {
    let unit = unit
    let scale = scale / unit
    let (width, height) = (picture.width * scale, picture.height * scale)
    let matrix = "\(scale.inPDF) 0 0 \((-scale).inPDF) 0 \(height.inPDF) cm\n"
    let stream = objects.addStream("", Array(matrix.utf8) + content.bytes)
    objects.set(
      resources,
      "/ExtGState<<\(states.values.sorted().joined())>>/XObject<<\(forms.joined())>>\(properties)\(other)")
    let pages = list ?? objects.reserve()
    list = pages
    return objects.add(
      "/Type/Page/Parent \(pages) 0 R/MediaBox[0 0 \(width.inPDF) \(height.inPDF)]/Resources \(resources) 0 R"
        + "/Contents \(stream) 0 R/Group<</S/Transparency/CS/DeviceRGB>>" + (unit > 1 ? "/UserUnit \(unit.inPDF)" : ""))
  }

  private var properties: String {
    guard !ownLayers.isEmpty else { return "" }
    return "/Properties<<\(ownLayers.sorted { $0.value < $1.value }.map { "\($0.key) \($0.value) 0 R" }.joined())>>"
  }

  /// A part of the page that is composed by itself before it is shown.
  ///
  /// - Parameter space: of colours.
  /// - Returns: its object.
  mutating func addForm(_ drawn: [UInt8], space: String = "DeviceRGB") -> Int {
    objects.addStream(
      "/Type/XObject/Subtype/Form/BBox[0 0 \(picture.width.inPDF) \(picture.height.inPDF)]"
        + "/Resources \(resources) 0 R/Group<</S/Transparency/CS/\(space)>>", drawn)
  }

  mutating func name(ofForm object: Int) -> String {
    if named.insert(object).inserted { forms.append("/X\(object) \(object) 0 R") }
    return "/X\(object)"
  }

  /// A state of the graphics by its entries, as an operand.
  mutating func state(_ entries: String) -> String {
    let name = "/S\(states.count)"
    guard let known = states[entries] else {
      states[entries] = "\(name)<<\(entries)>>"
      return name
    }
    return String(known.prefix { $0 != "<" })
  }

  /// What `draw` appends, apart from the page.
  mutating func drawn(_ draw: (inout PDFPage) -> Void) -> [UInt8] {
    let page = content
    content = VectorText()
    draw(&self)
    defer { content = page }
    return content.bytes
  }
}

extension PDFPage {
  mutating func draw(_ group: VectorPicture.Group) {
    guard !group.holes.isEmpty else { return draw(group.items) }
    let ink = drawn { $0.draw(group.items) }
    let form = name(ofForm: addForm(ink))
    let mask = state("/SMask<</S/Luminosity/G \(addMask(group.holes)) 0 R>>")
    content.append(text: "q \(mask) gs \(form) Do Q\n")
  }

  /// White where ink stays, black where it is erased.
  mutating func addMask(_ holes: [VectorPicture.Hole]) -> Int {
    let mask = drawn { page in
      page.content.append(text: "1 g 0 0 \(page.picture.width.inPDF) \(page.picture.height.inPDF) re f\n")
      for hole in holes { page.placed(hole.transform) { $0.draw(hole.part, .black) } }
    }
    return addForm(mask, space: "DeviceGray")
  }

  mutating func draw(_ items: [VectorPicture.Item]) {
    for item in items {
      placed(item.transform) { page in
        for ink in item.inks { page.draw(ink) }
      }
    }
  }

  mutating func placed(_ transform: ShapeTransform, _ draw: (inout PDFPage) -> Void) {
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
  mutating func draw(_ ink: VectorInk) {
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
  mutating func addInk(_ drawn: [UInt8]) -> Int {
    objects.addStream(
      "/Type/XObject/Subtype/Form/BBox[-1000000 -1000000 1000000 1000000]"
        + "/Resources \(resources) 0 R/Group<</S/Transparency/CS/DeviceRGB>>", drawn)
  }

  mutating func draw(_ part: VectorInk.Part, _ color: PixelColor) {
    switch part {
    case .filled(let outline):
      append(color, "rg\n")
      append(outline)
      content.append("f\n")
    case .stroked(let outline, let style):
      append(color, "RG\n")
      append(style)
      append(outline.dashed(style))
      content.append("S\n")
    case .text(let shape): draw(shape, color)
    case .image(let shape):
      let name = name(of: shape.image)
      let whole = shape.wholeBox
      let (width, left) = shape.isMirrored ? (-whole.width, whole.maxX) : (whole.width, whole.minX)
      let matrix = [width, 0, 0, -whole.height, left, whole.maxY]
      content.append("q ")
      if shape.crop != .whole {
        let clip = [shape.corner.x, shape.corner.y, shape.width, shape.height]
        content.append(text: "\(clip.map(\.inPDF).joined(separator: " ")) re W n ")
      }
      content.append(text: "\(matrix.map(\.inPDF).joined(separator: " ")) cm \(name) Do Q\n")
    }
  }

  private mutating func name(of image: EmbeddedImage) -> String {
    if let known = images[image] { return known }
    let object = shared.embedded[image] ?? addImage(image.pixels)
    shared.embedded[image] = object
    let name = name(ofForm: object)
    images[image] = name
    return name
  }

  mutating func append(_ color: PixelColor, _ command: StaticString) {
    content.append(text: color.inPDF)
    content.append(command)
  }

  mutating func append(_ style: StrokeStyle) {
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
  mutating func append(_ outline: VectorOutline) {
    switch outline {
    case .path(let path): append(path)
    case .rectangle(let start, let end):
      append(
        VectorPath(
          [start, BoardPoint(x: end.x, y: start.y), end, BoardPoint(x: start.x, y: end.y)], isClosed: true))
    case .ellipse(let start, let end): append(VectorPath(ellipseFrom: start, to: end))
    }
  }

  mutating func append(_ path: VectorPath) { content.append(inPDF: path) }
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

extension StrokeStyle.Cap {
  var inPDF: Int {
    switch self {
    case .butt: 0
    case .round: 1
    case .square: 2
    }
  }
}

extension StrokeStyle.Join {
  var inPDF: Int {
    switch self {
    case .miter: 0
    case .round: 1
    case .bevel: 2
    }
  }
}
