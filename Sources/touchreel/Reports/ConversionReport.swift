import SystemPackage
import TouchReelByteStreams
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelRecordings
import TouchReelReplaying

/// What `convert` reports of a file: what was noticed while it was read, and what the new one does not have.
struct ConversionReport: Encodable, Sendable {
  /// The name that was given; `standard input` for `-`.
  let file: String
  let output: String
  /// The format of the output, in the word of `--format`.
  let format: String
  /// What was noticed while the file was read.
  private var warnings: [String] = []
  /// What the file holds and the output does not.
  private var losses: [String] = []

  private enum CodingKeys: CodingKey { case file, output, format, warnings, losses }

  init(_ file: String, to output: String, as format: ConversionArgument) {
    (self.file, self.output) = (file, output == "-" ? "standard output" : FilePath(argument: output).readable)
    self.format = format.name
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(output, forKey: .output)
    try container.encode(format, forKey: .format)
    try container.encode(CountedMessages.all(warnings), forKey: .warnings)
    try container.encode(CountedMessages.all(losses), forKey: .losses)
  }

  mutating func add(warnings: [String] = [], losses: [String] = []) {
    self.warnings += warnings
    self.losses += losses
  }

  /// Prints it for people.
  func warn() { Terminal.warn(warnings + losses, of: file) }

  /// Adds it to what is said of a batch.
  func add(to report: inout BatchReport) {
    report.warn(warnings + losses, of: file)
  }
}

extension ConversionArgument {
  /// The name of the format as it is written.
  fileprivate var name: String {
    switch self {
    case .recording(let format): format.rawValue
    case .drawing(let kind): kind.rawValue
    case .table(let format): format.rawValue
    }
  }
}
