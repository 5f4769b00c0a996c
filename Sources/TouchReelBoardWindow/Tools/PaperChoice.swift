import CTouchReelGtk
import TouchReelCanvas
import TouchReelDrawings

/// What is printed on paper, in the dialog for backgrounds: lines or dots, how far apart, in which colour.
final class PaperChoice {
  private static let patterns: [Ruling.Pattern?] = [
    nil, .lines, .squares, .dots, .isometric, .isometricDots, .staves,
  ]

  private let layout: Layout
  private let changed: () -> Void
  /// What the dialog began with: what is not chosen here stays.
  private var ruling: Ruling?
  private var isShowing = false

  /// - Parameter changed: called when something else was chosen.
  init(_ layout: Layout, changed: @escaping () -> Void) {
    (self.layout, self.changed) = (layout, changed)
    layout["paper"].connect("notify::selected") { [weak self] in self?.choosePattern() }
    for number in ["spacing", "margin"] { layout[number].connect("value-changed") { [weak self] in self?.edited() } }
    gtk_color_chooser_set_use_alpha(layout["lines"].opaque, 0)
    layout["lines"].connect("color-set") { [weak self] in self?.chooseColor() }
    showParts()
  }

  /// What is chosen; `nil` for plain paper.
  var chosen: Ruling? { ruling }

  /// - Parameter color: that of the paper.
  func show(_ ruling: Ruling?, on color: PixelColor) {
    self.ruling = ruling
    isShowing = true
    let index = Self.patterns.firstIndex(of: ruling?.pattern) ?? 0
    gtk_drop_down_set_selected(layout["paper"].opaque, guint(index))
    showNumbers(on: color)
    isShowing = false
  }

  private func showNumbers(on color: PixelColor) {
    guard let ruling else { return showParts() }
    let wasShowing = isShowing
    isShowing = true
    layout["spacing"].adjustedValue = ruling.drawnSpacing
    layout["margin"].adjustedValue = abs(ruling.margin ?? 0)
    var lines = ruling.color(on: color).rgba
    gtk_color_chooser_set_rgba(layout["lines"].opaque, &lines)
    isShowing = wasShowing
    showParts()
  }

  private func choosePattern() {
    guard !isShowing else { return }
    let index = Int(gtk_drop_down_get_selected(layout["paper"].opaque))
    let pattern = Self.patterns.indices.contains(index) ? Self.patterns[index] : nil
    ruling = pattern.map { pattern in
      var new = Ruling(pattern)
      if let ruling { (new.scale, new.colors) = (ruling.scale, ruling.colors) }
      return new
    }
    showNumbers(on: .white)
    changed()
  }

  private func edited() {
    guard !isShowing, ruling != nil else { return }
    let (spacing, margin) = (layout["spacing"].adjustedValue, layout["margin"].adjustedValue)
    if ruling?.pattern != .staves, abs(spacing - (ruling?.drawnSpacing ?? 0)) > 0.5 { ruling?.spacing = spacing }
    let isAtRight = (ruling?.margin ?? 0) < 0
    if hasMargin { ruling?.margin = margin > 0 ? (isAtRight ? -margin : margin) : nil }
    changed()
  }

  private func chooseColor() {
    var color = GdkRGBA()
    gtk_color_chooser_get_rgba(layout["lines"].opaque, &color)
    ruling?.colors = Ruling.Colors(onLight: PixelColor(color), onDark: PixelColor(color))
    changed()
  }

  private var hasMargin: Bool { ruling?.pattern == .lines || ruling?.pattern == .squares }

  private func showParts() {
    let hasSpacing = ruling.map { $0.pattern != .staves } ?? false
    for part in ["spacing-label", "spacing-spin"] { layout[part].isSensitive = hasSpacing }
    for part in ["margin-label", "margin-spin"] { layout[part].isSensitive = hasMargin }
    for part in ["lines-label", "lines"] { layout[part].isVisible = ruling != nil }
  }
}
