import Foundation

/// The Python environment that `scripts/python-environment` makes.
enum Python {
  private static let folder =
    ProcessInfo.processInfo.environment["TOUCHREEL_PYTHON_ENV"].map { URL(fileURLWithPath: $0) }
    ?? FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-python-mcap")

  /// What checks messages against their schema.
  static let withSchemas = program(importing: "mcap, zstandard, jsonschema")
  /// What runs `Tests/Oracle`.
  static let withArrays = program(importing: "numpy, mcap, zstandard")

  /// The interpreter, if it has these packages.
  private static func program(importing packages: String) -> URL? {
    let program = folder.appendingPathComponent("bin/python")
    do { return try run(program, ["-c", "import \(packages)"]).status == 0 ? program : nil } catch { return nil }
  }

  static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
