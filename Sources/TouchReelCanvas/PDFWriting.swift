import CTouchReelCairo

/// Pages on their way into a PDF by Cairo.
final class PDFWriting {
  private var bytes: [UInt8] = []
  /// `nil` until there is a page.
  private var target: (surface: OpaquePointer, context: OpaquePointer)?

  /// Adds a page of a size in points.
  ///
  /// - Returns: false if the page cannot be drawn.
  func add(width: Double, height: Double, _ draw: (_ context: OpaquePointer) -> Void) -> Bool {
    guard width > 0, height > 0 else { return false }
    if target == nil { begin(width, height) }
    guard let target else { return false }
    cairo.pdf_surface_set_size(target.surface, width, height)
    draw(target.context)
    cairo.show_page(target.context)
    return cairo.status(target.context) == CAIRO_STATUS_SUCCESS
  }

  /// The version of the format has objects that stand one by one in the file.
  private func begin(_ width: Double, _ height: Double) {
    let surface = cairo.pdf_surface_create_for_stream(
      { writing, bytes, count in
        guard let writing, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<PDFWriting>.fromOpaque(writing).takeUnretainedValue()
          .bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(self).toOpaque(), width, height)
    guard let surface else { return }
    cairo.pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    target = cairo.create(surface).map { (surface, $0) }
  }

  func finish() -> [UInt8]? {
    guard let target else { return nil }
    cairo.surface_finish(target.surface)
    return cairo.surface_status(target.surface) == CAIRO_STATUS_SUCCESS ? bytes : nil
  }

  deinit {
    guard let target else { return }
    cairo.destroy(target.context)
    // Writes nothing any more.
    cairo.surface_finish(target.surface)
    cairo.surface_destroy(target.surface)
  }
}
