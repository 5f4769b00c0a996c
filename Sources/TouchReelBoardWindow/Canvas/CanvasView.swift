import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// A changing picture for a canvas.
protocol CanvasSource: AnyObject {
  var pixelSize: PixelSize { get }
  /// Pixels of the picture for each board point.
  var pixelsPerPoint: Double { get }
  /// What the picture is of; `nil` if there is none yet.
  var board: Board? { get }
  /// What is shown now.
  var picture: Picture { get }
  /// Returns what has changed since the previous call.
  func drainDamage() -> Damage
}

/// Shows a picture: what has changed of it is composed in blocks, which are all that is kept of its pixels.
final class CanvasView: Painter {
  let widget: ObjectPointer
  /// The visible part of the board; `nil` until there is a board.
  var viewport: Viewport? {
    didSet {
      guard viewport != oldValue else { return }
      gtk_widget_queue_draw(widget.widget)
      if let viewport { onView(viewport) }
    }
  }
  var onView: (Viewport) -> Void = { _ in }
  /// Draws above the picture.
  var paintMarks: (Snapshot, Viewport) -> Void = { _, _ in }
  var onResize: (SurfaceSize) -> Void = { _ in }
  /// Called with the indices of all pages of PDFs that could not be drawn, when there are more.
  var onUndrawnPages: (Set<Int>) -> Void = { _ in }
  private var undrawnPages: Set<Int> = []

  private var source: (any CanvasSource)?
  private var pixelSize: PixelSize?
  private let freedMemory = FreedMemory()
  /// `nil` until the picture is painted.
  private var blocks: CanvasBlocks?
  private lazy var sharp = SharpPart(
    of: { [weak self] in self?.source?.board },
    redraw: { [weak self] in self.map { gtk_widget_queue_draw($0.widget.widget) } })

  init(_ widget: ObjectPointer) {
    self.widget = widget
    PaintedWidget.setPainter(self, of: widget)
  }

  func show(_ source: any CanvasSource) {
    self.source = source
    begin(source.pixelSize)
    update()
  }

  /// The size, in the desktop's units.
  var size: SurfaceSize {
    SurfaceSize(
      width: Double(gtk_widget_get_width(widget.widget)), height: Double(gtk_widget_get_height(widget.widget)))
  }

  /// Shows the whole board as large as possible.
  func fit(_ board: BoardSize) {
    let surface = size
    guard surface.width > 0, surface.height > 0 else { return }
    var fitted = Viewport(board: board, surface: surface)
    fitted.fit()
    viewport = fitted
  }

  /// Shows what has changed.
  func update() {
    guard let source else { return }
    let damage = source.drainDamage()
    if pixelSize != source.pixelSize {
      begin(source.pixelSize)
    } else if damage.isEmpty {
      return
    } else {
      for rect in damage.rects { blocks?.invalidate(rect) }
      sharp.record(damage)
    }
    gtk_widget_queue_draw(widget.widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    guard let source, let viewport, let pixelSize else { return }
    let grid = DeviceGrid(perUnit: Double(gtk_widget_get_scale_factor(widget.widget)))
    let layout = BlockLayout(viewport, pixelsPerPoint: source.pixelsPerPoint, grid: grid)
    let form = BlockNode.Form(for: widget)
    var blocks = self.blocks.take() ?? CanvasBlocks(size: pixelSize, form: form)
    defer { self.blocks = blocks }
    blocks.show(layout.sampling)
    let part = layout.isEnlarged ? layout.displayPart(of: pixelSize, in: size) : .empty
    sharp.show(part.isEmpty ? nil : SharpPart.View(layout: layout, part: part))
    let picture = source.picture
    if let changes = sharp.paint(snapshot, form: form) {
      for rect in changes {
        snapshot.clipped(to: layout.aligned(rect)) { blocks.paint(picture, snapshot, layout, over: rect) }
      }
    } else {
      blocks.paint(picture, snapshot, layout, over: layout.visible(size))
    }
    paintMarks(snapshot, viewport)
    freedMemory.use()
    tellUndrawnPages()
  }

  /// Tells later, since widgets cannot be changed while they are drawn.
  private func tellUndrawnPages() {
    guard let pages = source?.board?.undrawnPages, pages != undrawnPages else { return }
    undrawnPages = pages
    MainLoop.after(milliseconds: 0) { [weak self] in self?.onUndrawnPages(pages) }
  }

  /// Reports the size later, since widgets cannot be changed during an allocation.
  func resized(to size: SurfaceSize) { MainLoop.after(milliseconds: 0) { [weak self] in self?.onResize(size) } }

  private func begin(_ size: PixelSize) {
    pixelSize = size
    blocks = nil
    sharp.show(nil)
    gtk_widget_queue_draw(widget.widget)
  }
}

extension CanvasBlocks {
  /// Paints the blocks over a rectangle of the picture.
  fileprivate mutating func paint(_ picture: Picture, _ snapshot: Snapshot, _ layout: BlockLayout, over rect: PixelRect)
  {
    let positions = positions(over: rect)
    compose(positions, of: picture)
    for position in positions {
      guard let block = block(at: position) else { continue }
      snapshot.clipped(to: layout.aligned(bounds(of: position))) {
        snapshot.block(block, in: layout.rect(of: covered(by: position)))
      }
    }
  }
}
