package import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
package import TouchReelDrawings
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// What a recording shows at an instant, page by page: it is played once, up to there.
package struct RenderedPages {
  private let renderer: Renderer
  private let sink: OriginSink
  /// What the user should know of all pages, one line each.
  package let warnings: [String]

  fileprivate init(_ renderer: Renderer, _ sink: OriginSink, warnings: [String]) {
    (self.renderer, self.sink) = (renderer, sink)
    self.warnings = renderer.facts.readingWarnings + warnings + sink.board.warnings.lines
  }

  /// The page that is shown at that instant, and how many there are then.
  package var shown: ShownPage { sink.board.shownPage }

  /// A page as a drawing of its own. Touches that are down are in that of the shown one, as they are shown.
  ///
  /// - Parameter page: its index; `nil` for the shown one.
  package func drawing(ofPage page: Int? = nil) throws(FileError) -> RenderedDrawing {
    var pageSink = sink.board.turned(to: page ?? shown.index)
    let board = pageSink.board
    let shownTouches = board.shownTouches
    var origins = sink.origins
    for (element, touch) in shownTouches.touches { origins[element] = sink.touches[touch] }
    let hasOwnSize = board.paper(ofPage: board.page).size != nil
    let scale = pageSink.scaleOfPage
    var drawing = shownTouches.drawing.shownPage
    // A page of other proportions lies on more paper.
    if hasOwnSize, renderer.options.size != nil { drawing.size = board.raster.board }
    let pixels = try renderer.crop(&drawing, beside: pageSink.corners, pointsPerMillimetre: scale)
    // A cropped picture has corners of its own.
    if renderer.options.crop != nil { pageSink.fitCorners(of: drawing.size) }
    return RenderedDrawing(
      drawing: drawing, cancelled: board.cancelledShapes, marks: pageSink.markShapes, origins: origins,
      times: sink.times, pixels: pixels ?? PixelSize(drawing.size, scale: renderer.options.scale),
      pointsPerMillimetre: scale,
      picture: board.picture(of: drawing.finalBackground), touchCount: renderer.facts.touches.began,
      warnings: warnings + pageSink.corners.warnings
        + (board.hasSelectionMarks ? ["the frame of a selection is not drawn in pictures of vectors"] : []))
  }

  /// The picture of a page, of the pixels for which the recording was played, or of the ink alone.
  ///
  /// - Parameter page: its index; `nil` for the shown one.
  package func picture(ofPage page: Int? = nil) throws(FileError) -> RenderedPicture {
    let number = ShownPage(index: page ?? shown.index, count: shown.count)
    guard renderer.options.crop == nil else {
      let drawing = try drawing(ofPage: page)
      guard let board = drawing.board(threads: renderer.options.threads) else {
        let error = DrawingError.unusableSize
        throw FileError(file: renderer.stage.recording.name, message: "\(error)", advice: error.advice)
      }
      return rendered(board.picture.showing(drawing.marks, on: board.raster), number, drawing.warnings)
    }
    var turned = sink.board.turned(to: number.index)
    turned.settle()
    return rendered(turned.picture, number, warnings + turned.corners.warnings)
  }

  private func rendered(_ picture: Picture, _ page: ShownPage, _ warnings: [String]) -> RenderedPicture {
    RenderedPicture(
      picture: picture, page: page, touchCount: renderer.facts.touches.began,
      drawsWithoutTouches: renderer.facts.drawsWithoutTouches, isOfWhole: renderer.facts.isOfWhole, warnings: warnings)
  }

  /// The drawing as it is saved: all pages, or one of them; cropped, it is one.
  ///
  /// - Parameter page: its index; `nil` for all, of which the shown one stays so.
  /// - Returns: the drawing, and what its backgrounds show.
  package func saved(
    page: Int?
  ) throws(FileError) -> (drawing: Drawing, pictures: [ImageID: BackgroundPicture], warnings: [String]) {
    let board = page.map { sink.board.turned(to: $0) }?.board ?? sink.board.board
    var drawing = board.shownDrawing
    if page != nil || renderer.options.crop != nil { drawing = drawing.shownPage }
    _ = try renderer.crop(&drawing)
    let marks =
      board.hasMarks
      ? ["cancelled strokes and the frame of a selection, which the picture shows, are not in the drawing"] : []
    return (drawing, board.pictures(of: drawing), warnings + marks)
  }
}

extension Renderer {
  /// Plays up to the picture's time.
  ///
  /// - Parameters:
  ///   - asPixels: whether pictures of pixels are asked for.
  ///   - keepsSamples: whether origins have their touches' samples.
  ///   - progress: called with the share played so far, 0…1.
  package func renderedPages(
    asPixels: Bool = false, keepsSamples: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> RenderedPages {
    let undone = try makeUndoneFacts()
    let isFinal = facts.statistics.boardMessageCount == 0
    let board =
      asPixels && options.crop == nil
      ? try stage.makeSinkForOnePicture(isFinal: isFinal) : try stage.makeSmallSink()
    var sink = OriginSink(
      board: board, start: start, names: facts.descriptions.map(\.name), keepsSamples: keepsSamples)
    let warnings = try play(into: &sink, progress: progress)
    if let undone { sink.board.board = undone.clean(sink.board.board) }
    return RenderedPages(self, sink, warnings: warnings)
  }
}

extension BoardSink {
  package var shownPage: ShownPage { ShownPage(index: board.page, count: board.pageCount) }

  /// The same with another page shown, without touches that are down and the circles around them, which are on the page
  /// that was shown.
  fileprivate func turned(to page: Int) -> BoardSink {
    guard page != board.page else { return self }
    var turned = withoutMarks
    // A page that is there can be turned to.
    try? turned.board.handle(.page(.turn(to: page)))
    turned.board.leaveOutTouches()
    return turned.withFittingCorners
  }
}
