import Canvas
import Glibc
import LiveDrawing
import TouchTracking

/// The pixels of the display, in a widget's units.
nonisolated struct DeviceGrid: Hashable {
  /// Pixels of the display to a unit of the widget.
  var perUnit: Double

  func rounded(_ value: Double) -> Double { (value * perUnit).rounded() / perUnit }
}

/// Where blocks of a picture lie in a view.
///
/// The borders between blocks lie on pixels of the display, so that no pixel is shared by two, which would show as a seam.
nonisolated struct BlockLayout: Hashable {
  /// View units to a pixel of the picture.
  private let scale: Double
  private let x: Double
  private let y: Double
  private let grid: DeviceGrid

  init(_ viewport: Viewport, pixelsPerPoint: Double, grid: DeviceGrid) {
    scale = viewport.zoom / pixelsPerPoint
    let corner = viewport.surfacePoint(of: BoardPoint(x: 0, y: 0))
    (x, y) = (grid.rounded(corner.x), grid.rounded(corner.y))
    self.grid = grid
  }

  /// How often the picture is halved before it is shown, so that no pixel of it is passed over.
  var level: Int {
    let pixels = 1 / (scale * grid.perUnit)
    return pixels > 1 ? min(Int(log2(min(pixels, 1024))), CanvasBlocks.levels.upperBound) : 0
  }

  func rect(of pixels: PixelRect) -> ViewRect {
    ViewRect(
      x: x + Double(pixels.x) * scale, y: y + Double(pixels.y) * scale, width: Double(pixels.width) * scale,
      height: Double(pixels.height) * scale)
  }

  func aligned(_ pixels: PixelRect) -> ViewRect {
    let (left, right) = (grid.rounded(x + Double(pixels.x) * scale), grid.rounded(x + Double(pixels.maxX) * scale))
    let (top, bottom) = (grid.rounded(y + Double(pixels.y) * scale), grid.rounded(y + Double(pixels.maxY) * scale))
    return ViewRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The part of the picture that a view of this size may show.
  func visible(_ size: SurfaceSize) -> PixelRect {
    func pixel(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
    return PixelRect(
      minX: pixel((0 - x) / scale) - 1, minY: pixel((0 - y) / scale) - 1,
      maxX: pixel((size.width - x) / scale) + 2, maxY: pixel((size.height - y) / scale) + 2)
  }
}
