import CTouchReelGtk
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// The slider of widths: of strokes or, with the eraser, of that.
final class WidthSlider {
  /// Board points, as it is set; between two steps if it was not set here. `nil` if what is shown has no width.
  private(set) var width: Double? = 0
  private var steps = WidthSteps.ofStrokes
  private let scale: ObjectPointer
  private let adjustment: ObjectPointer
  private let choose: (Double) -> Void
  private var isShowing = false

  init(_ layout: Layout, choose: @escaping (Double) -> Void) {
    scale = layout["width-scale"]
    adjustment = layout["width"]
    self.choose = choose
    adjustment.connect("value-changed") { [weak self] in self?.changed() }
    gtk_scale_set_format_value_func(
      scale.pointer(),
      { _, position, slider in
        guard let slider else { return nil }
        nonisolated(unsafe) let pointer = slider
        let label = MainActor.assumeIsolated {
          Unmanaged<WidthSlider>.fromOpaque(pointer).takeUnretainedValue().label(at: position)
        }
        return g_strdup(label)
      }, Unmanaged.passRetained(self).toOpaque(),
      { if let slider = $0 { Unmanaged<WidthSlider>.fromOpaque(slider).release() } })
  }

  /// - Parameter width: `nil` if there is none to choose.
  func show(_ width: Double?, _ steps: WidthSteps) {
    guard width != self.width || steps != self.steps else { return }
    isShowing = true
    (self.width, self.steps) = (width, steps)
    gtk_adjustment_set_upper(adjustment.pointer(), Double(steps.last))
    if let width { adjustment.adjustedValue = Double(steps.step(nearest: width)) }
    scale.isSensitive = width != nil
    // The position may be the same.
    gtk_widget_queue_draw(scale.widget)
    scale.setAccessibleValue(label)
    isShowing = false
  }

  func move(by count: Double) {
    if width != nil { adjustment.adjustedValue += count }
  }

  private func changed() {
    let chosen = steps.width(at: adjustment.adjustedValue)
    guard !isShowing, chosen != width else { return }
    width = chosen
    scale.setAccessibleValue(label)
    choose(chosen)
  }

  private func label(at position: Double) -> String {
    let shown = width.map { steps.step(nearest: $0) } ?? Int(clamping: adjustment.adjustedValue.rounded())
    // GTK also asks for its ends, to make room for them.
    return Int(clamping: position.rounded()) == shown ? label : "\(Int(clamping: steps.width(at: position)))"
  }

  private var label: String {
    guard let width else { return "" }
    return width == width.rounded() ? "\(Int(clamping: width))" : "\((width * 10).rounded() / 10)"
  }
}
