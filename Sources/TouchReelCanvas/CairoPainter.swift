import CTouchReelCairo

/// Draws a path into a mask: one byte of coverage per pixel of a part of the canvas.
struct CairoPainter: ~Copyable {
  let rect: PixelRect
  private let surface: OpaquePointer

  /// An empty mask over a rectangle of the canvas; `nil` where it is empty or there is no memory for it.
  init?(rect: PixelRect) {
    guard !rect.isEmpty,
      let surface = cairo.image_surface_create(CAIRO_FORMAT_A8, Int32(rect.width), Int32(rect.height))
    else { return nil }
    guard cairo.surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo.surface_destroy(surface)
      return nil
    }
    self.rect = rect
    self.surface = surface
  }

  deinit { cairo.surface_destroy(surface) }

  func draw(_ path: CanvasPath, style: PathStyle) {
    let context = cairo.create(surface)
    defer { cairo.destroy(context) }
    cairo.translate(context, Double(-rect.x), Double(-rect.y))
    for element in path.elements { append(element, to: context) }
    switch style {
    case .fill(let rule):
      cairo.set_fill_rule(context, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
      cairo.fill(context)
    case .stroke(let stroke):
      apply(stroke, length: path.length, to: context)
      cairo.stroke(context)
    }
  }

  /// What was drawn; valid as long as the painter is, and until it draws again.
  var mask: PathMask? {
    cairo.surface_flush(surface)
    let stride = Int(cairo.image_surface_get_stride(surface))
    return cairo.image_surface_get_data(surface).map { PathMask(rect: rect, bytes: UnsafePointer($0), stride: stride) }
  }

  private func append(_ element: CanvasPath.Element, to context: OpaquePointer?) {
    switch element {
    case .move(let point): cairo.move_to(context, point.pixelX, point.pixelY)
    case .line(let point): cairo.line_to(context, point.pixelX, point.pixelY)
    case .curve(let first, let second, to: let end):
      cairo.curve_to(
        context, first.pixelX, first.pixelY, second.pixelX, second.pixelY, end.pixelX, end.pixelY)
    case .close: cairo.close_path(context)
    }
  }

  private func apply(_ stroke: PathStroke, length: Double, to context: OpaquePointer?) {
    cairo.set_line_width(context, Double(stroke.radius.rawValue) / 128)
    cairo.set_line_cap(context, stroke.cap.cairo)
    cairo.set_line_join(context, stroke.join.cairo)
    let period = stroke.dashes.reduce(0, +)
    let isDrawable = stroke.dashes.allSatisfy { $0 >= 0 && $0.isFinite } && stroke.dashPhase.isFinite && period > 0
    // A file may ask for dashes without end; a line of more than this many is drawn without gaps.
    guard isDrawable, length / period * Double(stroke.dashes.count) < 20_000 else { return }
    cairo.set_dash(context, stroke.dashes, Int32(clamping: stroke.dashes.count), stroke.dashPhase)
  }
}

/// A byte of coverage for each pixel of a part of the canvas.
struct PathMask {
  let rect: PixelRect
  fileprivate let bytes: UnsafePointer<UInt8>
  /// Bytes from one row to the next.
  fileprivate let stride: Int

  /// A row, from a column of the canvas on; both lie in the mask.
  func row(_ y: Int, from x: Int) -> UnsafePointer<UInt8> { bytes + (y - rect.y) * stride + x - rect.x }

  /// Whether any pixel of a part of the mask is covered.
  func covers(_ part: PixelRect) -> Bool {
    for y in part.y..<part.maxY {
      let row = UnsafeRawPointer(row(y, from: part.x))
      var (any, x) = (UInt64(0), 0)
      while x + 8 <= part.width {
        any |= row.loadUnaligned(fromByteOffset: x, as: UInt64.self)
        x += 8
      }
      while x < part.width {
        any |= UInt64(row.load(fromByteOffset: x, as: UInt8.self))
        x += 1
      }
      if any != 0 { return true }
    }
    return false
  }
}

extension SubpixelPoint {
  fileprivate var pixelX: Double { Double(x) / 256 }
  fileprivate var pixelY: Double { Double(y) / 256 }
}

extension PathStroke.Cap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .round: CAIRO_LINE_CAP_ROUND
    case .butt: CAIRO_LINE_CAP_BUTT
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension PathStroke.Join {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .round: CAIRO_LINE_JOIN_ROUND
    case .miter: CAIRO_LINE_JOIN_MITER
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
