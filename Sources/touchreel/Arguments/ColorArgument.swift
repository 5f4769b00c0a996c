import ArgumentParser
import Canvas
import DrawingBoard

/// A colour as ``PixelColor/init(word:)`` reads it.
struct ColorArgument: ExpressibleByArgument {
  var color: PixelColor

  init?(argument: String) {
    guard let color = PixelColor(word: argument) else { return nil }
    self.color = color
  }
}
