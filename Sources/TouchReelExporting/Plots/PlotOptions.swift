package import TouchReelReplaying
package import TouchReelTouchTracking

/// What a plot shows of a recording.
package enum PlotKind: String, Hashable, Sendable, CaseIterable {
  /// A lane for each slot or tool: when touches were down, how they ended, and what went wrong.
  case timeline
  /// The values of all axes over time.
  case axes
  /// The speed of touches over time.
  case speed
  /// The intervals between frames.
  case rate
  /// How far a resting touch strays from its mean.
  case jitter
  /// Where touches went.
  case path
}

/// What is plotted, and how.
package struct PlotOptions: Sendable {
  package var kind = PlotKind.timeline
  /// The touches that are plotted, by their numbers; empty for all.
  package var touches: Set<Touch.ID> = []
  package var devices = DeviceChoice([])
  /// Whether axes have what hovers as well, if no touches were chosen.
  package var showsHover = false
  package var from: ReplayTime?
  package var to: ReplayTime?
  /// The size in points, 1/72 inch; `nil` for one that fits the content.
  package var size: BoardSize?
  package var theme = PlotTheme.light
  /// The width of lines of data, in points.
  package var lineWidth = 0.75
  /// Whether paths have a bar of a round length.
  package var showsScaleBar = false
  /// What colours along paths stand for; `nil` if each slot or tool has its own.
  package var tint: TintOptions?
  package var title: String?
  package var caption: String?
  package var mapping = SurfaceMapping.Options()
  package var rules = TouchRuleOverrides()

  package init() {}

  /// The width of a plot for which none is stated: that of a page's text.
  static let usualWidth = 480.0

  var width: Double { size?.width ?? Self.usualWidth }
}
