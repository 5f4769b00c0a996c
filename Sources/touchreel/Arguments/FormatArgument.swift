import ArgumentParser
import Recordings
import SystemPackage

/// A format that touchreel writes.
struct FormatArgument: ExpressibleByArgument {
  var format: RecordingFormat

  static let written: [RecordingFormat] = [.mcap, .evemu, .libinput, .getevent, .raw24]
  static let allValueStrings = written.map(\.rawValue)

  init?(argument: String) {
    guard let format = RecordingFormat(rawValue: argument), Self.written.contains(format) else { return nil }
    self.format = format
  }

  /// The stated format, else the one that the suffix means.
  static func format(_ stated: FormatArgument?, of output: String) throws -> RecordingFormat {
    if let stated { return stated.format }
    switch FilePath(output).extension?.lowercased() {
    case "mcap": return .mcap
    case "evemu", "event", "events", "device": return .evemu
    case "yml", "yaml": return .libinput
    case "getevent", "txt", "log": return .getevent
    case "raw24", "raw", "bin": return .raw24
    default:
      throw ValidationError(
        "The name \(output) does not tell the format: state --format (\(allValueStrings.joined(separator: ", "))).")
    }
  }
}
