/// How many losses of each name have a reason that is said in words, so that each is said once.
struct LossReasons {
  private var counts: [String: Int] = [:]

  /// - Parameter lines: `2 × <stroke fill="12.5"> is not read`, `line 5: a <stroke> has no width: skipped (3 times)`,
  ///   both behind `pages 2 and 3: ` where a file has several, and others, which are no reasons.
  init(_ lines: [String]) {
    for line in lines {
      guard let name = Self.name(in: line) else { continue }
      counts[name, default: 0] += Self.count(of: line)
    }
  }

  /// What is left of a loss that has no reason; `nil` if all of it has one.
  func rest(of loss: LostContent) -> LostContent? {
    guard loss.isLost, let count = counts[loss.name] else { return loss }
    var rest = loss
    rest.count -= count
    return rest.count > 0 ? rest : nil
  }

  /// Whether some of the name have a reason, so that what is left of them has none.
  func explains(_ loss: LostContent) -> Bool { counts[loss.name] != nil }

  /// Whether a line says why something is lost.
  static func isReason(_ line: String) -> Bool { name(in: line) != nil }

  /// The name of what a line says to be lost, as the comparison of files has it.
  private static func name(in line: String) -> String? {
    if line.hasSuffix("; it is not drawn"), line.contains(" \u{d7} an image ") { return "<image>" }
    let text = line.firstRange(of: " \u{d7} ").map { line[$0.upperBound...] } ?? line[...]
    let isCounted = text.startIndex > line.startIndex && text.hasPrefix("<") && text.hasSuffix(" is not read")
    guard isCounted || line.contains(": skipped"), let start = text.firstIndex(of: "<") else { return nil }
    let tag = text[start...].dropFirst().prefix { $0 != ">" && $0 != "=" }.split(separator: " ", maxSplits: 1)
    return tag.isEmpty ? nil : "<\(tag.joined(separator: " "))>"
  }

  /// `3 × …` and `… (3 times)` are three.
  private static func count(of line: String) -> Int {
    let mark = line.firstRange(of: " \u{d7} ")
    if let word = mark.flatMap({ line[..<$0.lowerBound].split(separator: " ").last }), let count = Int(word) {
      return count
    }
    guard line.hasSuffix(" times)"), let open = line.lastIndex(of: "(") else { return 1 }
    return Int(line[open...].dropFirst().prefix(while: \.isNumber)) ?? 1
  }
}
