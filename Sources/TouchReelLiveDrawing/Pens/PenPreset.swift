package import TouchReelCanvas
package import TouchReelDrawingBoard
package import TouchReelDrawings

/// A pen as the user keeps it: what is drawn with it, and how it looks.
package struct PenPreset: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case pen, pencil
    /// Below the ink that is there.
    case highlighter
    case dashed
    /// What the user makes of it.
    case own
  }

  package let kind: Kind
  package var color: PixelColor
  /// The width, in board points.
  package var width: Double
  package var smoothing: Smoothing
  /// Whether pens draw wider where they press harder.
  package var followsPressure: Bool

  /// The pen as it is until the user changes it.
  package init(_ kind: Kind) {
    self.kind = kind
    (color, width, smoothing, followsPressure) = (.black, 4, .midpoint, true)
    switch kind {
    case .pen: break
    case .pencil: (color, width) = (PixelColor(red: 96, green: 96, blue: 96), 2)
    case .highlighter:
      (color, width) = (PixelColor(red: 255, green: 224, blue: 0, alpha: 128), 20)
      followsPressure = false
    case .dashed: followsPressure = false
    case .own: (color, width) = (PixelColor(red: 0, green: 114, blue: 178), 8)
    }
  }

  package var tool: Tool { kind == .dashed ? .dashedLine : .pencil }
  package var stacking: Stacking { kind == .highlighter ? .underInk : .overInk }

  /// A colour as this pen has it: a highlighter stays as translucent as it is, so that paper shows through.
  package func tinted(_ new: PixelColor) -> PixelColor {
    guard kind == .highlighter, new.alpha == 255 else { return new }
    var tinted = new
    tinted.alpha = color.alpha
    return tinted
  }
}

/// A word for each property, to be kept between starts.
extension PenPreset {
  package var text: String {
    "\(color.word) \(width) \(smoothing.rawValue) \(followsPressure ? "pressure" : "constant")"
  }

  /// - Returns: `nil` if the text is not of four words that can be understood.
  package init?(_ kind: Kind, text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 4, let color = PixelColor(word: words[0]), let width = Double(words[1]),
      StrokeStyle.widths.contains(width), let smoothing = Smoothing(word: words[2]),
      ["pressure", "constant"].contains(words[3])
    else { return nil }
    self.kind = kind
    (self.color, self.width, self.smoothing) = (color, width, smoothing)
    followsPressure = words[3] == "pressure"
  }
}

extension PixelColor {
  /// The text that ``init(word:)`` reads.
  var word: String {
    [red, green, blue, alpha].reduce(into: "#") { word, part in
      word += (part < 16 ? "0" : "") + String(part, radix: 16)
    }
  }
}

extension PenPreset {
  /// Takes over what settings draw with.
  mutating func follow(_ settings: BoardSettings) {
    (color, width, smoothing) = (settings.color, settings.width, settings.smoothing)
    followsPressure = settings.pressure != .off
  }

  /// - Parameter exponent: that of the curve by which pressure gives widths.
  func apply(to settings: inout BoardSettings, exponent: Double) {
    (settings.tool, settings.color, settings.width) = (tool, color, width)
    (settings.smoothing, settings.stacking) = (smoothing, stacking)
    settings.pressure = followsPressure ? .pens(gamma: exponent) : .off
  }
}
