import TouchReelByteStreams
import TouchReelMCAP

/// An output as the container's writer needs it.
struct ContainerOutput: MCAPSink {
  let output: any ByteOutput

  mutating func write(_ bytes: RawSpan) throws(FileError) {
    try bytes.withUnsafeBytes { part throws(FileError) in try output.write(part) }
  }
}

/// A source as the container's reader needs it.
struct ContainerInput: MCAPSource {
  let bytes: any ByteSource
  let meter = ReadingMeter()

  /// `nil` for a pipe whose end has not come, and for a file of unknown length.
  var size: UInt64? {
    if let end = meter.end { return end }
    guard !bytes.isPipe else { return nil }
    do { return try bytes.length() } catch { return nil }
  }

  mutating func reaches(_ end: UInt64) throws(FileError) -> Bool? {
    if let size { return end <= size }
    return bytes.isFollowed ? nil : try meter.readAhead(to: end, in: bytes)
  }

  mutating func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = try bytes.read(at: offset, into: buffer)
    meter.offset = offset + UInt64(count)
    return count
  }
}

/// How far a file was read.
final class ReadingMeter {
  /// The offset that the container's reader has reached.
  var offset: UInt64 = 0
  /// The offset up to which a pipe was read ahead.
  private var ahead: UInt64 = 0
  /// The end of a pipe, once it has come.
  private(set) var end: UInt64?

  /// Reads what comes before an offset, which the pipe keeps.
  /// - Returns: false if the pipe ends before.
  func readAhead(to target: UInt64, in bytes: any ByteSource) throws(FileError) -> Bool {
    ahead = max(ahead, offset)
    guard ahead < target else { return true }
    // A pipe keeps as much anyway; one that goes on for days must not keep all.
    if target - offset > 32 << 20 { try bytes.keepRest() }
    while ahead < target {
      let block = try bytes.block(at: ahead, size: 1 << 16)
      if block.isEmpty {
        end = ahead
        return false
      }
      ahead += UInt64(block.count)
    }
    return true
  }
}

extension FileError {
  /// What stopped the container's reader, in words that a user can act on.
  init(_ error: MCAPReadError<FileError>, file: String) {
    switch error {
    case .source(let failure): self = failure
    case .format(let problem): self.init(problem, file: file)
    }
  }

  private init(_ error: MCAPError, file: String) {
    let record = error.location.opcode.map { "\($0): " } ?? ""
    let (rest, advice): (String, Advice?) =
      switch error.problem {
      case .notMCAP, .unsupportedVersion, .unsupportedCompression: ("", nil)
      case .tooLarge: ("", .raise(.chunkSize))
      case .expandsTooFar: ("", .raise(.expansion))
      default: (Self.adviceToSalvageRecording, nil)
      }
    self.init(
      file: file, location: .offset(error.location.offset), message: "\(record)\(error.problem)\(rest)", advice: advice)
  }

  /// What stopped the container's writer.
  init(_ error: MCAPWriteError<FileError>, file: String) {
    switch error {
    case .sink(let failure): self = failure
    case .closed: self.init(file: file, message: "is finished or failed before; nothing more can be written")
    case .compression(let reason): self.init(file: file, message: "zstd cannot compress (\(reason))")
    case .conflictingChannel, .conflictingSchema, .unknownChannel, .unknownSchema:
      self.init(file: file, message: "cannot be written: \(error)")
    }
  }
}
