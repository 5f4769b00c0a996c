import TouchReelCanvas

extension ImageError {
  /// For a message about a drawing that holds the image.
  var reason: String {
    switch self {
    case .notImage: "an image is neither PNG nor JPEG"
    case .damaged: "an image is damaged"
    case .tooLarge(let width, let height): "an image of \(width)x\(height) pixels is too large"
    }
  }
}
