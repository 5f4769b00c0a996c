/// Names of frames, such as `frames/%05d.png`: the number replaces the pattern, as in ffmpeg.
package struct FrameNames: Hashable, Sendable {
  private let beginning: Substring
  private let digits: Int
  private let end: Substring

  /// - Returns: `nil` unless the file's name ends in `.png` and has one `%d`, or one such as `%05d` for 1 to 9 digits.
  package init?(_ name: String) {
    guard name.lowercased().hasSuffix(".png"), let start = name.firstIndex(of: "%") else { return nil }
    let rest = name[name.index(after: start)...]
    guard let letter = rest.firstIndex(of: "d"), !rest.contains("%"), !rest.contains("/") else { return nil }
    let width = rest[..<letter]
    guard width.isEmpty || (width.count == 2 && width.first == "0" && "123456789".contains(width.last ?? "0")) else {
      return nil
    }
    digits = width.last.flatMap(\.wholeNumberValue) ?? 1
    beginning = name[..<start]
    end = rest[rest.index(after: letter)...]
  }

  /// - Parameter frame: from 0.
  package func name(ofFrame frame: Int) -> String {
    let number = String(frame)
    return beginning + String(repeating: "0", count: max(0, digits - number.count)) + number + end
  }
}
