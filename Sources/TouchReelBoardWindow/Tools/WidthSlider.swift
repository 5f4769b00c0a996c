import CTouchReelGtk
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelLiveDrawing

/// The slider of widths: of strokes or, with the eraser, of that.
final class WidthSlider {
  /// Board points, as it is set; between two steps if it was not set here.
  private(set) var width = 0.0
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

  func show(_ width: Double, _ steps: WidthSteps) {
    guard width != self.width || steps != self.steps else { return }
    isShowing = true
    (self.width, self.steps) = (width, steps)
    gtk_adjustment_set_upper(adjustment.pointer(), Double(steps.last))
    adjustment.adjustedValue = Double(steps.step(nearest: width))
    // The position may be the same.
    gtk_widget_queue_draw(scale.widget)
    scale.setAccessibleValue(label)
    isShowing = false
  }

  func move(by count: Double) { adjustment.adjustedValue += count }

  private func changed() {
    let chosen = steps.width(at: adjustment.adjustedValue)
    guard !isShowing, chosen != width else { return }
    width = chosen
    scale.setAccessibleValue(label)
    choose(width)
  }

  private func label(at position: Double) -> String {
    let chosen = steps.width(at: position)
    // GTK also asks for its ends, to make room for them.
    return Int(clamping: position.rounded()) == steps.step(nearest: width) ? label : "\(Int(clamping: chosen))"
  }

  private var label: String { width == width.rounded() ? "\(Int(clamping: width))" : "\((width * 10).rounded() / 10)" }
}
