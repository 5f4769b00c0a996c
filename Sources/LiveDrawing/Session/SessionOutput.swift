public import Recordings

/// Where a session is recorded to: it takes each part at once, and may write it later.
public protocol SessionOutput: ByteOutput {
  /// Waits until everything is kept. To be called once.
  func close() throws(RecordingError)
}
