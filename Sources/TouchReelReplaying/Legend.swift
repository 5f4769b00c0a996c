import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// What the colours of a picture mean, in its lower left corner. It is no part of the drawing.
struct Legend: Sendable {
  enum Content: Hashable, Sendable {
    /// The numbers of the touches so far.
    case touches
    /// The devices that touches are of, by channel.
    case devices([String], DeviceNumbers)
    case scale(TintScale)
  }

  private let content: Content
  private var board: BoardSize
  /// The palette's colours, and the devices, that were seen.
  private var seen: Set<Int> = []
  private var isRepeated = false
  /// Bottom to top.
  private(set) var shapes: [Shape] = []

  init(_ content: Content, on board: BoardSize) {
    (self.content, self.board) = (content, board)
    draw()
  }

  mutating func record(_ event: TouchEvent) {
    guard case .began = event.phase else { return }
    let number = event.touch.id.rawValue
    let isNew =
      switch content {
      case .touches: seen.insert(number % Coloring.palette.count).inserted || recordRepetition(number)
      case .devices: seen.insert(event.touch.device.rawValue).inserted
      case .scale: false
      }
    if isNew { draw() }
  }

  /// The first time that colours begin anew.
  private mutating func recordRepetition(_ number: Int) -> Bool {
    defer { if number >= Coloring.palette.count { isRepeated = true } }
    return number >= Coloring.palette.count && !isRepeated
  }

  mutating func fit(_ new: BoardSize) {
    guard new != board else { return }
    board = new
    draw()
  }
}

extension Legend {
  private mutating func draw() {
    var page = Page(rows: rowCount, inCornerOf: board)
    switch content {
    case .touches: for number in seen.sorted() { page.add(Coloring.palette[number], "touch \(label(of: number))") }
    case .devices(let names, let numbers):
      for number in seen.sorted() { page.add(Coloring.color(ofNumber: number), name(of: number, names, numbers)) }
    case .scale(let scale): page.add(scale)
    }
    shapes = page.shapes
  }

  private var rowCount: Int {
    if case .scale = content { 3 } else { seen.count }
  }

  private func name(of device: Int, _ names: [String], _ numbers: DeviceNumbers) -> String {
    let name = names.indices.contains(device) ? names[device] : ""
    return name.isEmpty ? "device \(numbers[DeviceChannel(rawValue: device)])" : name.printableName
  }

  private func label(of number: Int) -> String {
    isRepeated ? "\(number), \(number + Coloring.palette.count), …" : "\(number)"
  }
}

/// A legend as it is laid out, from the top. Lengths that are not of the board are in 1920ths of its longer side.
private struct Page {
  private static let (margin, padding, rowHeight, textSize) = (24.0, 14.0, 34.0, 22.0)
  private static let (sampleLength, rampLength) = (40.0, 320.0)
  private static let paper = PixelColor(red: 255, green: 255, blue: 255, alpha: 224)
  private static let frame = PixelColor(red: 128, green: 128, blue: 128)

  private let scale: Double
  /// The upper left of the first row, in board points.
  private let origin: BoardPoint
  private let rowCount: Int
  private var content: [Shape] = []
  private var width = 0.0
  private var row = 0

  init(rows: Int, inCornerOf board: BoardSize) {
    scale = max(board.width, board.height) / 1920
    rowCount = rows
    let height = Double(rows) * Self.rowHeight + 2 * Self.padding + Self.margin
    origin = BoardPoint(
      x: (Self.margin + Self.padding) * scale, y: board.height - (height - Self.padding) * scale)
  }

  /// Where something lies in the current row.
  private func point(_ x: Double) -> BoardPoint {
    BoardPoint(x: origin.x + x * scale, y: origin.y + (Double(row) + 0.5) * Self.rowHeight * scale)
  }

  /// A row with a sample of a colour.
  mutating func add(_ color: PixelColor, _ label: String) {
    let style = StrokeStyle(color: color, width: 8 * scale)
    content.append(.line(LineShape(from: point(0), to: point(Self.sampleLength), style: style)))
    write(label, from: Self.sampleLength + 14)
    row += 1
  }

  /// The title, the colours from low to high, and the ends of the range.
  mutating func add(_ tint: TintScale) {
    write(tint.title, from: 0)
    row += 1
    content.append(ramp(of: tint.tinting.colors))
    width = max(width, Self.rampLength)
    row += 1
    write(Self.label(tint.range.lowerBound), from: 0)
    write(Self.label(tint.range.upperBound), upTo: Self.rampLength)
    row += 1
  }

  /// The number with three digits: colours cannot be told apart by more.
  private static func label(_ value: Double) -> String {
    let digits = abs(value) >= 100 ? 1.0 : abs(value) >= 10 ? 10.0 : 100.0
    let rounded = (value * digits).rounded() / digits
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(clamping: rounded))" : "\(rounded)"
  }

  private mutating func write(_ text: String, from x: Double) {
    let length = length(of: text)
    write(text, around: x + length / 2)
    width = max(width, x + length)
  }

  private mutating func write(_ text: String, upTo x: Double) { write(text, around: x - length(of: text) / 2) }

  private mutating func write(_ text: String, around x: Double) {
    content.append(.text(text.shape(at: point(x), font)))
  }

  private func length(of text: String) -> Double { (text.shape(at: point(0), font).layout?.width ?? 0) / scale }

  private var font: TextFont { TextFont(family: "Sans", size: Self.textSize * scale) }

  private func ramp(of colors: ColorMap) -> Shape {
    let count = ColorMap.stepCount
    func vertex(_ step: Int) -> StrokePath.Vertex {
      StrokePath.Vertex(point(Double(step) / Double(count) * Self.rampLength), width: 14 * scale)
    }
    var path = StrokePath(course: .straight, from: vertex(0))
    var tint = StrokeTint(from: 0, in: colors)
    for step in 0..<count {
      path.extend(to: vertex(step + 1))
      tint.extend(to: UInt8(step))
    }
    return .pen(PenShape(path: path, color: .black, tint: tint))
  }

  /// The shapes on paper, so that it can be read on ink, bottom to top.
  var shapes: [Shape] {
    guard !content.isEmpty else { return [] }
    let padding = Self.padding * scale
    let end = BoardPoint(
      x: origin.x + width * scale + padding, y: origin.y + Double(rowCount) * Self.rowHeight * scale + padding)
    let paper = RectShape(
      from: BoardPoint(x: origin.x - padding, y: origin.y - padding), to: end,
      style: StrokeStyle(color: Self.frame, width: scale), fill: Self.paper)
    return [.rectangle(paper)] + content
  }
}

extension String {
  /// Around a point.
  fileprivate func shape(at point: BoardPoint, _ font: TextFont) -> TextShape {
    TextShape(self, font: font, color: .black, at: point, width: .fitting(limit: 60 * font.size))
  }
}
