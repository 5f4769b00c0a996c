import Canvas
import DrawingBoard
import TouchTracking

extension Board {
  /// Something that could be done to the shapes on the board; nothing where there is none.
  func randomOperation(seed: UInt64) -> BoardOperation? {
    var random = SplitMix64(seed: seed)
    let shapes = elements.filter { $0.shape != nil }.map(\.id)
    guard let first = shapes.randomElement(using: &random) else { return nil }
    let ids = Set([first] + shapes.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .remove(ids)
    case 1...4: return .transform(ids, by: .random(using: &random))
    default: return .restyle(ids, .random(using: &random))
    }
  }
}

extension ShapeTransform {
  fileprivate static func random(using random: inout SplitMix64) -> ShapeTransform {
    let x = Double.random(in: -40...40, using: &random)
    let y = Double.random(in: -40...40, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .move(byX: x.rounded(), y: y.rounded())
    case 1: return .move(byX: x, y: y)
    default:
      return .turn(
        by: Double.random(in: -4...4, using: &random), scale: Double.random(in: 0.7...1.4, using: &random),
        about: BoardPoint(x: 70 + x, y: 60 + y))
    }
  }
}

extension Restyling {
  fileprivate static func random(using random: inout SplitMix64) -> Restyling {
    let color = PixelColor(red: 10, green: 200, blue: UInt8.random(in: 0...255, using: &random), alpha: 120)
    return [
      .color(color), .fill(color), .fill(nil), .width(Double.random(in: 0.1...30, using: &random)), .cap(.square),
      .join(.bevel), .pattern(.dashed),
    ].randomElement(using: &random) ?? .color(color)
  }
}
