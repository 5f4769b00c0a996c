import TouchReelByteStreams
import TouchReelRecordings

/// Events of other formats than the text's own: a report may describe the device as one program prints it, and show
/// what another one printed.
struct ForeignEvents {
  private var signs = TextSigns()
  /// The format of the first, its line, and how many there are of that format.
  private var first: (format: RecordingFormat, line: Int, count: Int)?

  /// Notes a line that is no event of the text.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - number: that of the line.
  ///   - own: the format of the text.
  ///   - otherwise: the warning of a line that is of no other format.
  /// - Returns: what to warn of.
  mutating func note(
    _ line: UnsafeRawBufferPointer, line number: Int, of own: RecordingFormat,
    otherwise: String = "is not an event: skipped"
  ) -> String {
    guard let format = signs.format(of: line), format != own else { return otherwise }
    if first == nil { first = (format, number, 0) }
    if first?.format == format { first?.count += 1 }
    return "is of \(format.rawValue), and the text is not: skipped"
  }

  /// Refuses a text that has no events but these.
  ///
  /// - Parameter own: the format of the text.
  func refuse(in file: String, of own: RecordingFormat) throws(FileError) {
    guard let first else { return }
    let others =
      first.count > 2 ? " and \(first.count - 1) others are" : first.count > 1 ? " and another one are" : " is"
    throw FileError(
      file: file, location: .line(first.line),
      message: "this line\(others) of \(first.format.rawValue), and what is before is of \(own.rawValue), which has no "
        + "event",
      advice: .splitAtDescription)
  }
}
