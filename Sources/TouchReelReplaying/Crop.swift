package import TouchReelByteStreams
package import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
package import TouchReelDrawings
import TouchReelTouchTracking

/// A picture of the ink alone: as large as the ink with a margin, or of a given size, in whose middle the ink is as
/// large as fits.
public struct Crop: Hashable, Sendable {
  /// The empty border around the ink.
  public enum Margin: Hashable, Sendable {
    /// Pixels of the picture.
    case pixels(Double)
    /// A share of the longer side of the ink, 0…1.
    case share(Double)
  }

  /// The empty border around the ink.
  public var margin: Margin

  /// A picture of the ink with a border.
  public init(margin: Margin) { self.margin = margin }

  /// Where ink is looked for: so many pixels on the longer side, whatever the board's size. Its edge lies within one of
  /// them.
  private static let precision = 1024.0
}

/// Why a picture is not cropped.
public enum CropError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The margins leave no room for ink.
  case noRoom
  /// The picture would have more pixels than pictures may.
  case tooLarge(width: Int, height: Int)
  /// Strokes would be wider than they may be, in board points.
  case tooWide(Double)

  public var description: String {
    switch self {
    case .noRoom: "the margins leave no room for the ink"
    case .tooLarge(let width, let height): "the ink and its margins measure \(width)x\(height) pixels"
    case .tooWide(let width): StrokeStyle.complaint(ofWidth: width)
    }
  }

  /// What to do about it.
  package var advice: Advice {
    switch self {
    case .noRoom: .size(.largerThanMargins)
    case .tooLarge: .size(.atMost(PixelSize.maximumSide))
    case .tooWide: .thinnerStrokes
    }
  }
}

extension Crop {
  /// Moves all ink of a drawing and gives it the size of a picture of the ink. Without ink it keeps its size, if none
  /// is given.
  ///
  /// - Parameters:
  ///   - drawing: what is cropped.
  ///   - size: of the picture, in pixels; without one a pixel for each board point.
  ///   - width: of strokes, as a share of the picture's longer side; `nil` leaves them as they are.
  /// - Returns: the picture's size.
  package func apply(
    to drawing: inout Drawing, size: PixelSize?, width: Double? = nil
  ) throws(CropError) -> PixelSize? {
    guard var ink = Self.ink(of: drawing) else {
      if let size { drawing.size = BoardSize(size) }
      return size
    }
    if let width { ink = try restyle(&drawing, ink, to: width, in: size) }
    let scale = try scale(of: ink, in: size)
    let pixels = if let size { size } else { try pixels(of: ink) }
    let board = BoardSize(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
    drawing.move(byX: board.width / 2 - ink.center.x, y: board.height / 2 - ink.center.y)
    drawing.size = board
    return pixels
  }

  /// Gives all strokes the width that is the wanted share of the picture, which the width itself makes larger.
  /// - Returns: where the ink is then.
  private func restyle(
    _ drawing: inout Drawing, _ ink: BoardRect, to share: Double, in size: PixelSize?
  ) throws(CropError) -> BoardRect {
    let former = drawing.widestStroke
    func bounds(ofWidth width: Double) -> BoardRect { ink.grown(by: (width - former) / 2) }
    var width = former
    // Each step's error is the share of the one before; the share is at most a quarter.
    for _ in 0..<40 {
      let grown = bounds(ofWidth: width)
      let pixels = if let size { size } else { try pixels(of: grown) }
      width = share * Double(max(pixels.width, pixels.height)) / (try scale(of: grown, in: size))
      if width > StrokeStyle.widths.upperBound { throw .tooWide(width) }
    }
    drawing.restyle(toWidth: width)
    return bounds(ofWidth: width)
  }

  /// Pixels for each board point.
  private func scale(of ink: BoardRect, in size: PixelSize?) throws(CropError) -> Double {
    guard let size else { return 1 }
    let (width, height) = (Double(size.width), Double(size.height))
    let room: (width: Double, height: Double) =
      switch margin {
      case .pixels(let pixels): (width - 2 * pixels, height - 2 * pixels)
      case .share(let share): (width / (1 + 2 * share), height / (1 + 2 * share))
      }
    guard room.width >= 1, room.height >= 1 else { throw .noRoom }
    return min(room.width / max(ink.width, 1e-3), room.height / max(ink.height, 1e-3))
  }

  private func pixels(of ink: BoardRect) throws(CropError) -> PixelSize {
    let margin =
      switch margin {
      case .pixels(let pixels): pixels
      case .share(let share): share * max(ink.width, ink.height)
      }
    let (width, height) = (
      Int(clamping: (ink.width + 2 * margin).rounded(.up)), Int(clamping: (ink.height + 2 * margin).rounded(.up))
    )
    guard max(width, height) <= PixelSize.maximumSide else { throw .tooLarge(width: width, height: height) }
    return PixelSize(width: max(width, 1), height: max(height, 1))
  }

  /// The smallest rectangle around all that can be seen of the ink; `nil` if there is none.
  package static func ink(of drawing: Drawing) -> BoardRect? {
    guard let reach = drawing.inkReach, reach.width > 0, reach.height > 0 else { return nil }
    let scale = precision / max(reach.width, reach.height)
    var moved = drawing
    moved.move(byX: -reach.minX, y: -reach.minY)
    moved.size = BoardSize(width: reach.width + 1 / scale, height: reach.height + 1 / scale)
    guard let bounds = inkPixels(of: moved, scale: scale) else { return nil }
    return BoardRect(
      from: BoardPoint(x: reach.minX + Double(bounds.x) / scale, y: reach.minY + Double(bounds.y) / scale),
      to: BoardPoint(x: reach.minX + Double(bounds.maxX) / scale, y: reach.minY + Double(bounds.maxY) / scale))
  }

  /// The smallest rectangle around all pixels of the drawing's ink.
  private static func inkPixels(of drawing: Drawing, scale: Double) -> PixelRect? {
    // The strokes at the edges of most drawings say it, in a fraction of the time that all of them take.
    guard let raster = try? Raster(board: drawing.size, scale: scale) else { return nil }
    if let bounds = drawing.opaqueStrokes(on: raster)?.opaqueInkBounds(on: raster.pixels) { return bounds }
    return drawing.drawnInk(on: raster)?.inkBounds
  }
}

extension StrokeStyle {
  /// That a relative width is too much.
  static func complaint(ofWidth width: Double) -> String {
    "strokes would be \(Int(clamping: min(width, 1e9).rounded())) board points wide, more than the \(Int(clamping: widths.upperBound)) that are "
      + "possible"
  }
}

extension BoardRect {
  /// The rectangle grown by so much on each side.
  fileprivate func grown(by reach: Double) -> BoardRect {
    let half = (max(width / 2 + reach, 0), max(height / 2 + reach, 0))
    return BoardRect(
      from: BoardPoint(x: center.x - half.0, y: center.y - half.1),
      to: BoardPoint(x: center.x + half.0, y: center.y + half.1))
  }
}

extension Drawing {
  /// The width of the widest stroke, in board points; 0 if there is none.
  fileprivate var widestStroke: Double { elements.compactMap { $0.shape?.shape.strokeWidth }.max() ?? 0 }

  fileprivate func drawnInk(on raster: Raster) -> TiledImage? {
    var board = try? Board(self, scale: raster.scale, undo: UndoMemory(budget: .none), mode: .batch(threads: 1))
    return board?.removeInk()
  }

  /// Gives all strokes and outlines a width in board points.
  mutating func restyle(toWidth width: Double) {
    let shapes = Set(elements.filter { $0.shape != nil }.map(\.id))
    // A usable width of shapes that are there is always carried out.
    if !shapes.isEmpty { _ = try? append(.restyle(shapes, .width(StrokeStyle.clampedWidth(width)))) }
  }

  /// Moves all shapes, and with them what was erased from them.
  mutating func move(byX x: Double, y: Double) {
    let shapes = Set(elements.filter { $0.shape != nil }.map(\.id))
    // A usable move of shapes that are there is always carried out.
    if !shapes.isEmpty { _ = try? append(.transform(shapes, by: .move(byX: x, y: y))) }
  }
}
