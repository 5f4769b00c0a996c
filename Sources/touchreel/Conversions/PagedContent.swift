import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// What is drawn page by page.
protocol PagedContent {
  var name: String { get }
  var shown: ShownPage { get }
  /// The indices of the pages that are asked for; `nil` if none are named.
  var chosen: Range<Int>? { get throws }
  func picture(ofPage page: Int) throws -> (picture: Picture, warnings: [String])
  func drawing(ofPage page: Int) throws -> RenderedDrawing
}

struct PlayedPages: PagedContent {
  let played: RenderedPages
  let selection: PageSelection?
  let name: String

  var shown: ShownPage { played.shown }

  var chosen: Range<Int>? {
    get throws {
      do throws(MissingPage) {
        return try selection?.indices(of: shown.count)
      } catch {
        throw Failure(message: "\(name): \(error)")
      }
    }
  }

  func picture(ofPage page: Int) throws -> (picture: Picture, warnings: [String]) {
    let rendered = try played.picture(ofPage: page)
    return (rendered.picture, rendered.warnings)
  }

  func drawing(ofPage page: Int) throws -> RenderedDrawing { try played.drawing(ofPage: page) }
}

struct DrawnPages: PagedContent {
  let input: DrawingInput
  let options: DrawingOptions
  let limits: Limits
  let title: String?
  let showsScaleBar: Bool

  var name: String { input.name }
  var shown: ShownPage { input.shownPage }
  var chosen: Range<Int>? { get throws { try input.chosenPages } }

  func picture(ofPage page: Int) throws -> (picture: Picture, warnings: [String]) {
    let (board, warnings) = try board(ofPage: page)
    guard showsScaleBar || title != nil else { return (board.picture, warnings) }
    let marked = try drawing(ofPage: page)
    return (board.picture.showing(marked.marks, on: board.raster), marked.warnings)
  }

  func drawing(ofPage page: Int) throws -> RenderedDrawing {
    let (board, warnings) = try board(ofPage: page)
    var rendered = RenderedDrawing(board)
    rendered.warnings = warnings
    rendered.marks = titleShapes(on: board)
    rendered.pointsPerMillimetre = scale(ofPage: page)
    if showsScaleBar { rendered.addScaleBar() }
    return rendered
  }

  private func board(ofPage page: Int) throws -> (board: Board, warnings: [String]) {
    var options = options
    options.leaveRoom(title: title, hasScaleBar: showsScaleBar, pointsPerMillimetre: scale(ofPage: page))
    return try input.board(ofPage: page, options, limits: limits)
  }

  private func scale(ofPage page: Int) -> Double? { input.document.drawing.pointsPerMillimetre(ofPage: page) }

  private func titleShapes(on board: Board) -> [Shape] {
    title.map { PictureTitle($0, on: board.raster.board).shapes } ?? []
  }
}
