import TouchReelLiveDrawing

/// The pens of the last drawing, which the next one begins with.
extension PenRack {
  static var kept: PenRack {
    var texts: [String: String] = [:]
    for name in names { texts[name] = Preferences[pens: name] }
    var rack = PenRack(texts: texts)
    rack.exponent = PenChoice.kept.exponent
    return rack
  }

  func keep() {
    for (name, text) in texts { Preferences[pens: name] = text }
  }
}
