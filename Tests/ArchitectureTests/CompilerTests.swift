import Foundation
import TestSupport
import Testing

/// A program whose initializers fail as those of the sources do, by this compiler and by Debian's.
struct CompilerTests {
  private static let program = Checkout.path("Tests/ArchitectureTests/Initializers/main.swift")
  private static let script = Checkout.path("scripts/arm64-sdk")

  /// Where Debian's compiler lies; `nil` if it was not set up, or there is no right to run it.
  private static let debian: String? = {
    guard let found = try? Programs.run(script, ["where"]) else { return nil }
    let path = found.text.split(separator: "\n").first.map(String.init) ?? ""
    guard FileManager.default.fileExists(atPath: path + "/compiler/usr/bin/swiftc"),
      let tried = try? Programs.run(script, ["run", "true"]), tried.status == 0
    else { return nil }
    return path
  }()

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the program prints.
  ///
  /// - Parameter wrapper: what runs the compiler, and the program, which needs libraries of the compiler's system.
  private func lines(_ flag: String, by wrapper: [String]) throws -> [String] {
    let built = folder.path("initializers")
    _ = try output(wrapper + ["swiftc", "-swift-version", "6", flag, "-static-stdlib", "-o", built, Self.program])
    return String(decoding: try output(wrapper + [built]), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func output(_ command: [String]) throws -> Data {
    try Programs.succeed(command[0], Array(command.dropFirst()))
  }

  /// What was closed, freed, deleted and the like, between the titles of the attempts.
  private func expectOneEnd(_ lines: [String]) {
    var seen: Set<String> = []
    for line in lines {
      if line.hasPrefix("watch ") || line.hasPrefix("staged ") || line.hasPrefix("layout ") { seen = [] }
      #expect(seen.insert(line).inserted, "twice: \(line)")
    }
    #expect(lines.filter { $0 == "refused" }.count == 5)
    #expect(lines.filter { $0.hasPrefix("closed ") }.count == 12)
    #expect(lines.filter { $0.hasPrefix("freed ") }.count == 4)
    #expect(lines.filter { $0.hasPrefix("unwatched ") || $0.hasPrefix("deleted ") }.count == 3)
  }

  @Test(.slow, arguments: ["-Onone", "-O"])
  func `Initializers that fail destroy once what they made, by this compiler`(flag: String) throws {
    expectOneEnd(try lines(flag, by: []))
  }

  @Test(.slow, .enabled(if: debian != nil, "scripts/arm64-sdk setup was not run as root"), arguments: ["-Onone", "-O"])
  func `Initializers that fail destroy once what they made, by Debian's compiler`(flag: String) throws {
    expectOneEnd(try lines(flag, by: [Self.script, "run"]))
  }
}
