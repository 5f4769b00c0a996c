import CTouchReelGtk
import TouchReelCanvas

/// Pixels as a GDK texture.
nonisolated final class Texture {
  private let holder: ObjectHolder

  /// Calls a closure with GDK's texture, which is valid until the closure returns: Swift may release an object right
  /// after its last use.
  func with<Result>(_ use: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(holder) { use(holder.opaque) }
  }

  init(_ pixels: PixelBuffer) {
    let size = pixels.size
    let bytes = pixels.pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    holder = ObjectHolder(
      adopting: gdk_memory_texture_new(
        CInt(size.width), CInt(size.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(size.width * 4)))
    g_bytes_unref(bytes)
  }
}

/// A square of pixels as a render node, reused from frame to frame.
nonisolated final class BlockNode {
  enum Form {
    /// A texture for GPU renderers, which upload it once.
    case texture
    /// A surface for the Cairo renderer, which would copy and convert every visible texture for each frame.
    case surface
  }

  /// The side, in pixels, which are the units of the node.
  let side: Int
  private let pointer: OpaquePointer
  /// The pixels of a Cairo node. Cairo would copy them for the node if nothing else held a reference.
  private let surface: OpaquePointer?

  /// - Parameter pixels: a square; where it has one colour only, no pixels are kept.
  init(_ form: Form, _ pixels: PixelBuffer) {
    side = pixels.size.width
    var bounds = graphene_rect_t(
      origin: graphene_point_t(x: 0, y: 0), size: graphene_size_t(width: Float(side), height: Float(side)))
    if let color = pixels.soleColor {
      var color = color.rgba
      (pointer, surface) = (gsk_color_node_new(&color, &bounds), nil)
      return
    }
    switch form {
    case .texture:
      pointer = Texture(pixels).with { gsk_texture_node_new($0, &bounds) }
      surface = nil
    case .surface:
      pointer = gsk_cairo_node_new(&bounds)
      surface = Self.surface(pixels)
      Self.paint(surface, on: gsk_cairo_node_get_draw_context(pointer))
    }
  }

  deinit {
    gsk_render_node_unref(pointer)
    if let surface { cairo_surface_destroy(surface) }
  }

  /// Calls a closure with GSK's node, which is valid until the closure returns.
  func with<Result>(_ use: (OpaquePointer) -> Result) -> Result { withExtendedLifetime(self) { use(pointer) } }

  private static func surface(_ pixels: PixelBuffer) -> OpaquePointer? {
    // The stride is the width: pixels of 32 bits need no padding.
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(pixels.size.width), CInt(pixels.size.height))
    cairo_surface_flush(surface)
    if let bytes = cairo_image_surface_get_data(surface) {
      bytes.withMemoryRebound(to: UInt32.self, capacity: pixels.pixels.count) {
        _ = UnsafeMutableBufferPointer(start: $0, count: pixels.pixels.count).update(fromContentsOf: pixels.pixels)
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  private static func paint(_ surface: OpaquePointer?, on context: OpaquePointer?) {
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
    cairo_destroy(context)
  }
}

extension BlockNode.Form {
  /// The form for the renderer of the window that a widget is in.
  init(for widget: ObjectPointer) {
    let renderer = gtk_widget_get_native(widget.widget).flatMap { gtk_native_get_renderer($0) }
    let name = renderer.flatMap { g_type_name_from_instance(ObjectPointer($0).pointer()) }
    self = name.map { String(cString: $0) } == "GskCairoRenderer" ? .surface : .texture
  }
}
