import CTouchReelGtk
import TouchReelLiveDrawing

/// Draws the content of a widget.
protocol Painter: AnyObject {
  /// - Parameter size: the size of the widget, in its units.
  func paint(_ snapshot: Snapshot, size: SurfaceSize)
  /// Called when the size of the widget has changed.
  func resized(to size: SurfaceSize)
  /// Called when the colours of the style may have changed.
  func restyled()
}

extension Painter {
  func resized(to size: SurfaceSize) {}
  func restyled() {}
}

/// A widget class for content drawn in Swift, named `TouchReelPainted` in layouts.
enum PaintedWidget {
  private static let type = registered()

  /// Registers the class; to be called before a layout uses it.
  static func register() { _ = type }

  static func make(width: Int, height: Int) -> UnsafeMutablePointer<GtkWidget> {
    let widget = g_object_new_with_properties(type, 0, nil, nil)!
    gtk_widget_set_size_request(ObjectPointer(widget).widget, CInt(width), CInt(height))
    return ObjectPointer(widget).widget
  }

  /// - Parameter widget: an instance of the class.
  static func setPainter(_ painter: any Painter, of widget: ObjectPointer) {
    let box = Unmanaged.passRetained(PainterBox(painter)).toOpaque()
    g_object_set_data_full(widget.pointer(), key, box) { box in
      if let box { Unmanaged<PainterBox>.fromOpaque(box).release() }
    }
  }

  fileprivate static let key = "touchreel-painter"

  private static func registered() -> GType {
    g_type_register_static_simple(
      gtk_widget_get_type(), "TouchReelPainted", guint(MemoryLayout<GtkWidgetClass>.size),
      { klass, _ in
        guard let klass = klass?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
        klass.pointee.snapshot = paintWidget
        klass.pointee.size_allocate = allocateWidget
        klass.pointee.css_changed = restyleWidget
      },
      guint(MemoryLayout<GtkWidget>.size), nil, G_TYPE_FLAG_NONE)
  }
}

private final class PainterBox {
  let painter: any Painter

  init(_ painter: any Painter) { self.painter = painter }
}

private func painter(of widget: UnsafeMutablePointer<GtkWidget>?) -> (any Painter)? {
  guard let widget, let box = g_object_get_data(ObjectPointer(widget).pointer(), PaintedWidget.key) else { return nil }
  return Unmanaged<PainterBox>.fromOpaque(box).takeUnretainedValue().painter
}

private let paintWidget: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
  widget, snapshot in
  nonisolated(unsafe) let (widget, snapshot) = (widget, snapshot)
  MainActor.assumeIsolated {
    guard let widget, let snapshot else { return }
    let size = SurfaceSize(
      width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
    painter(of: widget)?.paint(Snapshot(snapshot), size: size)
  }
}

private let allocateWidget: @convention(c) (UnsafeMutablePointer<GtkWidget>?, CInt, CInt, CInt) -> Void = {
  widget, width, height, _ in
  nonisolated(unsafe) let widget = widget
  MainActor.assumeIsolated {
    painter(of: widget)?.resized(to: SurfaceSize(width: Double(width), height: Double(height)))
  }
}

private let restyleWidget: @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void = {
  widget, change in
  nonisolated(unsafe) let (widget, change) = (widget, change)
  MainActor.assumeIsolated {
    let parent = g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
    parent?.pointee.css_changed?(widget, change)
    painter(of: widget)?.restyled()
  }
}
