import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelReplaying
import TouchReelTouchTracking

/// The facts that `info` prints about a drawing.
struct DrawingReport: FileReport {
  var file: String
  /// `touchreel` or `drawsana`.
  var drawing: String
  /// The number of the page that was read or is shown, from 1, and how many there are.
  var page: Int
  var pages: Int
  /// Width and height of that page, in board points.
  var size: [Double]
  /// `true` where that page grows; left out otherwise.
  var endless: Bool?
  /// That of the same page.
  var background: String
  /// The layers of the same page, from the lowest.
  var layers: [LayerReport]
  /// Those of all pages, or of the page that was asked for.
  var operations: Int
  /// The number of shapes at the end, by kind.
  var shapes: [String: Int]
  var warnings: [String]
  /// Whether it is about all pages.
  private let isOfAll: Bool

  private enum CodingKeys: CodingKey {
    case file, drawing, page, pages, size, endless, background, layers, operations, shapes, warnings
  }

  /// - Throws: if there is no such page.
  init(_ input: DrawingInput, page: PageOption) throws(Failure) {
    let chosen = try input.chosenPages?.lowerBound
    let shown = input.shownPage
    let content = try chosen.map { index throws(Failure) in try input.drawing(ofPage: index) } ?? input.document.drawing
    (self.page, pages) = (page.page?.number ?? shown.index + 1, max(input.document.pageCount, shown.count))
    isOfAll = chosen == nil && shown.count > 1
    file = input.name
    drawing = input.document.kind.rawValue
    size = [content.size.width, content.size.height]
    endless = input.document.drawing.isEndless(page: chosen ?? shown.index) ? true : nil
    background = content.finalBackground.summary
    layers = content.layers.map(LayerReport.init)
    operations = content.operations.count
    shapes = content.shapeCounts
    warnings = CountedMessages.all(input.warnings + input.warningsOfImages)
  }

  var lines: [String] {
    let kinds = shapes.sorted { $0.key < $1.key }.map { counted($0.value, $0.key == "pen" ? "pen stroke" : $0.key) }
    let count = shapes.values.reduce(0, +)
    let which = pages > 1 ? isOfAll ? "\(pages) pages, page \(page) is shown, " : "page \(page) of \(pages), " : ""
    var lines = [
      "\(file.printableName): \(drawing) drawing, \(which)\(Self.number(size[0]))x\(Self.number(size[1])) points\(endless == true ? ", endless" : ""), \(counted(operations, "operation"))"
    ]
    lines.append("  \(counted(count, "shape"))" + (kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", ")))
    lines.append("  background: \(background)")
    if layers.count > 1 || layers[0].words != "" {
      let names = layers.enumerated().map { "\($0.offset + 1)\($0.element.words)" }
      lines.append("  \(counted(layers.count, "layer")): \(names.joined(separator: ", "))")
    }
    lines += CountedMessages(warnings).lines.map { "  warning: \($0)" }
    return lines
  }

  /// A number of points, rounded to thousandths.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(clamping: rounded))" : "\(rounded)"
  }
}

/// The facts of a layer.
struct LayerReport: Encodable {
  var name: String
  /// How much of it covers what lies below, 0…1.
  var opacity: Double
  var hidden: Bool
  var locked: Bool

  init(_ look: LayerLook) {
    (name, opacity, hidden, locked) = (look.name, look.opacity, look.isHidden, look.isLocked)
  }

  /// ` Notes (hidden, 40 %)`, as far as it is anything but a new one.
  fileprivate var words: String {
    let parts = [hidden ? "hidden" : nil, locked ? "locked" : nil, opacity < 1 ? "\(percent) %" : nil]
      .compactMap(\.self)
    return (name.isEmpty ? "" : " " + name.printableName) + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  private var percent: Int { Int(clamping: (opacity * 100).rounded()) }
}

extension Background {
  fileprivate var summary: String {
    switch self {
    case .color(let color): color.hexadecimal
    case .gradient(let from, let to, let angle): "\(from.hexadecimal) to \(to.hexadecimal) at \(angle) degrees"
    case .image(let id, let mode, on: let color): "image \(id.rawValue), \(mode.rawValue), on \(color.hexadecimal)"
    case .ruled(let ruling, on: let color): "\(ruling.summary(on: color)), on \(color.hexadecimal)"
    }
  }
}

extension Ruling {
  /// `squares every 14.17 points in #bdbdbdff`.
  fileprivate func summary(on paper: PixelColor) -> String {
    let name = pattern == .isometricDots ? "isometric dots" : pattern.rawValue
    let distance = pattern == .staves ? "" : " every \(drawnSpacing * scale) points"
    return "\(name)\(distance) in \(color(on: paper).hexadecimal)"
  }
}

extension Drawing {
  /// The number of shapes at the end on all pages, by kind.
  var shapeCounts: [String: Int] {
    Dictionary(grouping: (0..<pageCount).flatMap(elements(ofPage:)), by: \.kind).mapValues(\.count)
  }
}

extension Element {
  fileprivate var kind: String {
    switch shape?.shape {
    case .pen: "pen"
    case .line(let line): line.head == .arrow ? "arrow" : "line"
    case .rectangle: "rectangle"
    case .ellipse: "ellipse"
    case .ngon: "ngon"
    case .star: "star"
    case .diamond: "diamond"
    case .path(let path): path.startHead == .none && path.endHead == .none ? "path" : "arrow"
    case .angle: "angle"
    case .text: "text"
    case .image: "image"
    case nil: "erasure"
    }
  }
}

extension PixelColor {
  fileprivate var hexadecimal: String {
    "#" + [red, green, blue, alpha].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
