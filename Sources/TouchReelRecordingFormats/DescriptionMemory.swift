import TouchReelByteStreams
import TouchReelRecordings

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
