package import TouchReelByteStreams
package import TouchReelDrawingFiles
import TouchReelDrawings
package import TouchReelInkFiles
import TouchReelRecordingFormats

extension DrawingKind {
  /// Whether a file is a drawing of some kind, rather than a recording: it begins as one and, where texts of it quote
  /// events, something of it can be drawn.
  ///
  /// - Parameters:
  ///   - bytes: the file, unpacked.
  ///   - limits: of what it may hold.
  /// - Throws: if it cannot be read.
  package static func isDrawing(
    _ bytes: any ByteSource, limits: InkLimits = .standard
  ) throws(FileError) -> Bool {
    let begins = try isDrawing(limits: limits) { (count) throws(FileError) in
      count == .max ? try bytes.everything(limit: 1 << 30) : try bytes.beginning(count)
    }
    // Packed ink, as Xournal++ writes it, has no lines to be looked at.
    if begins, GzipBytes.begins(try bytes.beginning(3)) { return true }
    guard begins, try !RecordingSniffer.isRecording(bytes) else { return false }
    switch try RecordingSniffer.eventLines(in: bytes) {
    case .none: return true
    case .outside: return false
    case .quoted: break
    }
    let text = try bytes.everything(limit: 1 << 30)
    do throws(DrawingFileError) {
      return try DrawingDocument(text, limits: limits).drawing.operations.isEmpty == false
    } catch {
      return false
    }
  }
}
