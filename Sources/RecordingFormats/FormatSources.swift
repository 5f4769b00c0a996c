public import ByteStreams
import InkFiles
import InputEvents
public import Recordings

/// Opens recordings of any format.
public enum FormatSources {
  /// Opens a recording whose format is known, for instance by `RecordingSniffer`.
  ///
  /// - Throws: if the bytes are not of the format, or the given file is not a description.
  public static func open(
    _ format: RecordingFormat, bytes: any ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) -> any RecordingSource {
    switch format {
    case .mcap: return mcap(bytes, options)
    case .evemu:
      return EvemuSource(
        text: try text(format, bytes, options, siblings: options.siblings ?? bytes.file.map(SiblingFiles.init)))
    case .chromeos: return ChromeOSSource(text: try text(format, bytes, options))
    case .getevent: return GeteventSource(text: try text(format, bytes, options))
    case .evtest: return EvtestSource(text: try text(format, bytes, options))
    case .koreader: return KOReaderSource(text: try text(format, bytes, options))
    case .pythonEvdev: return PythonEvdevSource(text: try text(format, bytes, options))
    case .sendevent: return SendeventSource(text: try text(format, bytes, options))
    case .debugEvents: return DebugEventsSource(text: try text(format, bytes, options))
    case .libinput:
      let issues = ReadingIssues()
      return try LibinputSource(bytes, supply: DescriptionResolver(options, issues: issues), issues: issues)
    case .raw16, .raw24: return try raw(format, bytes, options, DescriptionMemory())
    case .hexdump: return try hexdump(bytes, options)
    case .inkml: return try InkSource(bytes, kind: .inkml, format: format, options)
    case .quickdraw: return try InkSource(bytes, kind: .quickdraw, format: format, options)
    }
  }

  private static func mcap(_ bytes: any ByteSource, _ options: ReadingOptions) -> any RecordingSource {
    let reader = RecordingReader(bytes, options: options)
    guard options.description != nil || options.knownDevice != nil else { return reader }
    let issues = ReadingIssues()
    return SuppliedSource(reader, DescriptionResolver(options, issues: issues), issues: issues)
  }

  private static func text<Grammar: TextGrammar>(
    _ format: RecordingFormat, _ bytes: any ByteSource, _ options: ReadingOptions, siblings: SiblingFiles? = nil
  ) throws(FileError) -> TextSource<Grammar> {
    let issues = ReadingIssues()
    let survey = TextSurvey<Grammar>(DescriptionResolver(options, siblings: siblings, issues: issues))
    return try TextSource<Grammar>(bytes, format: format, survey: survey, issues: issues)
  }

  /// - Parameter memory: of what earlier readings of raw events have found, where their length is the same.
  static func open(
    _ format: RecordingFormat, bytes: any ByteSource, options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    guard format == .raw16 || format == .raw24 else { return try open(format, bytes: bytes, options: options) }
    return try raw(format, bytes, options, memory)
  }

  private static func raw(
    _ format: RecordingFormat, _ bytes: any ByteSource, _ options: ReadingOptions, _ memory: DescriptionMemory
  ) throws(FileError) -> any RecordingSource {
    let width = format == .raw16 ? RawWidth.narrow : .wide
    let issues = ReadingIssues()
    let device = try device(of: bytes, width: width, options, issues, memory)
    let actual: RecordingFormat = width == .narrow ? .raw16 : .raw24
    return RawSource(bytes, format: actual, width: width, device: device, issues: issues)
  }

  private static func hexdump(
    _ bytes: any ByteSource, _ options: ReadingOptions
  ) throws(FileError) -> any RecordingSource {
    let found = try DumpStyle.find(in: bytes)
    let style = found?.style ?? .hexadecimal
    guard let width = found?.width else {
      throw FileError(file: bytes.name, message: "is a hexdump, but not of input events; dump an event node")
    }
    let issues = ReadingIssues()
    let device = try device(
      of: HexdumpBytes(bytes, style: style, maximumRepeats: options.maximumRepeats), width: width, options, issues)
    return RawSource(
      HexdumpBytes(bytes, style: style, maximumRepeats: options.maximumRepeats, issues: issues), format: .hexdump,
      width: width, device: device, issues: issues)
  }

  private static func device(
    of bytes: any ByteSource, width: RawWidth, _ options: ReadingOptions, _ issues: ReadingIssues,
    _ memory: DescriptionMemory? = nil
  ) throws(FileError) -> RawDevice {
    var supply = DescriptionResolver(options, issues: issues)
    if let supplied = try supply.supplied() { return RawDevice(description: supplied) }
    supply.noteInference()
    // How many events a hexdump has is not known before it ends.
    guard let memory else { return try inferredDevice(of: bytes, width: width, options) }
    return try memory.device(ofEventsIn: bytes) { () throws(FileError) in
      try inferredDevice(of: bytes, width: width, options)
    }
  }

  private static func inferredDevice(
    of bytes: any ByteSource, width: RawWidth, _ options: ReadingOptions
  ) throws(FileError) -> RawDevice {
    let inference = try RawSurvey.inference(of: bytes, width: width, options.inference)
    let description = inference.description(adding: DeviceDescription())
    return RawDevice(description: description, inference: options.inference == .wholeRecording ? inference : nil)
  }
}

/// What the events of a file show of its device, which takes a reading of all of it.
final class DescriptionMemory {
  private var known: (length: UInt64, device: RawDevice)?

  /// - Parameter infer: reads the events; not called where that was done when the file was as long as it is now.
  func device(
    ofEventsIn bytes: any ByteSource, _ infer: () throws(FileError) -> RawDevice
  ) throws(FileError) -> RawDevice {
    guard !bytes.isPipe else { return try infer() }
    let length = try bytes.length()
    if let known, known.length == length { return known.device }
    let device = try infer()
    known = (length, device)
    return device
  }
}
