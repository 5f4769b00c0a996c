import TouchReelCanvas
import TouchReelTouchTracking

/// What erasers have taken away from a shape, on the board: the pieces that their round tips swept.
struct ErasedArea: Sendable {
  private let pieces: [HitArea.Piece]

  var isEmpty: Bool { pieces.isEmpty }

  private init(pieces: [HitArea.Piece]) { self.pieces = pieces }

  /// - Parameters:
  ///   - masks: erasures that go where the shape goes.
  ///   - erasures: those that lie over the shape.
  init(_ masks: [PlacedShape.Mask], under erasures: [Erasure]) {
    pieces =
      masks.flatMap { $0.path.pieces(on: Placement(on: .unit, $0.transform)).map(HitArea.Piece.init) }
      + erasures.flatMap { $0.path.pieces(on: Placement(on: .unit)).map(HitArea.Piece.init) }
  }

  /// The pieces of it that may reach into a rectangle.
  func near(_ bounds: BoardRect) -> ErasedArea { ErasedArea(pieces: pieces.filter { $0.bounds.meets(bounds) }) }

  /// How far a point is from all that was erased, in board points; less than zero where it was, and infinite if nothing
  /// was.
  func clearance(at point: BoardPoint) -> Double {
    pieces.reduce(.infinity) { min($0, $1.distance(to: point)) }
  }
}

extension HitArea.Piece {
  fileprivate var bounds: BoardRect {
    BoardRect(from: start, to: end).outset(by: max(startRadius, endRadius))
  }
}
