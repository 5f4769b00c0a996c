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
  /// Returns what has changed since the previous call.
  func drainDamage() -> Damage
  /// - Parameter threads: the number of threads to use.
  func compose(_ damage: Damage, into target: PixelTarget, threads: Int)
}

/// Shows a picture, composing what has changed and uploading the blocks that contain it.
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

  private var source: (any CanvasSource)?
  private var buffer = PixelBuffer(size: PixelSize(width: 0, height: 0))
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

  /// Composes what has changed.
  func update() {
    guard let source else { return }
    let damage = source.drainDamage()
    if buffer.size != source.pixelSize {
      begin(source.pixelSize)
    } else if damage.isEmpty {
      return
    } else {
      buffer.withTarget { source.compose(damage, into: $0, threads: Self.threads(for: damage)) }
      for tile in damage.tiles { blocks?.invalidate(tile.bounds) }
      sharp.record(damage)
    }
    gtk_widget_queue_draw(widget.widget)
  }

  func paint(_ snapshot: Snapshot, size: SurfaceSize) {
    guard let source, let viewport, !buffer.pixels.isEmpty else { return }
    let grid = DeviceGrid(perUnit: Double(gtk_widget_get_scale_factor(widget.widget)))
    let layout = BlockLayout(viewport, pixelsPerPoint: source.pixelsPerPoint, grid: grid)
    let form = BlockNode.Form(for: widget)
    if blocks == nil { blocks = CanvasBlocks(size: buffer.size, form: form) }
    blocks?.show(level: layout.level)
    let part = layout.isEnlarged ? layout.displayPart(of: buffer.size, in: size) : .empty
    sharp.show(part.isEmpty ? nil : SharpPart.View(layout: layout, part: part))
    if let changes = sharp.paint(snapshot, form: form) {
      for rect in changes { snapshot.clipped(to: layout.aligned(rect)) { paintBlocks(snapshot, layout, over: rect) } }
    } else {
      paintBlocks(snapshot, layout, over: layout.visible(size))
    }
    paintMarks(snapshot, viewport)
  }

  private func paintBlocks(_ snapshot: Snapshot, _ layout: BlockLayout, over rect: PixelRect) {
    guard var blocks = blocks.take() else { return }
    for position in blocks.positions(over: rect) {
      let block = blocks.block(column: position.column, row: position.row, of: buffer)
      snapshot.clipped(to: layout.aligned(blocks.bounds(column: position.column, row: position.row))) {
        snapshot.block(block.node, in: layout.rect(of: block.covering))
      }
    }
    self.blocks = blocks
  }

  /// Reports the size later, since widgets cannot be changed during an allocation.
  func resized(to size: SurfaceSize) { MainLoop.after(milliseconds: 0) { [weak self] in self?.onResize(size) } }

  private static let allThreads = Int(g_get_num_processors())
  /// The least number of tiles for which several threads are faster.
  private static let tilesForThreads = 64

  private static func threads(for damage: Damage) -> Int {
    damage.tiles.count < tilesForThreads ? 1 : allThreads
  }

  private func begin(_ size: PixelSize) {
    buffer = PixelBuffer(size: size)
    blocks = nil
    sharp.show(nil)
    if let source { buffer.withTarget { source.compose(.everything(of: size), into: $0, threads: Self.allThreads) } }
    gtk_widget_queue_draw(widget.widget)
  }
}
