import Glibc
package import TouchReelByteStreams

/// Why nothing more can be had from the other end of a connection.
package enum ConnectionFailure: Error, Hashable, Sendable {
  /// It ended, or sent what it never sends.
  case broken
  /// It did not answer in time.
  case silent
}

/// One end of the connection between a program and its decoder. A message is its length, in 8 bytes, and so many bytes.
///
/// What comes from the other end is not trusted: whoever reads says how much, and takes the memory for it.
package struct DecoderSocket: ~Copyable, Sendable {
  private let descriptor: OwnedDescriptor
  private let patience: Duration

  /// - Parameters:
  ///   - descriptor: a connected socket.
  ///   - patience: how long a whole answer may take; `nil` for as long as it takes.
  package init(_ descriptor: consuming OwnedDescriptor, patience: Duration? = nil) {
    if let patience {
      var limit = timeval(tv_sec: max(Int(clamping: patience.components.seconds), 1), tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        setsockopt(descriptor.number, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
      }
    }
    self.patience = patience ?? .seconds(Int32.max)
    // Fewer changes from one process to the other.
    var size: CInt = 1 << 20
    setsockopt(descriptor.number, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    self.descriptor = descriptor
  }

  /// When the answer to a request that is made now is too late.
  package var deadline: ContinuousClock.Instant { .now + patience }

  /// Whether the other end is there and has sent nothing that nobody asked for.
  package var isIdle: Bool {
    var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 0
  }

  /// Waits until the other end is closed.
  package func waitForEnd() {
    // POLLRDHUP of poll.h, which Glibc's module does not have.
    let ended: Int16 = 0x2000
    var state = pollfd(fd: descriptor.number, events: ended, revents: 0)
    while poll(&state, 1, -1) <= 0, errno == EINTR || errno == EAGAIN {}
  }

  /// Sends the length of a message.
  ///
  /// - Parameters:
  ///   - head: its first bytes.
  ///   - count: how many come behind them, by ``send(_:)``.
  package func begin(_ head: [UInt8], before count: Int) throws(ConnectionFailure) {
    try send(UInt64(head.count + count).bytes + head)
  }

  package func send(_ bytes: [UInt8]) throws(ConnectionFailure) {
    try bytes.withBytes { bytes throws(ConnectionFailure) in try send(bytes) }
  }

  package func send(_ bytes: UnsafeRawBufferPointer) throws(ConnectionFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.send(descriptor.number, rest.baseAddress, rest.count, CInt(MSG_NOSIGNAL))
      if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) } else { try Self.check(errno) }
    }
  }

  package func receive(_ count: Int, by deadline: ContinuousClock.Instant) throws(ConnectionFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withMutableBytes { bytes throws(ConnectionFailure) in try receive(into: bytes, by: deadline) }
    return bytes
  }

  /// Fills memory.
  package func receive(
    into memory: UnsafeMutableRawBufferPointer, by deadline: ContinuousClock.Instant
  ) throws(ConnectionFailure) {
    var rest = memory
    while !rest.isEmpty {
      let count = recv(descriptor.number, rest.baseAddress, rest.count, 0)
      if count == 0 { throw .broken }
      if count > 0 { rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...]) } else { try Self.check(errno) }
      if ContinuousClock.now > deadline { throw .silent }
    }
  }

  private static func check(_ error: CInt) throws(ConnectionFailure) {
    switch error {
    case EINTR: return
    case EAGAIN: throw .silent
    default: throw .broken
    }
  }
}

extension Array {
  func withBytes<Outcome>(
    _ body: (UnsafeRawBufferPointer) throws(ConnectionFailure) -> Outcome
  ) throws(ConnectionFailure) -> Outcome {
    try withUnsafeBytes { bytes in Result { () throws(ConnectionFailure) in try body(bytes) } }.get()
  }

  mutating func withMutableBytes<Outcome>(
    _ body: (UnsafeMutableRawBufferPointer) throws(ConnectionFailure) -> Outcome
  ) throws(ConnectionFailure) -> Outcome {
    try withUnsafeMutableBytes { bytes in Result { () throws(ConnectionFailure) in try body(bytes) } }.get()
  }
}

extension FixedWidthInteger {
  /// Little-endian.
  var bytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}

/// The fields of a message, one behind the other.
struct MessageFields {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// - Throws: if the message ends within it.
  mutating func next<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(ConnectionFailure) -> Value {
    let count = MemoryLayout<Value>.size
    guard rest.count >= count else { throw .broken }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
  }

  mutating func number() throws(ConnectionFailure) -> Double { Double(bitPattern: try next()) }
}
