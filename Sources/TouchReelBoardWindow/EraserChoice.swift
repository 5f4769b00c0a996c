import TouchReelClampedNumbers
import TouchReelDrawingBoard

/// The eraser of the last drawing, which the next one begins with.
nonisolated struct EraserChoice: Sendable {
  /// Board points.
  var width = 20.0
  var erasing = Erasing.ink

  init(_ settings: BoardSettings) {
    (width, erasing) = (settings.widthOfEraser, settings.erasing)
  }

  private init() {}
}

@MainActor extension EraserChoice {
  static var kept: EraserChoice {
    var choice = EraserChoice()
    if let width = Preferences[.eraserWidth] { choice.width = Double(width) }
    if Preferences[.erasesShapes] == .on { choice.erasing = .shapes }
    return choice
  }

  func keep() {
    if width >= 1 { Preferences[.eraserWidth] = CInt(clamping: width.rounded()) }
    Preferences[.erasesShapes] = SwitchState(erasing == .shapes)
  }
}
