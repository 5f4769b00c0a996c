import CTouchReelGtk
import SystemPackage
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What a recording, a drawing or a picture shows, drawn in the background once the row is seen.
final class FilePicture: Painter {
  private let path: FilePath
  private let widget: ObjectPointer
  private let size: PixelSize
  private var texture: Texture?
  /// The size of the texture.
  private var drawn: PixelSize
  private var task: BackgroundTask<PixelBuffer?>?

  /// - Parameter size: of the widget, in the desktop's units.
  init(_ path: FilePath, in widget: ObjectPointer, size: PixelSize) {
    (self.path, self.widget, self.size, drawn) = (path, widget, size, size)
    PaintedWidget.setPainter(self, of: widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    let (width, height) = (Double(drawn.width), Double(drawn.height))
    let rect = ViewRect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    if let texture { snapshot.texture(texture, in: rect) } else { draw() }
    var border = widget.styleColor
    border.alpha = 90
    snapshot.outline(rect, radius: 3, width: 1, border)
  }

  func cancel() { task?.progress.cancel() }

  private func draw() {
    guard task == nil else { return }
    task = BackgroundTask { [path, size] progress in
      try? Self.picture(of: path, within: size, progress)
    } then: { [weak self] picture in
      guard let self, let picture else { return }
      (texture, drawn) = (Texture(picture), picture.size)
      gtk_widget_queue_draw(widget.widget)
    }
  }

  /// - Returns: a picture that is no larger than the size.
  nonisolated static func picture(
    of path: FilePath, within size: PixelSize, _ progress: TaskProgress
  ) throws -> PixelBuffer? {
    switch try InitialContent.file(path).read(progress).content {
    case .branch(let bytes, let facts, _):
      var options = RenderOptions()
      options.size = size
      let recording = try Recording.open(progress.tracked(bytes))
      return try Renderer(recording, facts: facts, options: options).picture().picture.composed()
    case .drawing(let drawing, let files): return try picture(of: drawing.shownPage, files, within: size)
    case .blank, .file, .unfinished: return nil
    }
  }

  private nonisolated static func picture(
    of drawing: Drawing, _ files: [BackgroundFile], within size: PixelSize
  ) throws -> PixelBuffer {
    let scale = min(Double(size.width) / drawing.size.width, Double(size.height) / drawing.size.height)
    var board = Board(raster: try Raster(board: drawing.size, scale: scale))
    for file in files { try file.provide(to: &board) }
    try board.handle(.drawing(drawing))
    return board.picture.composed()
  }
}
