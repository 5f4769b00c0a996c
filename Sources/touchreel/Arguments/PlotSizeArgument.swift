import ArgumentParser
import TouchReelTouchTracking

/// The size of a figure: `238x300` in points, or lengths with units, `80mmx60mm`.
struct PlotSizeArgument: ExpressibleByArgument {
  /// The width and the height, in points of 1/72 inch.
  let size: BoardSize

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Self.points(parts[0]), let height = Self.points(parts[1]) else { return nil }
    size = BoardSize(width: width, height: height)
  }

  private static let units = [("mm", 72 / 25.4), ("cm", 720 / 25.4), ("in", 72.0), ("pt", 1.0), ("", 1.0)]

  private static func points(_ text: Substring) -> Double? {
    guard let (unit, points) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(unit.count)
    // No exponents, signs or names of numbers.
    guard digits.allSatisfy({ $0.isNumber && $0.isASCII || $0 == "." }), let value = Double(digits) else { return nil }
    return value * points
  }
}
