import TouchReelDrawings
import TouchReelTouchTracking

/// A shape of ours within one of another program's.
struct OwnShape: Codable, Hashable {
  /// `nil` if it is not understood, as one of a later version.
  let placed: (shape: Shape, transform: ShapeTransform)?
  /// Why it is not understood; `nil` if it is.
  let problem: String?
  /// Whether it is an image, which no other program's shape shows.
  let isImage: Bool

  private enum Key: String, CodingKey {
    case shape, transform
  }

  private struct Kind: Decodable {
    var type: String
  }

  init(_ shape: Shape, _ transform: ShapeTransform) {
    (placed, problem) = ((shape, transform), nil)
    isImage = if case .image = shape { true } else { false }
  }

  private init(problem: String, isImage: Bool) { (placed, self.problem, self.isImage) = (nil, problem, isImage) }

  init(from decoder: any Decoder) {
    do {
      let object = try decoder.container(keyedBy: Key.self)
      let transform = try object.decodeIfPresent(TransformValue.self, forKey: .transform)?.transform()
      self.init(try object.decode(ShapeValue.self, forKey: .shape).shape(), transform ?? .identity)
    } catch {
      let kind = try? decoder.container(keyedBy: Key.self).decode(Kind.self, forKey: .shape)
      self.init(problem: BoardMessage.describe(error), isImage: kind?.type == "image")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    guard let (shape, transform) = placed else { return }
    try object.encode(ShapeValue(shape), forKey: .shape)
    if transform != .identity { try object.encode(TransformValue(transform), forKey: .transform) }
  }

  static func == (left: OwnShape, right: OwnShape) -> Bool {
    left.placed?.shape == right.placed?.shape && left.placed?.transform == right.placed?.transform
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(placed?.shape)
    hasher.combine(placed?.transform)
  }
}
