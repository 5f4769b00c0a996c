import CTouchReelISAL

/// Files packed by gzip (RFC 1952), by ISA-L. They may have several members, one after another; what else lies behind
/// the last is counted.
enum Gzip {
  private static let mark: [UInt8] = [0x1f, 0x8b, 8]
  private static let headerSize = 10

  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Whether bytes begin as a stream does, or as one with a damaged header does: no more than one byte of its mark is
  /// wrong.
  static func mayBegin(_ bytes: [UInt8]) -> Bool { zip(bytes, mark).count { $0 == $1 } >= 2 }

  /// What follows a header that is damaged and has no names, if it can be unpacked; `nil` for any other file.
  static func contentOfBrokenHeader(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.count > headerSize, mayBegin(bytes), beginning(bytes, count: 16).isEmpty,
      !inflated(bytes[headerSize...], limit: 16, isRaw: true).text.isEmpty
    else { return nil }
    return bytes[headerSize...]
  }

  /// `nil` if the stream is damaged or cut off, or unpacks to more than the limit. Memory is taken as it is filled.
  static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    let (text, end) = inflated(bytes[...], limit: limit)
    return end == .whole ? text : nil
  }

  /// The first bytes of the text, up to a number of them.
  static func beginning(_ bytes: [UInt8], count: Int) -> [UInt8] { inflated(bytes[...], limit: count).text }

  /// What ends the unpacking of a stream.
  enum End {
    case whole
    /// There is more than the limit.
    case limit
    /// It is damaged or cut off.
    case damage
  }

  private static let blockSize = 1 << 16

  /// What can be unpacked of a stream, up to a limit or to damage.
  ///
  /// - Parameter isRaw: whether it has neither header nor checksum, as in a ZIP archive (RFC 1951).
  static func inflated(_ bytes: ArraySlice<UInt8>, limit: Int, isRaw: Bool = false) -> (text: [UInt8], end: End) {
    let (text, end, _) = inflatedWithRest(bytes, limit: limit, isRaw: isRaw)
    return (text, end)
  }

  /// What can be unpacked of a stream, and how many bytes lie behind it.
  static func inflatedWithRest(
    _ bytes: ArraySlice<UInt8>, limit: Int, isRaw: Bool = false
  ) -> (text: [UInt8], end: End, rest: Int) {
    let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    state.initialize(to: inflate_state())
    defer { state.deallocate() }
    start(state, isRaw: isRaw)
    var text: [UInt8] = []
    // Most texts are packed less than this. What is not filled takes no memory, and growing takes twice the text.
    text.reserveCapacity(min(limit, bytes.count * 8))
    var block = [UInt8](repeating: 0, count: blockSize)
    let end = bytes.withUnsafeBufferPointer { bytes in
      state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      state.pointee.avail_in = UInt32(clamping: bytes.count)
      while text.count < limit {
        let (count, isSound) = block.withUnsafeMutableBufferPointer { fill($0, state) }
        text += block[..<count]
        guard isSound else { return End.damage }
        if state.pointee.block_state == ISAL_BLOCK_FINISH {
          guard !isRaw, startsNextMember(state) else { return text.count <= limit ? End.whole : .limit }
        } else if count == 0 {
          return End.damage
        }
      }
      return End.limit
    }
    // The state holds bytes that were taken from the input and are not of the stream.
    let rest = end == .whole ? Int(state.pointee.avail_in) + Int(state.pointee.read_in_length / 8) : 0
    if text.count > limit { text.removeLast(text.count - limit) }
    return (text, end, rest)
  }

  private static func start(_ state: UnsafeMutablePointer<inflate_state>, isRaw: Bool) {
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(isRaw ? ISAL_DEFLATE : ISAL_GZIP)
  }

  private static func startsNextMember(_ state: UnsafeMutablePointer<inflate_state>) -> Bool {
    let (next, count) = (state.pointee.next_in, state.pointee.avail_in)
    guard count >= 3, begins(Array(UnsafeBufferPointer(start: next, count: 3))) else { return false }
    start(state, isRaw: false)
    (state.pointee.next_in, state.pointee.avail_in) = (next, count)
    return true
  }

  /// - Returns: how many bytes were filled, and whether the stream is sound up to there.
  private static func fill(
    _ block: UnsafeMutableBufferPointer<UInt8>, _ state: UnsafeMutablePointer<inflate_state>
  ) -> (count: Int, isSound: Bool) {
    state.pointee.next_out = block.baseAddress
    state.pointee.avail_out = UInt32(block.count)
    let isSound = [ISAL_DECOMP_OK, ISAL_END_INPUT].contains(isal_inflate(state))
    return (block.count - Int(state.pointee.avail_out), isSound)
  }

  static func packed(_ text: [UInt8]) -> [UInt8] {
    let packer = GzipPacker()
    return packer.finish(with: text)
  }
}
