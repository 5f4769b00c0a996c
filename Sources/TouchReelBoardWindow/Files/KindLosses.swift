/// What a kind of file cannot hold of a drawing, as lines of text, the worst first.
nonisolated struct KindLosses: Hashable, Sendable {
  private(set) var lines: [String]

  init(_ lines: [String]) {
    self.lines = lines.enumerated().sorted { one, other in
      (Self.rank(one.element), one.offset) < (Self.rank(other.element), other.offset)
    }.map(\.element)
  }

  /// Whether none of it is worth a question.
  var isMinor: Bool { lines.allSatisfy { Self.rank($0) == Self.minorRank } }

  /// What was agreed to once is not asked about again, however often it occurs.
  func isCovered(by agreed: KindLosses?) -> Bool {
    let known = Set((agreed?.lines ?? []).map(Self.withoutCount))
    return lines.allSatisfy { known.contains(Self.withoutCount($0)) }
  }

  private static let minorRank = 3

  /// What is not there at all is worse than what looks otherwise, and that is worse than what only this program reads.
  private static func rank(_ line: String) -> Int {
    if line.contains("which TouchReel reads again") || line.contains("has no edges") { return minorRank }
    if ["left out", "lost", "not in the drawing", "no font"].contains(where: line.contains) { return 0 }
    return line.contains("is not seen") || line.contains("does not show") ? 1 : 2
  }

  /// Lines begin with how often something occurs, and on which pages: `page 3: 2 × an image is left out`.
  private static func withoutCount(_ line: String) -> String {
    guard let sign = line.firstRange(of: " × "),
      line[..<sign.lowerBound].split(separator: ": ").last?.allSatisfy(\.isNumber) ?? false
    else { return line }
    return String(line[sign.upperBound...])
  }
}
