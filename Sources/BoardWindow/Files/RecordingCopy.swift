import Recordings
import SystemPackage

/// A recording saved under another name, as an MCAP file.
enum RecordingCopy {
  static let kind = FileKind(name: "Recording", pattern: "*.mcap")

  static func isMeant(by path: FilePath) -> Bool { path.string.lowercased().hasSuffix(".mcap") }

  /// The file appears whole or not at all, in place of one that was there.
  ///
  /// - Returns: what could not be read of the recording.
  static func write(_ recording: Recording, to path: FilePath) throws(RecordingError) -> [String] {
    let source = try recording.makeSource()
    let output = try OutputFile(path: path, existing: .replaced)
    var sink: any RecordingSink = try RecordingWriter(to: output, epochOffset: source.epochOffset)
    let warnings = try sink.copy([source])
    try output.commit()
    return warnings
  }
}
