import CGtk
import LiveDrawing
import TouchTracking

extension CanvasInput {
  /// What an event of a pointer comes from.
  ///
  /// Under Wayland a pen's events come from the seat's pointer, which is a mouse: the tool tells the pen.
  func pointer(of event: OpaquePointer) -> PointerEvent.Pointer {
    let tool = gdk_event_get_device_tool(event).map { gdk_device_tool_get_tool_type($0) }
    let source = gdk_event_get_device(event).map { gdk_device_get_source($0) }
    let isPuck = tool == GDK_DEVICE_TOOL_TYPE_MOUSE || tool == GDK_DEVICE_TOOL_TYPE_LENS
    guard !isPuck, tool != nil || source == GDK_SOURCE_PEN else { return .mouse }
    var pen = PenState(end: tool == GDK_DEVICE_TOOL_TYPE_ERASER ? .eraser : .tip)
    pen.pressure = axis(GDK_AXIS_PRESSURE, of: event)
    if let x = axis(GDK_AXIS_XTILT, of: event), let y = axis(GDK_AXIS_YTILT, of: event) {
      pen.tilt = Tilt(x: x * 90, y: y * 90)
    }
    return .pen(pen)
  }

  private func axis(_ axis: GdkAxisUse, of event: OpaquePointer) -> Double? {
    var value = 0.0
    return gdk_event_get_axis(event, axis, &value) != 0 ? value : nil
  }
}

extension PointerEvent.Pointer {
  /// The same pointer as it was at an earlier moment.
  func with(_ entry: GdkTimeCoord) -> PointerEvent.Pointer {
    guard case .pen(var pen) = self else { return self }
    if entry.flags.rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0 { pen.pressure = entry.axes.5 }
    if entry.flags.rawValue & GDK_AXIS_FLAG_XTILT.rawValue != 0 {
      pen.tilt = Tilt(x: entry.axes.6 * 90, y: entry.axes.7 * 90)
    }
    return .pen(pen)
  }
}
