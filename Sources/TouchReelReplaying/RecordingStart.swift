public import TouchReelByteStreams
public import TouchReelInputEvents
public import TouchReelRecordingFormats
import TouchReelRecordings

extension Recording {
  /// The time of the first event, from which all times of a recording are counted; of the first message where there is
  /// no event. `nil` if there is neither.
  ///
  /// - Throws: if the recording cannot be read.
  /// - Complexity: that of reading up to the first frame.
  public func start() throws(FileError) -> Timestamp? {
    var source = try makeSource()
    var entry = RecordingEntry()
    var first: Timestamp?
    while try source.next(into: &entry) {
      if let time = entry.frame?.events.first?.time { return time }
      first = first ?? entry.occurrence
    }
    return first
  }

  /// The earliest time of all events and of the messages of `/board` and `/notes`; `nil` if there are none. What other
  /// programs added may have times of another clock.
  ///
  /// - Throws: if the recording cannot be read.
  /// - Complexity: that of reading all of it.
  package func earliestTime() throws(FileError) -> Timestamp? {
    var source = try makeSource()
    var entry = RecordingEntry()
    var earliest: Timestamp?
    while try source.next(into: &entry) {
      if !entry.isForeign, entry.occurrence != nil, let time = entry.earliestTime {
        earliest = min(earliest ?? time, time)
      }
    }
    return earliest
  }
}
