import Foundation

/// A conversion to an integer that may end the program: of a number that need not be whole, and may be any that a
/// file holds.
///
/// It knows words, not types: a number is taken for one of floating point where its text rounds, divides by a literal
/// or the like, or names what the file declares as `Double` or `Float`. What it takes for one and is none, or cannot
/// be out of range, has a comment at the end of its line or on the line before: `// No trap: why`.
struct NumberConversion: Hashable, CustomStringConvertible {
  let line: Int
  let text: String

  var description: String { "line \(line): \(text)" }

  private static let conversion = expression(#"(?<![\w.])(?:U?Int(?:8|16|32|64)?|CInt|CUnsignedInt|CLong)\("#)
  private static let rounding = expression(
    #"\.rounded\(|\b(?:floor|ceil|round|trunc|Double|Float)\(|squareRoot|\d\.\d|\.pi\b|\bseconds\b|[a-z]Seconds\b"#)
  private static let declaration = expression(
    #"\b(\w+)\s*(?:\([^)]*\)\s*(?:throws\S*\s*)?->|:)\s*(?:inout\s+)?(?:Double|Float|CGFloat)\b(?!\.)"#
      + #"|\b(?:let|var) (\w+) = [^\n]*(?:\.rounded\(|\bDouble\(|squareRoot)"#)
  /// Numbers of floating point have no bits and no remainders that are written so.
  private static let integral = expression(#">>|<<| [&%] "#)
  private static let integer = expression(#"\b(\w+)\s*:\s*(?:inout\s+)?(?:U?Int(?:8|16|32|64)?|CInt)\b"#)
  private static let allowed = "// No trap: "

  /// `nil` if the pattern is none, and then nothing is found.
  private static func expression(_ pattern: String) -> NSRegularExpression? {
    try? NSRegularExpression(pattern: pattern)
  }

  private static func matches(of expression: NSRegularExpression?, in text: String) -> [NSTextCheckingResult] {
    expression?.matches(in: text, range: NSRange(location: 0, length: (text as NSString).length)) ?? []
  }

  /// Those of a file.
  static func all(in text: String) -> [NumberConversion] {
    let lines = text.components(separatedBy: "\n")
    let code = lines.map { $0.components(separatedBy: "//")[0] }.joined(separator: "\n") as NSString
    let names = names(in: code)
    return matches(of: conversion, in: code as String).compactMap { match in
      guard isOfFloatingPoint(argument(in: code, from: NSMaxRange(match.range)), names) else { return nil }
      let line = code.substring(to: match.range.location).components(separatedBy: "\n").count
      let before = line > 1 ? lines[line - 2].trimmingCharacters(in: .whitespaces) : ""
      guard !lines[line - 1].contains(allowed), !before.hasPrefix(allowed) else { return nil }
      return NumberConversion(line: line, text: lines[line - 1].trimmingCharacters(in: .whitespaces))
    }
  }

  /// A name that is an integer's somewhere in the file may be that here.
  private static func names(in code: NSString) -> Set<String> {
    names(by: declaration, in: code).subtracting(names(by: integer, in: code))
  }

  private static func names(by expression: NSRegularExpression?, in code: NSString) -> Set<String> {
    Set(
      matches(of: expression, in: code as String).flatMap { match in
        (1..<match.numberOfRanges).filter { match.range(at: $0).length > 0 }
          .map { code.substring(with: match.range(at: $0)) }
      })
  }

  /// Up to the parenthesis that closes it.
  private static func argument(in code: NSString, from start: Int) -> String {
    var depth = 1
    var place = start
    while place < code.length {
      switch code.character(at: place) {
      case 0x28: depth += 1
      case 0x29: depth -= 1
      default: break
      }
      if depth == 0 { break }
      place += 1
    }
    return code.substring(with: NSRange(location: start, length: place - start))
  }

  private static func isOfFloatingPoint(_ argument: String, _ names: Set<String>) -> Bool {
    // A label says how: clamping, exactly, bitPattern, …
    if argument.range(of: #"^\s*\w+:"#, options: .regularExpression) != nil { return false }
    if !matches(of: integral, in: argument).isEmpty { return false }
    if !matches(of: rounding, in: argument).isEmpty { return true }
    let words = argument.matches(of: /(?<word>\w+)/).filter { match in
      match.range.lowerBound == argument.startIndex || argument[argument.index(before: match.range.lowerBound)] != "."
    }
    return words.contains { names.contains(String($0.word)) }
  }
}
