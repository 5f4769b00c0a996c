import TouchReelInkFiles

extension [InkSample] {
  /// How far a curve may leave the lines that it stands for, in board points.
  private static let tolerance = 0.05

  /// With each corner twice, so that the curve through the midpoints, as which ink is drawn, goes straight into it and
  /// out of it again.
  var withSharpCorners: [InkSample] {
    guard count > 2 else { return self }
    var result = [self[0]]
    for index in 1..<count - 1 {
      result.append(self[index])
      if distanceOfCurve(at: index) > Self.tolerance { result.append(self[index]) }
    }
    return result + [self[count - 1]]
  }

  /// How far the curve through the midpoints stays away from the corner at an index: the quadratic Bézier curve from
  /// the middle of one line to that of the next.
  private func distanceOfCurve(at index: Int) -> Double {
    let (before, corner, after) = (self[index - 1], self[index], self[index + 1])
    let (x, y) = (corner.x - before.x, corner.y - before.y)
    let (nextX, nextY) = (after.x - corner.x, after.y - corner.y)
    guard x * nextX + y * nextY > 0 else { return length(nextX - x, nextY - y) / 8 }
    // Where it goes on straight, the curve is on the line however long its halves are.
    return abs(x * nextY - y * nextX) / length(x + nextX, y + nextY) / 4
  }

  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}
