import TouchReelCanvas
import TouchReelDrawingBoard
package import TouchReelDrawingFiles
package import TouchReelDrawings
import TouchReelReplaying
package import TouchReelTouchTracking

/// Shapes on their way through a clipboard: for this program as they are, for others as a picture of them alone, or as
/// their text.
package struct ShapeClipping: Sendable {
  /// The media type of ``json``.
  package static let mediaType = "application/x-touchreel+json"
  /// The pixels of the largest ``png``; larger shapes are reduced.
  private static let pixelLimit = 32_000_000.0

  private let drawing: Drawing

  /// - Parameter shapes: bottom to top, where they lie on the board.
  /// - Returns: `nil` if there are none, or they cannot be on a board.
  package init?(_ shapes: [PlacedShape]) {
    var drawing = Drawing(
      size: BoardSize(width: 1, height: 1), background: .color(PixelColor(red: 0, green: 0, blue: 0, alpha: 0)))
    guard !shapes.isEmpty else { return nil }
    do { try drawing.append(.insert(shapes)) } catch { return nil }
    self.drawing = drawing
  }

  /// What a clipboard holds of this program's, or a drawing file of any kind.
  ///
  /// - Returns: `nil` if no shape is in it.
  /// - Throws: if nothing of it is understood.
  package init?(json bytes: [UInt8]) throws(DrawingFileError) {
    self.init(try DrawingDocument(bytes).drawing.shapes)
  }

  /// Bottom to top.
  package var shapes: [PlacedShape] { drawing.shapes }

  /// The middle of all shapes.
  package var center: BoardPoint { drawing.inkReach?.center ?? BoardPoint(x: 0, y: 0) }

  /// A drawing file of them, where they lie.
  package var json: [UInt8] {
    get throws(DrawingFileError) { try DrawingFile(drawing).json() }
  }

  /// The texts, a line or more each, if nothing else is among the shapes.
  package var text: String? {
    let texts = shapes.map { placed -> String? in
      if case .text(let text) = placed.shape { text.text } else { nil }
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self).joined(separator: "\n")
  }

  /// A picture of them, as large as they are; `nil` if no picture is as large.
  package var svg: [UInt8]? {
    guard let board = cropped(scale: 1) else { return nil }
    var text: [UInt8] = []
    VectorPicture(RenderedDrawing(board)).writeSVG { text += $0 }
    return text
  }

  /// The same in pixels, one for each point unless there would be too many.
  package var png: [UInt8]? {
    guard let ink = Crop.ink(of: drawing) else { return nil }
    let area = (ink.width + 2) * (ink.height + 2)
    return cropped(scale: min(1, (Self.pixelLimit / area).squareRoot()))?.picture.composed().png()
  }

  /// A board as large as the shapes, without background; `nil` if no board is as large.
  private func cropped(scale: Double) -> Board? {
    guard let ink = Crop.ink(of: drawing) else { return nil }
    let (left, top) = (ink.minX.rounded(.down), ink.minY.rounded(.down))
    let move = ShapeTransform.move(byX: -left, y: -top)
    let size = BoardSize(width: max(ink.maxX.rounded(.up) - left, 1), height: max(ink.maxY.rounded(.up) - top, 1))
    var cropped = Drawing(size: size, background: drawing.background)
    do {
      try cropped.append(.insert(shapes.map { $0.transformed(by: move) }))
      return try Board(cropped, scale: scale)
    } catch {
      return nil
    }
  }
}
