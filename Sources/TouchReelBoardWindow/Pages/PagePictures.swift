import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing

/// Draws small pictures of pages in the background, one after the other.
final class PagePictures {
  private struct Request {
    let preview: PagePreview
    let handle: (PixelBuffer) -> Void
  }

  private let size: PixelSize
  private var requests: [Request] = []
  private var task: BackgroundTask<PixelBuffer>?

  /// - Parameter size: that pictures are no larger than, in pixels.
  init(size: PixelSize) { self.size = size }

  func ask(_ preview: PagePreview, then handle: @escaping (PixelBuffer) -> Void) {
    requests.append(Request(preview: preview, handle: handle))
    if task == nil { next() }
  }

  private func next() {
    guard !requests.isEmpty else {
      task = nil
      return
    }
    let request = requests.removeFirst()
    task = BackgroundTask { [size] _ in
      request.preview.picture(within: size)
    } then: { [weak self] pixels in
      request.handle(pixels)
      self?.next()
    }
  }
}

/// The picture of a page on its button, which is asked for whenever it is seen and not of the page as it is.
final class PagePicture: Painter {
  let widget: ObjectPointer
  private var texture: Texture?
  private var size = PixelSize(width: 3, height: 2)
  private var isCurrent = false
  private let ask: () -> Void

  /// - Parameters:
  ///   - room: for the picture, in the desktop's units.
  ///   - ask: called when a new picture is wanted.
  init(room: PixelSize, ask: @escaping () -> Void) {
    self.ask = ask
    widget = ObjectPointer(PaintedWidget.make(width: room.width, height: room.height))
    PaintedWidget.setPainter(self, of: widget)
  }

  /// The page has changed.
  func invalidate() {
    isCurrent = false
    gtk_widget_queue_draw(widget.widget)
  }

  func show(_ picture: PixelBuffer) {
    (texture, size) = (Texture(picture), picture.size)
    gtk_widget_queue_draw(widget.widget)
  }

  func paint(_ snapshot: Snapshot, size room: SurfaceSize) {
    snapshot.framed(texture, of: size, in: room, border: widget.styleColor.asBorder)
    guard !isCurrent else { return }
    isCurrent = true
    ask()
  }
}
