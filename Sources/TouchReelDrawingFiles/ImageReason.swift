import TouchReelCanvas

extension ImageError {
  /// What is wrong with the image, in a message about a drawing that holds it.
  var reason: String {
    switch self {
    case .notImage: "an image is neither PNG nor JPEG"
    case .damaged: "an image is damaged"
    case .tooLarge(let width, let height): "an image of \(width)x\(height) pixels is too large"
    }
  }
}
