import ArgumentParser
import SystemPackage
import TouchReelDrawingFiles
import TouchReelExporting
import TouchReelRecordingFormats
import TouchReelRecordings

/// A recording format that TouchReel writes.
struct FormatArgument: ExpressibleByArgument {
  var format: RecordingFormat

  static let allValueStrings = FormatSinks.formats.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
  /// The formats in the help of an option.
  static let listed = allValueStrings.listed("or")

  init(_ format: RecordingFormat) { self.format = format }

  init?(argument: String) {
    guard let format = FormatSinks.formats.first(where: { $0.rawValue == argument }) else { return nil }
    self.format = format
  }

  /// The usual suffixes, in the order of the formats: `.evemu or .events`, `.yml or .yaml (libinput record)`.
  static var listedSuffixes: String {
    let parts = FormatSinks.formats.map { format in
      let suffixes = format.suffixes.prefix(2).map { ".\($0)" }.listed("or")
      return format.isNamedBySuffix ? suffixes : "\(suffixes) (\(format.label))"
    }
    return parts.joined(separator: ", ")
  }

  /// The formats besides our own: `evemu, libinput record (.yml) or getevent`.
  static var listedForeign: String {
    let foreign = FormatSinks.formats.filter { $0 != .mcap }
    return foreign.map { $0.isNamedBySuffix ? $0.label : "\($0.label) (.\($0.newSuffix))" }.listed("or")
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
    FilePath(output).extension.flatMap(RecordingFormat.init(writtenWithSuffix:))
  }

  fileprivate static func unknown(_ output: String, _ known: [String]) -> ValidationError {
    if output.isEmpty { return ValidationError("The name of the output is empty.") }
    return ValidationError(
      "Cannot infer the format from the name \(output); pass --format (\(known.joined(separator: ", "))).")
  }
}

extension RecordingFormat {
  /// The suffix of a new file.
  var newSuffix: String { suffixes.first ?? rawValue }

  /// Whether new files end in the format's name.
  fileprivate var isNamedBySuffix: Bool { newSuffix == rawValue }
}

/// The output format of `salvage`: a recording or a drawing.
enum SalvageArgument: ExpressibleByArgument {
  case recording(RecordingFormat)
  case drawing(DrawingKind)

  static let allValueStrings = FormatArgument.allValueStrings + DrawingKind.allCases.map(\.rawValue)
  static let defaultCompletionKind = CompletionKind.list(allValueStrings)
  /// The formats in the help of the option.
  static let listed =
    "\(FormatArgument.listed); \(DrawingKind.allCases.map(\.rawValue).listed("or")) for a drawing"

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
  /// The formats in the help of the option.
  static let listed = "\(SalvageArgument.listed); \(TableFormat.allCases.map(\.rawValue).listed("or")) for a table"

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
