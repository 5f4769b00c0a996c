import Foundation
import TestSupport

/// A page of the package.
struct MarkdownPage {
  /// Where it lies, below the package's folder.
  let path: String
  /// Its lines outside of blocks of code.
  private let lines: [String]

  init(_ path: String) throws { self.init(path, text: try Checkout.text(path)) }

  init(_ path: String, text: String) {
    self.path = path
    var isCode = false
    lines = text.components(separatedBy: "\n").filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isFence && !isCode
    }
  }

  /// The paths of all pages, but those in hidden folders.
  static let all: [String] = {
    let files = FileManager.default.enumerator(
      at: Checkout.folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let pages = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "md" }
    return pages.map { String($0.path.dropFirst(Checkout.folder.path.count + 1)) }.sorted()
  }()

  /// The links to pages and files of the package, as they are written.
  var links: [String] {
    lines.joined(separator: "\n").matches(of: /\]\((?<target>[^)\s]+)\)/).map { String($0.target) }
      .filter { !$0.contains(":") }
  }

  /// What a link may name after `#`.
  var anchors: Set<String> {
    Set(lines.filter { $0.hasPrefix("#") }.map { Self.anchor(of: $0.drop { $0 == "#" || $0 == " " }) })
  }

  /// The anchor that GitHub makes: letters, digits and hyphens, in lower case.
  private static func anchor(of heading: some StringProtocol) -> String {
    String(
      heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
  }

  /// The links that lead nowhere.
  func brokenLinks() throws -> [String] {
    try links.filter { link in
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? path : resolved(String(parts[0]))
      guard FileManager.default.fileExists(atPath: Checkout.path(target)) else { return true }
      guard parts.count > 1, target.hasSuffix(".md") else { return false }
      return try !MarkdownPage(target).anchors.contains(String(parts[1]))
    }
  }

  /// The files that its links lead to, below the package's folder.
  var linkedFiles: [String] {
    links.filter { !$0.hasPrefix("#") }.map { resolved(String($0.prefix { $0 != "#" })) }
  }

  /// The path of a link's file, below the package's folder.
  private func resolved(_ link: String) -> String {
    let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
    return String(folder.appendingPathComponent(link).standardized.path.dropFirst())
  }
}
