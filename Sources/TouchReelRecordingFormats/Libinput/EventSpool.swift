import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents

/// Events kept in a spool until the output reaches their position, and returned in order.
final class EventSpool {
  private static let recordSize = 16
  /// A multiple of the record's size.
  private static let blockSize = 64 << 10

  private let folder: FilePath
  private var bytes: SpooledBytes
  private var records: [UInt8] = []

  init(in folder: FilePath) {
    self.folder = folder
    bytes = SpooledBytes(in: folder, memoryLimit: Self.blockSize)
  }

  func append(_ frame: Frame) throws(FileError) {
    records.removeAll(keepingCapacity: true)
    for event in frame.events { addRecord(of: event) }
    do throws(Errno) {
      try bytes.append(records)
    } catch {
      throw failure("cannot be kept for the end of the file", error)
    }
  }

  /// Returns all frames.
  func drain(_ take: (Frame) throws(FileError) -> Void) throws(FileError) {
    var frame = Frame()
    for offset in stride(from: 0, to: bytes.count, by: Self.blockSize) {
      for event in try events(at: offset) {
        frame.events.append(event)
        guard event.isReport || frame.events.count >= FrameAssembler.limit else { continue }
        try take(frame)
        frame.events.removeAll(keepingCapacity: true)
      }
    }
    bytes.removeAll()
    if !frame.events.isEmpty { try take(frame) }
  }

  private func addRecord(of event: InputEvent) {
    withUnsafeBytes(of: event.time.nanoseconds.littleEndian) { records.append(contentsOf: $0) }
    withUnsafeBytes(of: event.type.rawValue.littleEndian) { records.append(contentsOf: $0) }
    withUnsafeBytes(of: event.code.rawValue.littleEndian) { records.append(contentsOf: $0) }
    withUnsafeBytes(of: event.value.littleEndian) { records.append(contentsOf: $0) }
  }

  /// The events of a block.
  private func events(at offset: Int) throws(FileError) -> [InputEvent] {
    do throws(Errno) {
      let block = try bytes.bytes(at: offset, count: min(Self.blockSize, bytes.count - offset))
      return block.withUnsafeBytes { block in
        stride(from: 0, to: block.count, by: Self.recordSize).map { event(in: block, at: $0) }
      }
    } catch {
      throw failure("cannot be read back", error)
    }
  }

  private func event(in bytes: UnsafeRawBufferPointer, at start: Int) -> InputEvent {
    let time = bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)
    let type = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt16.self)
    let code = bytes.loadUnaligned(fromByteOffset: start + 10, as: UInt16.self)
    let value = bytes.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
    return InputEvent(
      time: Timestamp(nanoseconds: Int64(littleEndian: time)), type: EventType(rawValue: UInt16(littleEndian: type)),
      code: EventCode(rawValue: UInt16(littleEndian: code)), value: Int32(littleEndian: value))
  }

  private func failure(_ what: String, _ error: Errno) -> FileError {
    FileError(
      file: folder.string, message: "the events of further devices \(what): \(error); \(error.temporaryFileRemedy)")
  }
}
