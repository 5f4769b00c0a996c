import CTouchReelGtk
import Glibc

/// How GTK puts pixels on the screen.
///
/// Without a graphics processor, OpenGL is drawn by the processor, which takes ten times as long as Cairo: GTK 4 does
/// not tell the two apart.
enum GraphicsRenderer {
  /// Makes GTK draw with Cairo where there is no graphics processor, unless `GSK_RENDERER` says how to draw. To be
  /// called before GTK opens the display, which loads OpenGL: that takes 50 MB where the processor draws it.
  static func choose() {
    guard !isChosen, !hasGraphicsProcessor else { return }
    let others = g_getenv("GDK_DEBUG").map { String(cString: $0) + "," } ?? ""
    g_setenv("GDK_DEBUG", others + "gl-disable", 1)
    g_setenv("GSK_RENDERER", "cairo", 1)
  }

  /// Makes GTK draw with Cairo where OpenGL turns out to be drawn by the processor. To be called before the first
  /// window.
  static func chooseForDisplay() {
    guard !isChosen, isDrawnByProcessor else { return }
    g_setenv("GSK_RENDERER", "cairo", 1)
  }

  private static var isChosen: Bool { g_getenv("GSK_RENDERER") != nil }

  /// Whether an OpenGL driver's name, `GL_RENDERER`, is one of those that draw with the processor.
  nonisolated static func isSoftware(_ name: String) -> Bool {
    let known = ["llvmpipe", "softpipe", "swrast", "software", "swiftshader", "swr ", "lavapipe"]
    let name = name.lowercased()
    return known.contains { name.contains($0) }
  }

  /// Whether the kernel has a device of one.
  private static var hasGraphicsProcessor: Bool {
    let others = ["/dev/nvidia0", "/dev/dxg", "/dev/kgsl-3d0", "/dev/mali0", "/dev/pvrsrvkm"]
    return hasRenderNode || others.contains { access($0, F_OK) == 0 }
  }

  private static var hasRenderNode: Bool {
    guard let folder = opendir("/dev/dri") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let isRenderNode = withUnsafeBytes(of: entry.pointee.d_name) { $0.starts(with: "renderD".utf8) }
      if isRenderNode { return true }
    }
    return false
  }

  private static var isDrawnByProcessor: Bool {
    guard let context = gdk_display_create_gl_context(gdk_display_get_default(), nil) else { return true }
    let holder = ObjectHolder(adopting: context)
    guard gdk_gl_context_realize(holder.opaque, nil) != 0 else { return true }
    gdk_gl_context_make_current(holder.opaque)
    defer { gdk_gl_context_clear_current() }
    return driverName.map(isSoftware) ?? false
  }

  /// The driver of the current context; `nil` if it does not say.
  private static var driverName: String? {
    typealias GetString = @convention(c) (CUnsignedInt) -> UnsafePointer<CChar>?
    // GTK calls OpenGL by libepoxy, which has a variable for each function.
    guard let variable = dlsym(nil, "epoxy_glGetString") else { return nil }
    let function = variable.assumingMemoryBound(to: GetString?.self).pointee
    let rendererName = CUnsignedInt(0x1F01)
    return function?(rendererName).map { String(cString: $0) }
  }
}
