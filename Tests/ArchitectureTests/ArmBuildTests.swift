import Foundation
import TestSupport
import Testing

/// `scripts/arm64-sdk setup` where something is in the way, which programs of ours stand in for.
@Suite(.enabled(if: Programs.installed("apt-get") != nil, "this machine has no apt"))
struct ArmBuildTests {
  /// A machine on which all is well until packages are unpacked.
  private static let machine = [
    "id": "echo 0", "uname": "echo x86_64", "unshare": #"[ "$*" = "--mount true" ] || { shift 4; exec "$@"; }"#,
    "df": "printf 'Avail\\n99999M\\n'", "dpkg-query": "echo install ok installed",
    "apt-get": #"case $* in indextargets*) echo http://mirror.example/debian ;; *) exit 0 ;; esac"#,
    "apt-cache": "echo '  Candidate: 6.2.3-1+b1'", "mmdebstrap": "exit 0",
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sets it up with some programs replaced.
  private func setup(_ replaced: [String: String]) throws -> Programs.Outcome {
    for (name, body) in Self.machine.merging(replaced, uniquingKeysWith: { $1 }) {
      let url = URL(fileURLWithPath: folder.path(name))
      try Data("#!/bin/bash\n\(body)\n".utf8).write(to: url)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }
    let environment = ["PATH": "\(folder.path(".")):/usr/bin:/bin", "TOUCHREEL_ARM64": folder.path("sdk")]
    return try Programs.run(Checkout.path("scripts/arm64-sdk"), ["setup"], environment: environment)
  }

  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let replaced: [String: String]
    let said: String
  }

  private static let machineWithoutSid = """
    case $* in
    indextargets*) echo http://mirror.example/debian ;;
    *) echo "E: The repository 'sid Release' does not have a Release file." >&2; exit 100 ;;
    esac
    """
  private static let unequal = "case $* in *arm64) echo 'Candidate: 6.2.2-1' ;; *) echo 'Candidate: 6.2.3-1' ;; esac"
  private static let full = "echo 'dpkg: error: cannot copy: No space left on device' >&2; exit 1"

  /// - Parameter said: a part of what is said.
  private static func trouble(_ name: String, _ program: String, _ body: String, said: String) -> Trouble {
    Trouble(testDescription: name, replaced: [program: body], said: said)
  }

  private static let troubles = [
    trouble("no mirror", "apt-get", "exit 0", said: "apt has no mirror of Debian"),
    trouble("a mirror without sid", "apt-get", machineWithoutSid, said: "has no sid to take the Swift compiler from"),
    trouble("a newer Swift", "apt-cache", "echo 'Candidate: 6.3.1-1'", said: "has moved on to Swift 6.3.1-1"),
    trouble("another Swift for arm64", "apt-cache", unequal, said: "must be the same"),
    trouble("no Swift", "apt-cache", "echo 'Candidate: (none)'", said: "has no swiftlang"),
    trouble("little room", "df", "printf 'Avail\\n1200M\\n'", said: "has room for 1200 MB"),
    trouble("a disk that becomes full", "mmdebstrap", full, said: "no space left in"),
    trouble("no root", "id", "echo 1000", said: "run it as root"),
    trouble("no mounts", "unshare", "exit 1", said: "allows no mounts"),
    trouble("another processor", "uname", "echo riscv64", said: "this is riscv64"),
  ]

  @Test(arguments: troubles)
  func `Whatever is in the way is said in one line, and nothing is left half made`(trouble: Trouble) throws {
    let outcome = try setup(trouble.replaced)
    #expect(outcome.status == 1)
    let lines = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("Unpacking ") }
    #expect(lines.count == 1 && lines[0].contains(trouble.said), "\(outcome)")
    let left = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("sdk"))) ?? []
    #expect(left.allSatisfy { $0 == "lock" }, "\(left)")
  }
}
