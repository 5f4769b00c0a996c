public import Canvas

/// What lies under all ink. It resizes with the board, and the eraser never touches it.
public enum Background: Hashable, Sendable {
  case color(PixelColor)
  /// - Parameter angle: degrees anticlockwise from east, from the first colour to the second; 270 runs downward.
  case gradient(from: PixelColor, to: PixelColor, angle: Double = 270)
  /// An image on a colour, which shows around and through it, and alone while the image is not known.
  case image(ImageID, BackgroundImageMode, on: PixelColor)
}

/// The name of an image: the SHA-256 of its file, in hexadecimal.
public struct ImageID: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

extension Background {
  /// Ready to be drawn.
  package func prepared(_ images: [ImageID: PixelBuffer], size: PixelSize) -> PreparedBackground {
    PreparedBackground(canvasBackground(images), size: size)
  }

  private func canvasBackground(_ images: [ImageID: PixelBuffer]) -> CanvasBackground {
    switch self {
    case .color(let color): .color(color)
    case .gradient(let first, let second, let angle):
      .gradient(LinearGradient(from: first, to: second, angle: angle))
    case .image(let id, let mode, on: let color):
      images[id].map { .image($0, mode, on: color) } ?? .color(color)
    }
  }
}
