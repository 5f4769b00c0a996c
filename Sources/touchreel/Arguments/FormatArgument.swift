import ArgumentParser
import DrawingFiles
import Recordings
import SystemPackage

/// A format of recordings that touchreel writes.
struct FormatArgument: ExpressibleByArgument {
  var format: RecordingFormat

  static let written: [RecordingFormat] = [.mcap, .evemu, .libinput, .getevent, .raw24]
  static let allValueStrings = written.map(\.rawValue)

  init(_ format: RecordingFormat) { self.format = format }

  init?(argument: String) {
    guard let format = RecordingFormat(rawValue: argument), Self.written.contains(format) else { return nil }
    self.format = format
  }

  /// The stated format, else the one that the suffix means.
  static func format(_ stated: FormatArgument?, of output: String) throws -> RecordingFormat {
    if let stated { return stated.format }
    guard let format = suffixed(output) else { throw unknown(output, allValueStrings) }
    return format
  }

  fileprivate static func suffixed(_ output: String) -> RecordingFormat? {
    switch FilePath(output).extension?.lowercased() {
    case "mcap": .mcap
    case "evemu", "event", "events", "device": .evemu
    case "yml", "yaml": .libinput
    case "getevent", "txt", "log": .getevent
    case "raw24", "raw", "bin": .raw24
    default: nil
    }
  }

  fileprivate static func unknown(_ output: String, _ known: [String]) -> ValidationError {
    ValidationError("The name \(output) does not tell the format: state --format (\(known.joined(separator: ", "))).")
  }
}

/// What `convert` writes: a recording, or what it has drawn.
enum ConversionArgument: ExpressibleByArgument {
  case recording(RecordingFormat)
  case drawing(DrawingKind)

  static let allValueStrings = FormatArgument.allValueStrings + DrawingKind.allCases.map(\.rawValue)

  init?(argument: String) {
    if let kind = DrawingKind(rawValue: argument) {
      self = .drawing(kind)
    } else if let format = FormatArgument(argument: argument) {
      self = .recording(format.format)
    } else {
      return nil
    }
  }

  /// The stated one, else the one that the end of the name means.
  static func target(_ stated: ConversionArgument?, of output: String) throws -> ConversionArgument {
    if let stated { return stated }
    if let kind = DrawingKind.allCases.first(where: { output.lowercased().hasSuffix(".\($0.rawValue).json") }) {
      return .drawing(kind)
    }
    guard let format = FormatArgument.suffixed(output) else { throw FormatArgument.unknown(output, allValueStrings) }
    return .recording(format)
  }
}
