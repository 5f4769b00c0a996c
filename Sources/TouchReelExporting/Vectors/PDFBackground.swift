import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings

extension PDFPage {
  /// Draws it on white paper: what is translucent is mixed with white.
  mutating func drawBackground() {
    let extent = "0 0 \(picture.width.inPDF) \(picture.height.inPDF) re"
    switch picture.background {
    case .color(let color): content.append(text: "\(color.onWhite.inPDF)rg \(extent) f\n")
    case .gradient(let from, let to, let angle):
      addShading(LinearGradient(from: from, to: to, angle: angle))
      content.append(text: "q \(extent) W n /Ground sh Q\n")
    case .image(_, let mode, on: let color):
      content.append(text: "\(color.onWhite.inPDF)rg \(extent) f\n")
      guard let paper = picture.paper else { return }
      content.append(text: "q \(extent) W n\n")
      draw(paper, mode, on: color.onWhite)
      content.append("Q\n")
    case .ruled(let ruling, on: let color):
      content.append(text: "\(color.onWhite.inPDF)rg \(extent) f\nq \(extent) W n\n")
      for marks in ruling.marks(on: picture.board, paper: color) { draw(marks) }
      content.append("Q\n")
    }
  }

  /// Dots are round ends of dashes without length.
  private mutating func draw(_ marks: RulingMarks) {
    if !marks.lines.isEmpty { draw(VectorPath(marks.lines), of: marks, dashes: []) }
    if let row = marks.dots.max(by: { $0.count < $1.count }) {
      draw(VectorPath(marks.dots), of: marks, dashes: [0, row.step])
    }
  }

  private mutating func draw(_ path: VectorPath, of marks: RulingMarks, dashes: [Double]) {
    var style = StrokeStyle(color: marks.color, width: marks.width)
    style.dashes = dashes
    append(marks.color, "RG\n")
    append(style)
    append(path)
    content.append("S\n")
  }

  mutating func addShading(_ gradient: LinearGradient) {
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

  private mutating func draw(_ paper: BackgroundPicture, _ mode: BackgroundImageMode, on color: PixelColor) {
    switch paper {
    case .pixels(let image) where image.size.width > 0 && image.size.height > 0: draw(image, mode, on: color)
    case .pixels: break
    case .page(let document, let page): draw(document, page, mode, on: color)
    }
  }

  /// A page of a PDF stays lines and letters.
  private mutating func draw(
    _ document: PDFDocument, _ page: Int, _ mode: BackgroundImageMode, on color: PixelColor
  ) {
    let (width, height) = document.size(ofPage: page)
    guard width > 0, height > 0 else { return }
    let paper = PDFPaperPage(document: document, page: page)
    let form = shared.papers[paper] ?? objects.reserve()
    shared.papers[paper] = form
    let area = PaperArea(width: picture.width, height: picture.height, scale: 1, part: .empty)
    let (x, y, scale) = area.placing(of: (width, height), mode)
    let matrix = "\(scale.inPDF) 0 0 \((-scale).inPDF) \(x.inPDF) \((y + height * scale).inPDF)"
    content.append(text: "\(matrix) cm \(name(ofForm: form)) Do\n")
  }

  mutating func draw(_ image: PixelBuffer, _ mode: BackgroundImageMode, on color: PixelColor) {
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
    let (columns, rows) = (
      Int(clamping: (ratios.x / pixel).rounded(.up)), Int(clamping: (ratios.y / pixel).rounded(.up))
    )
    draw(columns: columns, rows: rows, name(ofForm: object), placed, (width * scale, height * scale))
  }

  /// A form draws a row, and the page the rows: as many commands as the picture has columns and rows.
  mutating func draw(
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

  mutating func add(_ image: PixelBuffer, on color: PixelColor) -> Int {
    let ground = PDFImages.Ground(image: image, color: color)
    if let known = shared.backgrounds[ground] { return known }
    let object = addMixed(image, on: color)
    shared.backgrounds[ground] = object
    return object
  }

  private mutating func addMixed(_ image: PixelBuffer, on color: PixelColor) -> Int {
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

extension PixelColor {
  var onWhite: PixelColor {
    func mixed(_ component: UInt8) -> UInt8 {
      UInt8((UInt32(component) * UInt32(alpha) + 255 * UInt32(255 - alpha) + 127) / 255)
    }
    return PixelColor(red: mixed(red), green: mixed(green), blue: mixed(blue))
  }
}
