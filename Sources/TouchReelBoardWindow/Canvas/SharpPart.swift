import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelInputEvents
import TouchReelLiveDrawing

/// The visible part of an enlarged board, drawn with the pixels of the display.
///
/// It is drawn beside the main loop, a moment after the view or the board has changed. Until then, and where something
/// has changed since, the board's own pixels are shown larger.
final class SharpPart {
  /// What is seen of a board, and how large.
  struct View: Hashable {
    var layout: BlockLayout
    /// The part, in pixels of the display, from the board's corner.
    var part: PixelRect
  }

  /// A view has to rest for so long, in milliseconds.
  private static let rest: guint = 80
  /// What changed is drawn again after so many milliseconds at least, and so many times what it took the last time.
  private static let pause: guint = 30
  private static let share: guint = 4
  /// More rectangles than this become one.
  private static let changesLimit = 256

  private let board: () -> Board?
  private let redraw: () -> Void
  private var shown: (view: View, picture: DrawnBlocks)?
  private var wanted: View?
  /// Since the board was taken that is shown, and since the one that is being drawn, in pixels of the board.
  private var changes: (sinceShown: [PixelRect], sinceDrawn: [PixelRect]) = ([], [])
  private var timer: guint?
  private var task: BackgroundTask<PixelBuffer>?
  private var duration: guint = 0

  /// - Parameters:
  ///   - board: what is shown; `nil` if there is none.
  ///   - redraw: called when there is something new to paint.
  init(of board: @escaping () -> Board?, redraw: @escaping () -> Void) {
    self.board = board
    self.redraw = redraw
  }

  isolated deinit { stopTimer() }

  /// Something has changed on the board.
  func record(_ damage: Damage) {
    guard wanted != nil, !damage.isEmpty else { return }
    Self.add(damage, to: &changes.sinceShown)
    Self.add(damage, to: &changes.sinceDrawn)
    if timer == nil { start(after: max(Self.pause, duration * Self.share)) }
  }

  /// - Parameter view: what is seen now; `nil` if no pixel of the board is enlarged.
  func show(_ view: View?) {
    guard view != wanted else { return }
    wanted = view
    stopTimer()
    if shown?.view != view { shown = nil }
    if shown == nil, view != nil { start(after: Self.rest) }
  }

  /// Paints what is drawn of the view.
  ///
  /// - Returns: where the board's own pixels have to be painted, in these pixels; `nil` if everywhere.
  func paint(_ snapshot: Snapshot, form: BlockNode.Form) -> [PixelRect]? {
    guard let (view, picture) = shown else { return nil }
    snapshot.clipped(to: view.layout.rect(ofDisplay: view.part)) {
      for (node, rect) in picture.nodes(as: form) {
        let shifted = PixelRect(
          x: view.part.x + rect.x, y: view.part.y + rect.y, width: rect.width, height: rect.height)
        snapshot.block(node, in: view.layout.rect(ofDisplay: shifted))
      }
    }
    return changes.sinceShown
  }

  private static func add(_ damage: Damage, to changes: inout [PixelRect]) {
    changes += damage.rects
    if changes.count > changesLimit { changes = [changes.reduce(.empty) { $0.union($1) }] }
  }

  private func stopTimer() {
    if let timer { g_source_remove(timer) }
    timer = nil
  }

  private func start(after milliseconds: guint) {
    timer = MainLoop.after(milliseconds: milliseconds) { [weak self] in
      self?.timer = nil
      self?.draw()
    }
  }

  private func draw() {
    guard task == nil, let view = wanted, let board = board() else { return }
    changes.sinceDrawn = []
    let start = EventClock.now
    let scale = view.layout.displayPixelsPerPoint
    task = BackgroundTask { _ in
      board.picture(of: view.part, atScale: scale).composed()
    } then: { [weak self] pixels in
      self?.finish(pixels, of: view, since: start)
    }
  }

  private func finish(_ pixels: PixelBuffer, of view: View, since start: Timestamp) {
    task = nil
    duration = guint(clamping: EventClock.now.since(start).nanoseconds / 1_000_000)
    guard view == wanted else {
      if wanted != nil, timer == nil { self.start(after: Self.rest) }
      return
    }
    shown = (view, DrawnBlocks(pixels))
    changes.sinceShown = changes.sinceDrawn
    if !changes.sinceShown.isEmpty, timer == nil { self.start(after: max(Self.pause, duration * Self.share)) }
    redraw()
  }
}

/// Pixels in blocks for the renderer.
private final class DrawnBlocks {
  private static let side = 256

  /// Until there are blocks.
  private var pixels: PixelBuffer?
  private var nodes: [(BlockNode, PixelRect)] = []

  init(_ pixels: PixelBuffer) { self.pixels = pixels }

  /// The blocks and where they lie.
  func nodes(as form: BlockNode.Form) -> [(BlockNode, PixelRect)] {
    guard let pixels = pixels.take() else { return nodes }
    let (side, size) = (Self.side, pixels.size)
    nodes = stride(from: 0, to: size.height, by: side).flatMap { y in
      stride(from: 0, to: size.width, by: side).map { x in
        let rect = PixelRect(x: x, y: y, width: side, height: side)
        return (BlockNode(form, pixels.part(rect)), rect)
      }
    }
    return nodes
  }
}
