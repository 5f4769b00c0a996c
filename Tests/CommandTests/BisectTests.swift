import Foundation
import TestSupport
import Testing

/// The script of docs/for-compositors.md that finds a commit, run by git on a repository of nine commits.
@Suite(.slow, .enabled(if: Programs.installed("git") != nil, "git is not installed"))
struct BisectTests {
  private let folder: TemporaryFolder

  /// What `replay.sh` of a commit does with the recording.
  private enum Replay: String {
    case good = "cp \"$1\" \"$2\""
    /// Half of what is injected arrives.
    case bad = "touchreel cut \"$1\" \"$2\" --to 50%"
    case unreadable = "echo none >\"$2\""
    case failing = "exit 3"
  }

  /// Why a commit says nothing.
  enum Skipped: String, CaseIterable, Sendable {
    case doesNotBuild, doesNotRun, cannotBeCompared
  }

  init() throws {
    folder = try TemporaryFolder()
    let recording = URL(fileURLWithPath: Checkout.path("Fixtures/pen-tilt-eraser.mcap"))
    try folder.write(Data(contentsOf: recording), to: "repository/recordings/tap.mcap")
    try folder.write(try Checkout.block("bisect.sh", of: "docs/for-compositors.md"), to: "bisect.sh")
    // The example builds by make, which need not be installed here.
    let make = try folder.write("#!/bin/sh\nexec sh ./build.sh\n", to: "bin/make")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: make)
    try git("init", "-q")
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let programs = [folder.path("bin"), URL(fileURLWithPath: Touchreel.path).deletingLastPathComponent().path]
    var variables = ProcessInfo.processInfo.environment
    variables["PATH"] = (programs + [variables["PATH", default: "/usr/bin:/bin"]]).joined(separator: ":")
    // Nothing of the user's.
    variables["HOME"] = folder.path("")
    for name in ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"] { variables[name] = "/dev/null" }
    for name in ["AUTHOR", "COMMITTER"] {
      (variables["GIT_\(name)_NAME"], variables["GIT_\(name)_EMAIL"]) = ("Test", "test@example.org")
    }
    let outcome = try Programs.run("git", arguments, environment: variables, in: folder.url("repository"))
    guard outcome.status == 0 else { throw Failure(description: "git \(arguments): \(outcome)") }
    return outcome.text
  }

  private func commit(_ number: Int, _ replay: Replay, builds: Bool = true) throws {
    let script = try folder.write("#!/bin/sh\n\(replay.rawValue)\n", to: "repository/replay.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    try folder.write("# \(number)\nexit \(builds ? 0 : 1)\n", to: "repository/build.sh")
    try git("add", "-A")
    try git("commit", "-q", "-m", "commit \(number)")
    try git("tag", "c\(number)")
  }

  @Test(arguments: Skipped.allCases)
  func `The first bad commit is found, past one that says nothing`(skipped: Skipped) throws {
    // The fifth of nine is tried first, and says nothing; the fourth is the first bad one.
    for number in 1...9 {
      let usual: Replay = number < 4 ? .good : .bad
      switch (number, skipped) {
      case (5, .doesNotBuild): try commit(number, usual, builds: false)
      case (5, .doesNotRun): try commit(number, .failing)
      case (5, .cannotBeCompared): try commit(number, .unreadable)
      default: try commit(number, usual)
      }
    }
    try git("bisect", "start", "c9", "c1", "--")
    let text = try git("bisect", "run", "sh", folder.path("bisect.sh"))
    #expect(text.contains("is the first bad commit") && text.contains("commit 4"), "\(text)")
    #expect(try git("bisect", "log").contains("git bisect skip"))
    #expect(try git("rev-parse", "refs/bisect/bad") == git("rev-parse", "c4"))
  }
}
