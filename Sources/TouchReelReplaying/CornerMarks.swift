import TouchReelDrawings
import TouchReelTouchTracking

/// What stands in the corners of a picture and at its upper edge, and says how it is read. It is no part of the
/// drawing.
struct CornerMarks: Sendable {
  private var legend: Legend?
  private var scaleBar: ScaleBar?
  private var title: PictureTitle?

  init() {}

  /// - Parameters:
  ///   - legend: what colours mean; `nil` if that is not said.
  ///   - scaleBar: `nil` if none is asked for.
  ///   - title: `nil` for none.
  init(_ legend: Legend?, _ scaleBar: ScaleBar?, _ title: PictureTitle?) {
    (self.legend, self.scaleBar, self.title) = (legend, scaleBar, title)
  }

  var isEmpty: Bool { legend == nil && scaleBar == nil && title == nil }

  @inline(__always)
  mutating func record(_ event: TouchEvent) { legend?.record(event) }

  /// - Parameters:
  ///   - board: the page, or the part of it, that the picture shows.
  ///   - scale: board points for each millimetre; `nil` if that is not known.
  mutating func fit(_ board: BoardSize, pointsPerMillimetre scale: Double?) {
    legend?.fit(board)
    scaleBar?.fit(board, pointsPerMillimetre: scale)
    title?.fit(board)
  }

  /// Bottom to top.
  var shapes: [Shape] { (legend?.shapes ?? []) + (scaleBar?.shapes ?? []) + (title?.shapes ?? []) }

  /// What the user should know.
  var warnings: [String] { scaleBar?.warnings ?? [] }
}
