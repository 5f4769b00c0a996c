import CTouchReelISAL

/// Packs a text part by part, so that it is nowhere as a whole.
final class GzipPacker {
  private let stream: UnsafeMutablePointer<isal_zstream>
  private var block = [UInt8](repeating: 0, count: 1 << 16)
  private var result: [UInt8] = []

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: isal_zstream())
    isal_deflate_init(stream)
    stream.pointee.gzip_flag = UInt16(IGZIP_GZIP)
    stream.pointee.flush = UInt16(NO_FLUSH)
  }

  deinit { stream.deallocate() }

  func add(_ text: [UInt8]) { pack(text) { self.stream.pointee.avail_in > 0 || self.stream.pointee.avail_out == 0 } }

  /// The whole file, with a last part of its text. Nothing can be added to it then.
  func finish(with text: [UInt8] = []) -> [UInt8] {
    stream.pointee.end_of_stream = 1
    pack(text) { self.stream.pointee.internal_state.state != ZSTATE_END }
    defer { result = [] }
    return result
  }

  private func pack(_ text: [UInt8], while isUnfinished: () -> Bool) {
    text.withUnsafeBufferPointer { text in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: text.baseAddress)
      stream.pointee.avail_in = UInt32(clamping: text.count)
      repeat { drain() } while isUnfinished()
    }
  }

  private func drain() {
    let count = block.withUnsafeMutableBufferPointer { block in
      stream.pointee.next_out = block.baseAddress
      stream.pointee.avail_out = UInt32(block.count)
      // Its errors are wrong levels, flush types and buffers: none of them depends on data.
      _ = isal_deflate(stream)
      return block.count - Int(stream.pointee.avail_out)
    }
    result += block[..<count]
  }
}
