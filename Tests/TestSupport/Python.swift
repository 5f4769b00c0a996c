package import Foundation
package import Testing

/// The Python environment that `scripts/python-environment` makes.
package enum Python {
  /// The interpreter; `nil` if there is none, or one of the packages of `Tests/requirements.txt` is missing.
  package static let program: String? = {
    let program = "\(folder)/bin/python"
    let packages = "import duckdb, jsonschema, lz4.frame, mcap, numpy, pandas, PIL, pytest, zstandard"
    guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
    do { return try Programs.run(program, ["-c", packages]).status == 0 ? program : nil } catch { return nil }
  }()

  package static var isReady: Bool { program != nil }
  package static let absence: Comment = """
    there is no Python environment with the packages of Tests/requirements.txt: scripts/python-environment makes one, \
    TOUCHREEL_PYTHON_ENV names another
    """

  private static var folder: String {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? environment["HOME", default: "/root"] + "/.cache"
    return environment["TOUCHREEL_PYTHON_ENV"] ?? "\(cache)/touchreel/python"
  }

  /// Runs the interpreter to its end, whatever its exit status.
  @discardableResult
  package static func run(_ arguments: [String]) throws -> Programs.Outcome {
    try Programs.run(#require(program), arguments)
  }

  /// Runs the interpreter with arguments that have to succeed.
  /// - Returns: what it printed.
  package static func succeed(_ arguments: [String]) throws -> Data {
    try Programs.succeed(#require(program), arguments)
  }
}
