import CISAL

/// Files packed by gzip (RFC 1952), by ISA-L. They may have several members, one after another; what else lies behind
/// the last is ignored.
enum Gzip {
  static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b, 8]) }

  /// `nil` if the stream is damaged or cut off, or unpacks to more than the limit. Memory is taken as it is filled.
  static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    let (text, isWhole) = inflated(bytes, limit: limit)
    return isWhole ? text : nil
  }

  /// As many bytes as there are up to a number of them.
  static func beginning(_ bytes: [UInt8], count: Int) -> [UInt8] { inflated(bytes, limit: count).text }

  private static let blockSize = 1 << 16

  private static func inflated(_ bytes: [UInt8], limit: Int) -> (text: [UInt8], isWhole: Bool) {
    let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    state.initialize(to: inflate_state())
    defer { state.deallocate() }
    start(state)
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockSize)
    let isWhole = bytes.withUnsafeBufferPointer { bytes in
      state.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      state.pointee.avail_in = UInt32(clamping: bytes.count)
      while text.count < limit {
        let count = block.withUnsafeMutableBufferPointer { fill($0, state) }
        guard let count else { return false }
        text += block[..<count]
        if state.pointee.block_state == ISAL_BLOCK_FINISH {
          guard startsNextMember(state) else { return text.count <= limit }
        } else if count == 0 {
          return false
        }
      }
      return false
    }
    return (Array(text.prefix(limit)), isWhole)
  }

  private static func start(_ state: UnsafeMutablePointer<inflate_state>) {
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_GZIP)
  }

  private static func startsNextMember(_ state: UnsafeMutablePointer<inflate_state>) -> Bool {
    let (next, count) = (state.pointee.next_in, state.pointee.avail_in)
    guard count >= 3, begins(Array(UnsafeBufferPointer(start: next, count: 3))) else { return false }
    start(state)
    (state.pointee.next_in, state.pointee.avail_in) = (next, count)
    return true
  }

  private static func fill(
    _ block: UnsafeMutableBufferPointer<UInt8>, _ state: UnsafeMutablePointer<inflate_state>
  ) -> Int? {
    state.pointee.next_out = block.baseAddress
    state.pointee.avail_out = UInt32(block.count)
    guard [ISAL_DECOMP_OK, ISAL_END_INPUT].contains(isal_inflate(state)) else { return nil }
    return block.count - Int(state.pointee.avail_out)
  }

  static func packed(_ text: [UInt8]) -> [UInt8] {
    let stream = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
    stream.initialize(to: isal_zstream())
    defer { stream.deallocate() }
    isal_deflate_init(stream)
    stream.pointee.gzip_flag = UInt16(IGZIP_GZIP)
    stream.pointee.end_of_stream = 1
    stream.pointee.flush = UInt16(NO_FLUSH)
    var result: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockSize)
    text.withUnsafeBufferPointer { text in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: text.baseAddress)
      stream.pointee.avail_in = UInt32(clamping: text.count)
      repeat {
        let count = block.withUnsafeMutableBufferPointer { block in
          stream.pointee.next_out = block.baseAddress
          stream.pointee.avail_out = UInt32(block.count)
          // Its errors are wrong levels, flush types and buffers: none of them depends on data.
          _ = isal_deflate(stream)
          return block.count - Int(stream.pointee.avail_out)
        }
        result += block[..<count]
      } while stream.pointee.internal_state.state != ZSTATE_END
    }
    return result
  }
}
