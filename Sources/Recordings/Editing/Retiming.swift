public import ByteStreams
public import InputEvents

/// Moves a recording in time.
public struct Retiming: EntryTransform {
  private let span: TimeSpan

  public init(by span: TimeSpan) { self.span = span }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    entry.advance(by: span)
    try emit(entry)
  }
}
