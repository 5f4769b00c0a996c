import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Circles around what touches the surface, with the touches' numbers, and around what hovers over it: for people who
/// look at a picture of an instant. They are no part of the drawing.
public struct TouchMarks: Sendable {
  /// What gets a circle.
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Touches that are down.
    public static let touches = Kinds(rawValue: 1)
    /// Dashed, without a number.
    public static let hovers = Kinds(rawValue: 2)
  }

  private struct HoverKey: Hashable {
    var device: DeviceChannel
    var slot: Slot
  }

  private let kinds: Kinds
  private var touches: [Touch.ID: BoardPoint] = [:]
  private var hovers: [HoverKey: BoardPoint] = [:]

  /// `nil` if nothing is to be shown.
  init?(_ kinds: Kinds) {
    guard !kinds.isEmpty else { return nil }
    self.kinds = kinds
  }

  mutating func record(_ event: TouchEvent) {
    guard kinds.contains(.touches) else { return }
    switch event.phase {
    case .began, .moved: touches[event.touch.id] = event.sample.boardPoint
    case .ended, .cancelled: touches[event.touch.id] = nil
    }
  }

  mutating func record(_ event: HoverEvent) {
    guard kinds.contains(.hovers) else { return }
    hovers[HoverKey(device: event.device, slot: event.slot)] = event.phase == .left ? nil : event.sample.boardPoint
  }
}

extension TouchMarks {
  /// The longer side of a board on which a circle's radius is 22 points, as it is 22 pixels in a window.
  private static let usualSide = 1920.0
  private static let halo = PixelColor(red: 255, green: 255, blue: 255, alpha: 160)

  /// Bottom to top.
  func shapes(on board: BoardSize) -> [Shape] {
    let scale = max(board.width, board.height) / Self.usualSide
    let sorted = hovers.sorted {
      ($0.key.device.rawValue, $0.key.slot.rawValue) < ($1.key.device.rawValue, $1.key.slot.rawValue)
    }
    return sorted.flatMap { Self.hover(at: $0.value, $0.key.device, scale) }
      + touches.sorted { $0.key < $1.key }.flatMap { Self.touch($0.key, at: $0.value, scale) }
  }

  private static func touch(_ id: Touch.ID, at point: BoardPoint, _ scale: Double) -> [Shape] {
    let color = Coloring.markColor(of: id)
    let number = TextShape(
      "\(id.rawValue)", font: TextFont(family: "Sans", size: 24 * scale), color: color,
      at: BoardPoint(x: point.x + 40 * scale, y: point.y - 22 * scale), width: .fitting(limit: 200 * scale))
    return [
      circle(at: point, radius: 22 * scale, StrokeStyle(color: halo, width: 5 * scale)),
      circle(at: point, radius: 22 * scale, StrokeStyle(color: color, width: 3 * scale)), .text(number),
    ]
  }

  private static func hover(at point: BoardPoint, _ device: DeviceChannel, _ scale: Double) -> [Shape] {
    var style = StrokeStyle(color: Coloring.markColor(of: Touch.ID(rawValue: device.rawValue)), width: 2 * scale)
    style.dashes = LinePattern.dashed.dashes(forWidth: style.width)
    return [circle(at: point, radius: 14 * scale, style)]
  }

  private static func circle(at center: BoardPoint, radius: Double, _ style: StrokeStyle) -> Shape {
    .ellipse(
      EllipseShape(
        from: BoardPoint(x: center.x - radius, y: center.y - radius),
        to: BoardPoint(x: center.x + radius, y: center.y + radius), style: style))
  }
}
