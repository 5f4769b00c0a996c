import CGtk
import Canvas

/// Pixels as the renderer of the window has them.
nonisolated final class Texture {
  private let holder: ObjectHolder

  /// Gives GDK's texture, which lives until the closure returns: Swift lets go of an object after its last use, not at the end of a scope.
  func with<Result>(_ use: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(holder) { use(holder.opaque) }
  }

  /// - Parameter write: is given room for `size.width * size.height` pixels, 0xAARRGGBB premultiplied, row by row, and fills it.
  init(size: PixelSize, _ write: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
    let count = size.width * size.height
    let memory = g_malloc_n(gsize(max(count, 1)), 4)!
    write(UnsafeMutableBufferPointer(start: memory.bindMemory(to: UInt32.self, capacity: count), count: count))
    let bytes = g_bytes_new_take(memory, gsize(count * 4))
    holder = ObjectHolder(
      adopting: gdk_memory_texture_new(
        CInt(size.width), CInt(size.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(size.width * 4)))
    g_bytes_unref(bytes)
  }

  convenience init(_ buffer: PixelBuffer) {
    self.init(size: buffer.size) { room in _ = room.update(fromContentsOf: buffer.pixels) }
  }
}
