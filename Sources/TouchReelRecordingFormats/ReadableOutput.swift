package import TouchReelByteStreams
package import TouchReelRecordings

/// An output that keeps its beginning, to check that it can be read again: ambiguous files must not be written.
package final class ReadableOutput: ByteOutput {
  private let base: any ByteOutput
  private var beginning: [UInt8] = []

  package init(_ base: any ByteOutput) { self.base = base }

  package var name: String { base.name }
  package var isRead: Bool { base.isRead }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let room = Int(FileBeginning.searchedLength) - beginning.count
    if room > 0 { beginning.append(contentsOf: bytes.prefix(room)) }
    try base.write(bytes)
  }

  package func flush() throws(FileError) { try base.flush() }

  package func beginContent() { base.beginContent() }

  package func endContent() { base.endContent() }

  /// Call it once everything is written.
  ///
  /// - Parameters:
  ///   - format: that of the file.
  ///   - source: what errors are about.
  /// - Throws: if reading it again would find no recording, or one of another format.
  package func requireReadable(as format: RecordingFormat, from source: String) throws(FileError) {
    let found: RecordingFormat?
    do { found = try RecordingSniffer.format(of: MemoryBytes(beginning)) } catch { found = nil }
    guard found != format else { return }
    let reason = beginning.isEmpty ? "it has nothing that \(format.rawValue) can hold" : "it could not be read again"
    throw FileError(file: source, message: "is not written as \(format.rawValue), since \(reason); choose mcap")
  }
}
