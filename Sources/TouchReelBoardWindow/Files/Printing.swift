import CTouchReelGtk
import SystemPackage
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelReplaying
import TouchReelTouchTracking

/// Prints each page of a board on one of paper.
enum Printing {
  enum Target {
    /// What the user chooses in the desktop's dialog.
    case dialog(over: ObjectPointer)
    /// A PDF.
    case file(FilePath)
  }

  /// - Returns: why it could not be printed, in plain text; `nil` if it was, or the user did not want to.
  static func print(_ board: Board, named name: String, to target: Target) -> String? {
    guard let new = gtk_print_operation_new() else { return nil }
    let operation = ObjectPointer(new)
    defer { g_object_unref(operation.raw) }
    let pages = (0..<board.pageCount).map { board.drawing(ofPage: $0) }
    gtk_print_operation_set_n_pages(operation.pointer(), CInt(pages.count))
    gtk_print_operation_set_job_name(operation.pointer(), name)
    gtk_print_operation_set_unit(operation.pointer(), GTK_UNIT_POINTS)
    if let setup = gtk_page_setup_new() {
      turn(setup, for: board.raster.board)
      gtk_print_operation_set_default_page_setup(operation.pointer(), setup)
      g_object_unref(UnsafeMutableRawPointer(setup))
    }
    operation.connect(
      "request-page-setup",
      answering: { arguments in
        if pages.count > 1, pages.indices.contains(arguments.int(2)), let setup = arguments.pointer(3) {
          turn(ObjectPointer(setup).opaque, for: pages[arguments.int(2)].size)
        }
        return .handled
      })
    operation.connect(
      "draw-page",
      answering: { arguments in
        if let context = arguments.pointer(1), pages.indices.contains(arguments.int(2)) {
          draw(pages[arguments.int(2)], of: board, on: ObjectPointer(context).opaque)
        }
        return .handled
      })
    return run(operation, target)
  }

  private static func turn(_ setup: OpaquePointer, for size: BoardSize) {
    let isLandscape = PrintedPage(size).isLandscape
    gtk_page_setup_set_orientation(setup, isLandscape ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
  }

  private static func run(_ operation: ObjectPointer, _ target: Target) -> String? {
    var error: UnsafeMutablePointer<GError>?
    let result: GtkPrintOperationResult
    switch target {
    case .dialog(let window):
      result = gtk_print_operation_run(
        operation.pointer(), GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window.pointer(), &error)
    case .file(let path):
      path.withPlatformString { gtk_print_operation_set_export_filename(operation.pointer(), $0) }
      result = gtk_print_operation_run(operation.pointer(), GTK_PRINT_OPERATION_ACTION_EXPORT, nil, &error)
    }
    defer { if let error { g_error_free(error) } }
    guard result == GTK_PRINT_OPERATION_RESULT_ERROR else { return nil }
    return error.map { String(cString: $0.pointee.message) } ?? translated("It could not be printed.")
  }

  private static func draw(_ drawing: Drawing, of board: Board, on context: OpaquePointer) {
    let size = drawing.size
    let page = PrintedPage(
      size, width: gtk_print_context_get_width(context), height: gtk_print_context_get_height(context))
    let pixels = (try? enlarged(drawing, board, page.pixelScale)) ?? board.unmarked.picture.composed()
    guard let cairo = gtk_print_context_get_cairo_context(context), !pixels.size.bounds.isEmpty else { return }
    cairo_translate(cairo, page.x, page.y)
    cairo_scale(
      cairo, size.width * page.scale / Double(pixels.size.width), size.height * page.scale / Double(pixels.size.height))
    paint(pixels, on: cairo)
  }

  private static func enlarged(_ drawing: Drawing, _ board: Board, _ scale: Double) throws -> PixelBuffer {
    var large = Board(raster: try Raster(board: drawing.size, scale: scale))
    for (id, picture) in board.pictures(of: drawing) { large.provide(picture, as: id) }
    try large.handle(.drawing(drawing))
    return large.picture.composed()
  }

  private static func paint(_ pixels: PixelBuffer, on cairo: OpaquePointer) {
    var pixels = pixels
    let size = pixels.size
    pixels.withTarget { target in
      guard let base = target.pixels(x: 0, y: 0) else { return }
      base.withMemoryRebound(to: UInt8.self, capacity: size.width * size.height * 4) { bytes in
        let surface = cairo_image_surface_create_for_data(
          bytes, CAIRO_FORMAT_ARGB32, CInt(size.width), CInt(size.height), CInt(size.width * 4))
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
        // What is printed may be drawn only later, when these pixels are gone.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
      }
    }
  }
}
