import ArgumentParser
import Canvas

/// A picture's extent in pixels, as WIDTHxHEIGHT.
struct SizeArgument: ExpressibleByArgument {
  var size: PixelSize

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
    size = PixelSize(width: width, height: height)
  }

  static let limit = 20_000

  var isPossible: Bool { (1...Self.limit).contains(size.width) && (1...Self.limit).contains(size.height) }
}
