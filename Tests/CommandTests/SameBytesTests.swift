import Foundation
import TestSupport
import Testing

/// What is written is a function of what is read and of the options. Each run has its memory elsewhere and another seed for the order of sets and
/// dictionaries; a hundred runs of each command give the same bytes.
@Suite("The same command writes the same bytes")
struct SameBytesTests {
  static let pens = Fixture.path("pen-and-touch.mcap")
  static let unplugged = Fixture.path("unplug-mid-touch.mcap")

  @Test(
    "A hundred times",
    arguments: [
      ["render", unplugged, "-o", "out.png", "--size", "96x54", "--color-by", "touch"],
      ["info", "--json", pens, unplugged],
      ["dump", "--touches", unplugged],
      ["convert", pens, "out.mcap", "--anonymize"],
      ["convert", unplugged, "out.yml"],
      ["convert", unplugged, "out.log", "--format", "getevent"],
      ["convert", unplugged, "out.touchreel.json"],
      ["cut", unplugged, "out.mcap", "--from", "30%"],
      ["join", pens, unplugged, "-o", "out.mcap"],
    ])
  func hundredTimes(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = folder.url
    process.arguments = ["-c", Self.script, Touchreel.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    // One sum, and how often it came.
    #expect(text.split(separator: "\n").count == 1 && text.contains(" 100 "), "\(arguments): \(text)")
  }

  /// Tells each sum of what is printed and written, and each failure, and how often it came.
  private static let script = #"""
    for run in $(seq 100); do
      rm -f out.*
      "$0" "$@" > printed 2>&1 || cat printed
      cat printed out.* 2> errors | md5sum
    done | sort | uniq -c
    """#
}
