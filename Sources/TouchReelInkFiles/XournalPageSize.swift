/// The size of a page whose own cannot be read: everything on it stays where it is.
extension InkPage {
  /// Behind the last point is as much paper as before the first, up to an inch.
  private static let widestMargin = 72.0

  /// Sets the size of a page of Xournal++, in points.
  ///
  /// - Parameters:
  ///   - width: of the page; `nil` for one that fits what lies on it.
  ///   - height: likewise.
  mutating func fitSize(width: Double?, height: Double?) {
    let corners = cornersOfContent
    size = (width ?? Self.side(along: corners.map(\.x)), height ?? Self.side(along: corners.map(\.y)))
  }

  private static func side(along positions: [Double]) -> Double {
    guard let least = positions.min(), let greatest = positions.max() else { return widestMargin }
    return max(greatest, 0) + min(max(least, 1), widestMargin)
  }

  /// Points around all that lies on the page. How far a text goes is known only when it is set.
  private var cornersOfContent: [(x: Double, y: Double)] {
    var corners = texts.flatMap { [($0.x, $0.y), ($0.x + $0.size * Double($0.text.count) / 2, $0.y + $0.size)] }
    corners += images.flatMap { [($0.left, $0.top), ($0.right, $0.bottom)] }
    if let extent {
      corners += [(extent.x.lowerBound, extent.y.lowerBound), (extent.x.upperBound, extent.y.upperBound)]
    }
    return corners.map { (x: $0.0, y: $0.1) }
  }
}
