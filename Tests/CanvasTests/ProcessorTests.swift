import Foundation
import TestSupport
import Testing

/// The pixel kernels on other processors: the C code alone, compiled for them and run by an emulator.
@Suite(.enabled(if: Emulation.isPossible, "clang, qemu-aarch64 or aarch64-linux-gnu-gcc is not installed"))
struct ProcessorTests {
  private static let scenes = 400

  private let folder: TemporaryFolder
  private static let sources = [
    "Tests/CanvasTests/Processors/scenes.c", "Sources/CTouchReelCoverage/kernels.c",
    "Sources/CTouchReelCoverage/cone.c",
  ]
  .map { Checkout.url($0).path }
  private static let flags = ["-std=gnu17", "-O2", "-I" + Checkout.url("Sources/CTouchReelCoverage/include").path]

  init() throws { folder = try TemporaryFolder() }

  /// The program of the scenes, for this machine.
  private func native() throws -> String {
    let program = folder.path("native")
    try Programs.succeed("clang", Self.flags + Self.sources + ["-o", program, "-lm"])
    return program
  }

  /// The same for arm64: by the compiler that builds the sources, linked with Debian's libraries of that processor.
  private func arm64() throws -> String {
    let target = ["--target=aarch64-linux-gnu", "-isystem", "/usr/aarch64-linux-gnu/include"]
    var objects: [String] = []
    for source in Self.sources {
      objects.append(folder.path("\(objects.count).o"))
      try Programs.succeed("clang", target + Self.flags + ["-c", source, "-o", objects[objects.count - 1]])
    }
    let program = folder.path("arm64")
    try Programs.succeed("aarch64-linux-gnu-gcc", ["-static", "-o", program] + objects + ["-lm"])
    return program
  }

  private func lines(_ command: [String], of set: String) throws -> [Substring] {
    let output = try Programs.succeed(command[0], command.dropFirst() + [set, String(Self.scenes)])
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }

  @Test func `Every kernel computes the same bits on arm64, scene by scene`() throws {
    let (native, arm64) = (try native(), try arm64())
    let expected = try lines([native], of: "baseline")
    // Cones, and six kernels; many scenes leave coverage of their own, others an empty or a full tile.
    #expect(expected.count == Self.scenes * 7)
    let coverages = expected.filter { $0.contains(" cover ") }.map { $0.suffix(16) }
    #expect(Set(coverages).count > Self.scenes / 3)
    for set in ["best", "exhaustive"] {
      #expect(try lines([native], of: set) == expected, "\(set)")
    }
    let found = try lines(["qemu-aarch64", arm64], of: "baseline")
    let different = zip(found, expected).filter { $0 != $1 }
    #expect(found.count == expected.count && different.isEmpty, "\(different.prefix(5))")
  }
}

private enum Emulation {
  static let isPossible = ["clang", "qemu-aarch64", "aarch64-linux-gnu-gcc"].allSatisfy {
    Programs.installed($0) != nil
  }
}
