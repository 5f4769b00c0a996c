import ByteStreams
import InputEvents
import SystemPackage

/// Events kept in an unlinked temporary file until the output reaches their place, and returned in order.
final class EventSpool {
  private static let recordSize = 16
  private static let blockSize = 64 << 10

  private let folder: FilePath
  private var descriptor: FileDescriptor?
  private var buffer: [UInt8] = []
  private var written: Int64 = 0

  init(in folder: FilePath) { self.folder = folder }

  deinit {
    // Its contents are no longer needed.
    _ = try? descriptor?.close()
  }

  func append(_ frame: Frame) throws(FileError) {
    for event in frame.events {
      withUnsafeBytes(of: event.time.nanoseconds.littleEndian) { buffer.append(contentsOf: $0) }
      withUnsafeBytes(of: event.type.rawValue.littleEndian) { buffer.append(contentsOf: $0) }
      withUnsafeBytes(of: event.code.rawValue.littleEndian) { buffer.append(contentsOf: $0) }
      withUnsafeBytes(of: event.value.littleEndian) { buffer.append(contentsOf: $0) }
    }
    if buffer.count >= Self.blockSize { try spill() }
  }

  /// Returns all frames.
  func drain(_ take: (Frame) throws(FileError) -> Void) throws(FileError) {
    var frame = Frame()
    func add(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
      for start in stride(from: 0, to: bytes.count - Self.recordSize + 1, by: Self.recordSize) {
        frame.events.append(event(in: bytes, at: start))
        guard frame.events.last?.isReport == true || frame.events.count >= FrameAssembler.limit else { continue }
        try take(frame)
        frame.events.removeAll(keepingCapacity: true)
      }
    }
    try readSpilled(add)
    try forwarded(buffer, to: add)
    buffer = []
    if !frame.events.isEmpty { try take(frame) }
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

  private func spill() throws(FileError) {
    do {
      let file = try descriptor ?? unlinkedTemporaryFile(in: folder)
      descriptor = file
      _ = try file.writeAll(toAbsoluteOffset: written, buffer)
    } catch {
      throw failure("cannot be kept for the end of the file", error)
    }
    written += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  private func readSpilled(
    _ take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    guard let descriptor else { return }
    var offset: Int64 = 0
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while offset < written {
      let length = Int(min(Int64(block.count), written - offset))
      do {
        try block.withUnsafeMutableBytes { space in try fill(space[..<length], from: descriptor, at: offset) }
      } catch {
        throw failure("cannot be read back", error)
      }
      try forwarded(Array(block[..<length]), to: take)
      offset += Int64(length)
    }
  }

  private func fill(
    _ space: Slice<UnsafeMutableRawBufferPointer>, from file: FileDescriptor, at offset: Int64
  ) throws {
    var done = 0
    while done < space.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: space[(space.startIndex + done)...])
      let count = try file.read(fromAbsoluteOffset: offset + Int64(done), into: rest)
      guard count > 0 else { throw Errno.ioError }
      done += count
    }
  }

  private func forwarded(
    _ bytes: [UInt8], to take: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let result: Result<Void, FileError> = bytes.withUnsafeBytes { part in
      Result { () throws(FileError) in try take(part) }
    }
    try result.get()
  }

  private func failure(_ what: String, _ error: any Error) -> FileError {
    FileError(
      file: folder.string, message: "the events of further devices \(what): \(error); make room there or set TMPDIR")
  }
}
