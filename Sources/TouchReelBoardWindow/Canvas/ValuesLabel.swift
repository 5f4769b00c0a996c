import CTouchReelGtk
import TouchReelClampedNumbers
import TouchReelLiveDrawing

/// A few lines beside the pointer, which let everything through to the canvas.
final class ValuesLabel {
  private static let distance = 18.0

  private let label: ObjectPointer

  init(_ label: ObjectPointer) { self.label = label }

  func hide() { label.isVisible = false }

  /// - Parameters:
  ///   - lines: what is shown.
  ///   - point: where the pointer is on the canvas.
  ///   - surface: the canvas, which the label does not leave.
  func show(_ lines: [String], at point: SurfacePoint, in surface: SurfaceSize) {
    label.setLabel(lines.joined(separator: "\n"))
    label.isVisible = true
    // Margins are part of what is measured.
    gtk_widget_set_margin_start(label.widget, 0)
    gtk_widget_set_margin_top(label.widget, 0)
    var (least, natural) = (GtkRequisition(), GtkRequisition())
    gtk_widget_get_preferred_size(label.widget, &least, &natural)
    gtk_widget_set_margin_start(label.widget, Self.margin(point.x, Double(natural.width), surface.width))
    gtk_widget_set_margin_top(label.widget, Self.margin(point.y, Double(natural.height), surface.height))
  }

  /// Beyond the pointer, or before it where there is no room.
  private static func margin(_ position: Double, _ length: Double, _ room: Double) -> CInt {
    let start = position + distance + length <= room ? position + distance : position - distance - length
    return CInt(clamping: Int(clamping: max(0, min(start, room - length)).rounded()))
  }
}
