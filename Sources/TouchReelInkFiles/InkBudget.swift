/// The most points and strokes that are read of a drawing: a small file can hold any number of them, packed even more.
package struct InkLimits: Hashable, Sendable {
  package var points: Int
  package var strokes: Int

  package init(points: Int, strokes: Int) { (self.points, self.strokes) = (points, strokes) }

  /// Five million points are six hours of a pen that reports 250 times a second.
  package static let standard = InkLimits(points: 5_000_000, strokes: 200_000)
}

/// What is left of the limits while a drawing is read. Readers draw from it before they make room for what they read:
///
/// ```
/// guard budget.takes(points: count) else { throw reader.failure(ofLimit: budget.excess) }
/// ```
package struct InkBudget: Sendable {
  private let limits: InkLimits
  private var points = 0
  private var strokes = 0

  package init(_ limits: InkLimits = .standard) { self.limits = limits }

  /// At most so many pages are read of a file as one drawing: a page takes a few bytes there, and more as it is read.
  static let pageLimit = 10_000
  static let excessOfPages = "it has more than \(pageLimit) pages; --page reads one of them"

  /// The points that may still be drawn.
  package var pointsLeft: Int { max(limits.points - points, 0) }

  /// Draws points from the budget.
  ///
  /// - Returns: false if it has fewer; then ``excess`` says so.
  package mutating func takes(points count: Int) -> Bool {
    points = min(points &+ max(count, 0), .max / 2)
    return points <= limits.points
  }

  /// Draws a stroke from the budget, and the points of it.
  ///
  /// - Returns: false if it has fewer; then ``excess`` says so.
  package mutating func takesStroke(points count: Int) -> Bool {
    strokes += 1
    return takes(points: count) && strokes <= limits.strokes
  }

  /// What the file has too many of, and which option raises the limit.
  package var excess: String {
    let (count, word) = strokes > limits.strokes ? (limits.strokes, "stroke") : (limits.points, "point")
    return "it has more than \(count) \(word)\(count == 1 ? "" : "s"); --limits \(word)s=N raises the limit"
  }
}
