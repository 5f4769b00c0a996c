import FoundationEssentials
import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawings
import TouchReelTouchTracking

/// An element of a scene of Excalidraw, as far as it says how it looks. Members that are missing have the values that
/// Excalidraw gives them when it restores a scene (its packages/excalidraw/data/restore.ts).
struct ExcalidrawElement: Codable, Hashable {
  var id: String?
  var type: String
  var x: Double?
  var y: Double?
  var width: Double?
  var height: Double?
  var angle: Double?
  var strokeColor: String?
  var backgroundColor: String?
  var fillStyle: String?
  var strokeWidth: Double?
  var strokeStyle: String?
  var roughness: Double?
  var opacity: Double?
  var roundness: Roundness?
  /// What old files have instead of a roundness: `round` or `sharp`.
  var strokeSharpness: String?
  var isDeleted: Bool?
  var frameId: String?
  var points: PointList?
  var pressures: NumberList?
  var simulatePressure: Bool?
  var startArrowhead: Arrowhead?
  var endArrowhead: Arrowhead?
  var elbowed: Bool?
  var text: String?
  var originalText: String?
  var fontSize: Double?
  var fontFamily: Int?
  /// What old files have instead of a size and a family: `20px Virgil`.
  var font: String?
  var textAlign: String?
  var verticalAlign: String?
  var lineHeight: Double?
  var containerId: String?
  /// The image of an image, among the scene's files.
  var fileId: String?
  var status: String?
  /// A negative one mirrors an image.
  var scale: [Double]?
  var crop: Crop?
  var customData: CustomData?

  /// The members that are read: every other one of an element is named where it is lost.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, type, x, y, width, height, angle, strokeColor, backgroundColor, fillStyle, strokeWidth, strokeStyle
    case roughness, opacity, roundness, strokeSharpness, isDeleted, frameId, points, pressures, simulatePressure
    case startArrowhead, endArrowhead, elbowed, text, originalText, fontSize, fontFamily, font, textAlign
    case verticalAlign, lineHeight, containerId, fileId, status, scale, crop, customData
  }

  /// The head of an end of a line: no name for none. Where nothing is said of an arrow's end, as in old files, it has
  /// one.
  struct Arrowhead: Codable, Hashable {
    var name: String?

    init(_ name: String?) { self.name = name }

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      name = value.decodeNil() ? nil : try value.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      if let name { try value.encode(name) } else { try value.encodeNil() }
    }
  }

  /// 1 and 2 round in proportion to a side, 3 by a distance.
  struct Roundness: Codable, Hashable {
    var type: Int
    var value: Double?

    enum CodingKeys: String, CodingKey, CaseIterable { case type, value }
  }

  /// What Excalidraw keeps for other programs.
  struct CustomData: Codable, Hashable {
    var touchreel: OwnShape?

    init(_ own: OwnShape?) { touchreel = own }

    init(from decoder: any Decoder) {
      let members = try? decoder.container(keyedBy: CodingKeys.self)
      touchreel = members.flatMap { try? $0.decodeIfPresent(OwnShape.self, forKey: .touchreel) }
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value of which `null` is one.
  func decodeIfPresent(
    _ type: ExcalidrawElement.Arrowhead.Type, forKey key: Key
  ) throws -> ExcalidrawElement.Arrowhead? {
    contains(key) ? .init(try decodeIfPresent(String.self, forKey: key)) : nil
  }
}

extension ExcalidrawElement {
  private static let pathTypes = ["freedraw", "draw", "line", "arrow"]
  private static let types = pathTypes + ["rectangle", "ellipse", "diamond", "text", "image"]

  /// With the points and the lengths that Excalidraw would use.
  ///
  /// - Throws: if it is not drawn.
  func restored() throws -> ExcalidrawElement {
    guard Self.types.contains(type) else { throw BrokenValue("\(quoted(type)) elements are not drawn") }
    var element = self
    // The old name of a line.
    if type == "draw" { element.type = "line" }
    if element.isLine, (points?.points ?? []).count < 2 {
      element.points = PointList([BoardPoint(x: 0, y: 0), BoardPoint(x: width ?? 0, y: height ?? 0)])
    }
    try element.check()
    return element
  }

  private func check() throws {
    let lengths = [x, y, width, height, angle].map { $0 ?? 0 }
    let points = points?.points ?? []
    guard lengths.allSatisfy({ abs($0) < 1e6 }), points.allSatisfy({ max(abs($0.x), abs($0.y)) < 1e6 }) else {
      throw BrokenValue("a number is too large")
    }
    if isPath, points.isEmpty { throw BrokenValue("it has no points") }
  }

  /// Whether it goes through points, and else lies in a box.
  var isPath: Bool { Self.pathTypes.contains(type) }
  var isLine: Bool { type == "line" || type == "arrow" }

  /// Its points, or two corners of its box.
  var corners: [BoardPoint] {
    let (x, y) = (x ?? 0, y ?? 0)
    if isPath, let points { return points.points.map { BoardPoint(x: x + $0.x, y: y + $0.y) } }
    return [BoardPoint(x: x, y: y), BoardPoint(x: x + (width ?? 0), y: y + (height ?? 0))]
  }

  /// Whether Excalidraw takes a line for closed, and so fills it.
  var isLoop: Bool {
    guard let points = points?.points, points.count > 2, let first = points.first, let last = points.last else {
      return false
    }
    return first.distance(to: last) <= 8
  }
}

/// Colours and lines.
extension ExcalidrawElement {
  /// The colour of lines and texts where an element says nothing.
  static let usualColor = "#1e1e1e"

  private func faded(_ color: PixelColor) -> PixelColor {
    let alpha = Double(color.alpha) * min(max(opacity ?? 100, 0), 100) / 100
    return PixelColor(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(clamping: alpha.rounded()))
  }

  /// The colour; an unknown one is black, as on a canvas.
  var ink: PixelColor {
    let text = strokeColor.flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualColor
    return faded(CSSColor(text)?.color ?? .black)
  }

  /// `nil` if it is hollow.
  var fill: PixelColor? {
    guard let color = backgroundColor.flatMap(CSSColor.init)?.color, color.alpha > 0 else { return nil }
    return faded(color)
  }

  /// Colours that are none.
  var unknownColors: [String] {
    [strokeColor, backgroundColor].compactMap(\.self).filter { !$0.isEmpty && CSSColor($0) == nil }
  }

  /// Units of the scene; what is missing or 0 is 2.
  var lineWidth: Double { strokeWidth.flatMap { $0 > 0 ? $0 : nil } ?? 2 }

  var style: StrokeStyle {
    var style = StrokeStyle(color: ink, width: StrokeStyle.clampedWidth(lineWidth))
    style.dashes = Self.dashes(strokeStyle ?? "solid", width: style.width)
    return style
  }

  static func dashes(_ strokeStyle: String, width: Double) -> [Double] {
    switch strokeStyle {
    case "dashed": [8, 8 + width]
    case "dotted": [1.5, 6 + width]
    default: []
    }
  }

  /// Whether corners, or the line, are round.
  var isRound: Bool { roundness != nil || strokeSharpness == "round" }

  /// How far corners are rounded at most.
  ///
  /// - Parameter side: of which a quarter is rounded in proportion.
  func cornerRadius(ofSide side: Double) -> Double {
    guard isRound else { return 0 }
    guard roundness?.type == 3 else { return side / 4 }
    return max(roundness?.value ?? 32, 0)
  }
}
