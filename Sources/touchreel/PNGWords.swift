import Canvas

extension PNGError {
  /// What is wrong, for a person.
  var words: String {
    switch self {
    case .notPNG: "it is no PNG"
    case .unusableSize(let width, let height): "it is of \(width)x\(height) pixels, which is too large or nothing"
    case .damaged: "it is damaged"
    }
  }
}
