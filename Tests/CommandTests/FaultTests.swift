import Foundation
import TestSupport
import Testing

private enum Needs {
  static let compiler = Programs.installed("cc") ?? Programs.installed("gcc") ?? Programs.installed("clang")
  static let python = Programs.installed("python3")
}

/// What is left and said when the system refuses a call: a sample of `scripts/faults`, which lets each call fail.
@Suite(.slow, .serialized, .enabled(if: Needs.compiler != nil && Needs.python != nil, "there is no cc or python3"))
struct FaultTests {
  private func expectNoTrouble(_ arguments: String, location: SourceLocation = #_sourceLocation) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let script = [Checkout.path("scripts/faults"), "--program", Touchreel.path]
    let outcome = try Programs.run("python3", script + words)
    #expect(outcome.status == 0, "\(outcome)", sourceLocation: location)
    // A fault that never came would find no trouble.
    #expect(!outcome.text.hasSuffix("\n0 faults, 0 answered wrongly\n"), "\(outcome)", sourceLocation: location)
  }

  @Test func `One call of each command that fails leaves nothing half, and is said in one line`() throws {
    try expectNoTrouble("--sample 2")
  }

  @Test(arguments: [
    "--only open --sample 12 convert-evemu",
    "--only mode convert-mcap",
    "--only lock,sync,thread record",
    "--only epoll,event record",
    "--only ioctl --sample 6 record",
    "--only EINTR sendevent",
    "--only fcntl render-mp4",
    "--only folder render-tree",
    "--only stat render-tree convert-tree",
    "--only EIO convert-quickdraw convert-same",
    "--only EIO --sample 30 convert-dated info-dated",
    "--only EIO --sample 30 render-drawing-pdf convert-pages-touchreel.json",
    "--only EIO --sample 30 convert-described render-unchanged-one",
    "--only EIO --sample 30 dump-study convert-rows",
    "--only link,rename convert-pages-xopp",
  ])
  func `What was once answered wrongly is not`(arguments: String) throws { try expectNoTrouble(arguments) }

  @Test func `Killed at any call, a command leaves the old output or the new one, and a recorder what it read`() throws
  {
    try expectNoTrouble("--kills 6 record convert-mcap render-png convert-folder")
  }
}
