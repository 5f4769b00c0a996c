import Canvas

extension PNGError {
  /// What is wrong, for a person.
  var words: String {
    switch self {
    case .notPNG: "it is no PNG"
    case .unusableSize(let width, let height):
      "it is of \(width)x\(height) pixels; sides may have 1 to \(PixelSize.maximumSide)"
    case .tooManyPixels(let width, let height, let limit):
      "it is of \(width)x\(height) pixels, more than the limit of \(limit / 1_000_000) million; raise it with --max-image"
    case .damaged: "it is damaged"
    }
  }
}
