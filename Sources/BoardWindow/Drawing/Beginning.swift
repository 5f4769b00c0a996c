import DrawingBoard
import DrawingFiles
import InputEvents
import Recordings
import Replaying
import SystemPackage

/// What is on the board at the start.
enum Beginning {
  case blank
  case drawing(Drawing)
  /// A recording as it was at an instant; the new one goes on from there.
  case branch(Recording, RecordingSurvey, through: Timestamp)

  /// A drawing file, or the end of a recording.
  ///
  /// - Returns: what could not be read of it as well.
  static func reading(_ path: FilePath) throws(RecordingError) -> (Beginning, warnings: [String]) {
    if let (drawing, warnings) = try drawing(in: path) { return (.drawing(drawing), warnings) }
    let recording = try Recording.open(path)
    let survey = try RecordingSurvey(recording)
    if survey.eventCount == 0 { try recording.requireEvents() }
    return (.branch(recording, survey, through: survey.end), survey.readingWarnings)
  }

  /// Nothing where the file does not begin like JSON, as no recording does.
  private static func drawing(in path: FilePath) throws(RecordingError) -> (Drawing, [String])? {
    let bytes = try FileBytes.open(path)
    let start = try [UInt8](unsafeUninitializedCapacity: 64) { room, count throws(RecordingError) in
      count = try bytes.read(at: 0, into: UnsafeMutableRawBufferPointer(room))
    }
    guard start.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return nil }
    let text = try bytes.everything(limit: 1 << 30)
    do throws(DrawingFileError) {
      let document = try DrawingDocument(json: text)
      return (document.drawing, document.unread.map(\.description))
    } catch {
      throw RecordingError(file: path.string, message: error.description)
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
