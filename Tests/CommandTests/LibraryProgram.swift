import Foundation
import TestSupport

/// A program of docs/library.md, compiled as another package compiles it: it sees only what is public.
struct LibraryProgram {
  let name: String
  let source: String

  /// - Parameter name: as the first line of the document's block says.
  init(_ name: String) throws {
    self.name = name
    source = try Checkout.block(name, of: "docs/library.md")
  }

  var lineCount: Int { source.split(separator: "\n").count }

  /// Compiles the program against the modules that were built with the tests.
  /// - Returns: its path.
  func compiled(in folder: TemporaryFolder) throws -> String {
    let main = try folder.write(source, to: "\(name)/main.swift")
    let program = folder.path("\(name)/program")
    let inputs = try folder.write(try Self.objects.joined(separator: "\n"), to: "\(name)/objects")
    try Programs.succeed(
      "swiftc", ["-swift-version", "6", "-warnings-as-errors", main, "-o", program, "@\(inputs)"] + Self.flags)
    return program
  }

  /// What the command line is linked from, except its own.
  private static var objects: [String] {
    get throws {
      let list = Programs.built.appendingPathComponent("touchreel.product/Objects.LinkFileList")
      return try String(contentsOf: list, encoding: .utf8).components(separatedBy: "\n").filter {
        !$0.isEmpty && !$0.contains("/touchreel.build/")
      }
    }
  }

  private static var flags: [String] {
    get throws {
      let modules = Programs.built.appendingPathComponent("Modules").path
      let system = Programs.built.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("checkouts/swift-system/Sources/CSystem/include").path
      let libraries = try Programs.succeed(
        "pkg-config", ["--cflags", "--libs", "libzstd", "libisal", "yaml-0.1", "libevdev"])
      let words = String(decoding: libraries, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
      return ["-I\(modules)", "-I\(system)"] + moduleMaps.map { "-I\($0)" } + words
    }
  }

  /// The folders with maps of C modules.
  private static var moduleMaps: [String] {
    [Checkout.folder.appendingPathComponent("Sources"), Programs.built].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { folder.appendingPathComponent($0).path }.filter {
        FileManager.default.fileExists(atPath: "\($0)/module.modulemap")
      }
    }
  }
}
