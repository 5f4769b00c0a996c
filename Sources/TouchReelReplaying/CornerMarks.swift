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

  /// The parts of the picture that the marks cover; `nil` for those that are not there.
  var areas: (legend: BoardRect?, scaleBar: BoardRect?, title: BoardRect?) {
    (
      legend.flatMap { Self.paper($0.shapes) }, scaleBar.flatMap { Self.paper($0.shapes) },
      title.flatMap { Self.paper($0.shapes) }
    )
  }

  /// The paper under all others.
  private static func paper(_ shapes: [Shape]) -> BoardRect? {
    guard case .rectangle(let paper) = shapes.first else { return nil }
    return BoardRect(from: paper.start, to: paper.end)
  }

  /// What the user should know.
  var warnings: [String] { scaleBar?.warnings ?? [] }
}
