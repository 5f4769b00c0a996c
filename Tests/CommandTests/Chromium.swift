import Foundation
import TestSupport
import Testing

/// Chromium, which opens a page without a window.
enum Chromium {
  static let isInstalled = Programs.installed("chromium") != nil

  /// What a page is once its scripts have run.
  struct Page {
    var document: String
    /// What it has written to the console, errors of scripts and breaches of its policy among it.
    var messages: [String]

    /// The pictures in it that are images of their own, but for the finished one.
    var pictures: [DecodedPicture] {
      get throws {
        try document.components(separatedBy: "<img ").dropFirst().compactMap { tag in
          guard !tag.contains("id=\"poster\""), let start = tag.range(of: "src=\"data:image/png;base64,"),
            let end = tag[start.upperBound...].firstIndex(of: "\""),
            let data = Data(base64Encoded: String(tag[start.upperBound..<end]))
          else { return nil }
          return try DecodedPicture(data)
        }
      }
    }
  }

  /// Opens a file.
  /// - Parameters:
  ///   - fragment: without its `#`.
  ///   - options: switches of the program.
  static func open(_ file: String, at fragment: String = "", in folder: TemporaryFolder, _ options: String...) throws
    -> Page
  {
    let outcome = try Programs.run(
      "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0",
        "--user-data-dir=\(folder.path("profile"))", "--virtual-time-budget=20000", "--dump-dom",
      ] + options + ["file://\(file)" + (fragment.isEmpty ? "" : "#\(fragment)")])
    guard outcome.status == 0 else { throw Failure(description: "chromium \(file): \(outcome)") }
    let messages = outcome.errors.split(separator: "\n").filter { $0.contains(":CONSOLE") }
    return Page(document: outcome.text, messages: messages.map(String.init))
  }
}
