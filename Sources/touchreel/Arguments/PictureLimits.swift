import ArgumentParser
import Canvas
import Replaying
import TouchTracking

/// Limits for a picture: a short file can describe one that takes minutes and gigabytes.
struct PictureLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Largest background PNG, and largest total of all images in a recording, in millions of pixels.",
      valueName: "count"))
  var maxImage = PixelBuffer.pngPixelLimit / 1_000_000

  @Option(help: ArgumentHelp("Most characters to draw from a drawing file's texts in total.", valueName: "count"))
  var maxText = DrawingOptions.standardTextLimit

  func validate() throws {
    guard (1...1000).contains(maxImage) else { throw ValidationError("--max-image takes 1 to 1000 (million pixels).") }
    guard (1...100_000_000).contains(maxText) else {
      throw ValidationError("--max-text takes 1 to 100000000 (characters).")
    }
  }

  /// The given options, as far as they differ from the defaults.
  var given: [String] {
    let all = [
      ("--max-image", pixelLimit != PixelBuffer.pngPixelLimit),
      ("--max-text", maxText != DrawingOptions.standardTextLimit),
    ]
    return all.filter(\.1).map(\.0)
  }

  var pixelLimit: Int { maxImage * 1_000_000 }
  /// No PNG within the pixel limit needs more.
  var imageByteLimit: Int { pixelLimit * 8 + 1 << 20 }
}

extension PNGError {
  /// The error in plain text.
  var message: String {
    switch self {
    case .notPNG: "it is not a PNG file"
    case .unusableSize(let width, let height):
      "its size is \(width)x\(height) pixels; each side must be 1 to \(PixelSize.maximumSide)"
    case .tooManyPixels(let width, let height, let limit):
      "its size is \(width)x\(height) pixels, above the limit of \(limit / 1_000_000) million; raise it with --max-image"
    case .damaged: "it is damaged"
    }
  }
}
