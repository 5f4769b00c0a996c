import ArgumentParser
import DrawingFiles
import Exporting
import Recordings
import SystemPackage

/// A recording format that TouchReel writes.
struct FormatArgument: ExpressibleByArgument {
  var format: RecordingFormat

  static let written: [RecordingFormat] = [.mcap, .evemu, .libinput, .getevent, .raw24]
  static let allValueStrings = written.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)

  init(_ format: RecordingFormat) { self.format = format }

  init?(argument: String) {
    guard let format = RecordingFormat(rawValue: argument), Self.written.contains(format) else { return nil }
    self.format = format
  }

  /// The given format, or else the one inferred from the suffix.
  ///
  /// - Throws: `ValidationError` if the suffix is unknown.
  static func format(_ given: FormatArgument?, of output: String) throws -> RecordingFormat {
    if let given { return given.format }
    guard let format = inferred(from: output) else { throw unknown(output, allValueStrings) }
    return format
  }

  fileprivate static func inferred(from output: String) -> RecordingFormat? {
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
    ValidationError(
      "Cannot infer the format from the name \(output); pass --format (\(known.joined(separator: ", "))).")
  }
}

/// The output format of `salvage`: a recording or a drawing.
enum SalvageArgument: ExpressibleByArgument {
  case recording(RecordingFormat)
  case drawing(DrawingKind)

  static let allValueStrings = FormatArgument.allValueStrings + DrawingKind.allCases.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)

  init?(argument: String) {
    if let kind = DrawingKind(rawValue: argument) {
      self = .drawing(kind)
    } else if let format = FormatArgument(argument: argument) {
      self = .recording(format.format)
    } else {
      return nil
    }
  }

  /// The given format, or else the one inferred from the end of the name.
  ///
  /// - Throws: `ValidationError` if the suffix is unknown.
  static func target(_ given: SalvageArgument?, of output: String) throws -> SalvageArgument {
    if let given { return given }
    if let kind = DrawingKind(fileName: output) { return .drawing(kind) }
    guard let format = FormatArgument.inferred(from: output) else {
      throw FormatArgument.unknown(output, allValueStrings)
    }
    return .recording(format)
  }
}

/// The output format of `convert`: a recording, a drawing or a table.
enum ConversionArgument: ExpressibleByArgument {
  case recording(RecordingFormat)
  case drawing(DrawingKind)
  case table(TableFormat)

  static let allValueStrings =
    FormatArgument.allValueStrings + DrawingKind.allCases.map(\.rawValue) + TableFormat.allCases.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)

  init?(argument: String) {
    if let kind = DrawingKind(rawValue: argument) {
      self = .drawing(kind)
    } else if let format = FormatArgument(argument: argument) {
      self = .recording(format.format)
    } else if let format = TableFormat(rawValue: argument) {
      self = .table(format)
    } else {
      return nil
    }
  }

  /// The given format, or else the one inferred from the end of the name.
  ///
  /// - Throws: `ValidationError` if the suffix is unknown.
  static func target(_ given: ConversionArgument?, of output: String) throws -> ConversionArgument {
    if let given { return given }
    if let kind = DrawingKind(fileName: output) { return .drawing(kind) }
    if let format = TableFormat(fileName: output) { return .table(format) }
    guard let format = FormatArgument.inferred(from: output) else {
      throw FormatArgument.unknown(output, allValueStrings)
    }
    return .recording(format)
  }
}
