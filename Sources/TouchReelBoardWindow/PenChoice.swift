import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What the user has chosen of pens and palms, which every drawing begins with.
nonisolated struct PenChoice: Hashable, Sendable {
  /// The exponent of the curve by which pressure gives widths.
  var exponent = 1.0
  /// The size from which a contact is a palm, in millimetres, where a device reports sizes; 0 for none by size.
  var palmSize = 25

  var rules: TouchRules { TouchRules(palmSize: palmSize > 0 ? Double(palmSize) : nil) }
}

@MainActor extension PenChoice {
  static var kept: PenChoice {
    var choice = PenChoice()
    if let exponent = Preferences[.pressureExponent] { choice.exponent = Double(exponent) / 100 }
    if let size = Preferences[.palmSize] { choice.palmSize = Int(size) }
    if Preferences[.palmsBySize] == .off { choice.palmSize = 0 }
    return choice
  }

  func keep() {
    Preferences[.pressureExponent] = Int32(clamping: (exponent * 100).rounded())
    Preferences[.palmsBySize] = SwitchState(palmSize > 0)
    if palmSize > 0 { Preferences[.palmSize] = Int32(palmSize) }
  }
}
