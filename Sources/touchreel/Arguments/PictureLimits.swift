import ArgumentParser
import Canvas
import Replaying
import TouchTracking

/// How much a picture may ask for: a short file can describe one that takes minutes and gigabytes.
struct PictureLimits: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The largest PNG of a background to draw, and all images of a recording together, in millions of pixels.",
      valueName: "count"))
  var maxImage = PixelBuffer.pngPixelLimit / 1_000_000

  @Option(help: ArgumentHelp("The most characters to draw of a drawing file's texts, in all.", valueName: "count"))
  var maxText = DrawingOptions.standardTextLimit

  func validate() throws {
    guard (1...1000).contains(maxImage) else { throw ValidationError("--max-image takes 1 to 1000 (million pixels).") }
    guard (1...100_000_000).contains(maxText) else {
      throw ValidationError("--max-text takes 1 to 100000000 (characters).")
    }
  }

  /// The limits that were raised or lowered.
  var stated: [String] {
    let all = [
      ("--max-image", pixelLimit != PixelBuffer.pngPixelLimit),
      ("--max-text", maxText != DrawingOptions.standardTextLimit),
    ]
    return all.filter(\.1).map(\.0)
  }

  var pixelLimit: Int { maxImage * 1_000_000 }
  /// No PNG of so many pixels needs more.
  var imageByteLimit: Int { pixelLimit * 8 + 1 << 20 }
}

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
