import TouchReelLiveDrawing

/// The pens of the last drawing, which the next one begins with.
extension PenRack {
  static var kept: PenRack {
    var rack = PenRack(texts: keptTexts)
    rack.exponent = PenChoice.kept.exponent
    return rack
  }

  fileprivate static var keptTexts: [String: String] {
    var texts: [String: String] = [:]
    for name in names { texts[name] = Preferences[pens: name] }
    return texts
  }
}

/// Keeps a window's pens soon after they were changed: other windows begin with them, and a program that is killed
/// loses none.
final class PenKeeping {
  private static let delay: UInt32 = 500

  private var kept: PenRack
  private var latest: PenRack
  private var isDue = false

  /// - Parameter kept: what is kept already.
  init(_ kept: PenRack) { (self.kept, latest) = (kept, kept) }

  func follow(_ pens: PenRack) {
    latest = pens
    guard latest != kept, !isDue else { return }
    isDue = true
    MainLoop.after(milliseconds: Self.delay) { [weak self] in self?.keep() }
  }

  /// Keeps at once what was changed here; the rest may be another window's.
  func keep() {
    isDue = false
    let changed = latest.texts(changedSince: kept, beside: PenRack.keptTexts)
    for (name, text) in changed { Preferences[pens: name] = text }
    kept = latest
  }
}
