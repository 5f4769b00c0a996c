internal import CTouchReelZstd

/// What zstd says of a failure.
struct ZstdError: Error {
  var reason: String

  init(code: Int) { reason = String(cString: ZSTD_getErrorName(code)) }

  private init(reason: String) { self.reason = reason }

  static var outOfMemory: ZstdError { ZstdError(reason: "not enough memory") }
}

/// A compressor whose tables are kept from chunk to chunk.
struct ZstdCompressor: ~Copyable {
  private let context: OpaquePointer?

  /// Want of memory shows when compressing.
  init(level: Int, tuning: ZstdTuning = ZstdTuning()) {
    context = ZSTD_createCCtx()
    set(ZSTD_c_compressionLevel, to: level)
    if let length = tuning.shortestMatch { set(ZSTD_c_minMatch, to: length) }
    guard let size = tuning.tableLog else { return }
    set(ZSTD_c_hashLog, to: size)
    set(ZSTD_c_chainLog, to: size)
  }

  private func set(_ parameter: ZSTD_cParameter, to value: Int) {
    guard let context else { return }
    let bounds = ZSTD_cParam_getBounds(parameter)
    let clamped = min(max(value, Int(bounds.lowerBound)), Int(bounds.upperBound))
    ZSTD_CCtx_setParameter(context, parameter, Int32(clamped))
  }

  deinit { ZSTD_freeCCtx(context) }

  func bound(_ count: Int) -> Int { ZSTD_compressBound(count) }

  /// One whole frame, with the content's size in its header.
  func compress(
    _ bytes: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ZstdError) -> Int {
    guard let context else { throw .outOfMemory }
    let result = ZSTD_compress2(context, buffer.baseAddress, buffer.count, bytes.baseAddress, bytes.count)
    guard ZSTD_isError(result) == 0 else { throw ZstdError(code: result) }
    return result
  }
}

/// A decompressor that gives what there is of a frame, in steps.
struct ZstdDecompressor: ~Copyable {
  private let context: OpaquePointer?

  /// Want of memory shows when decompressing.
  init() { context = ZSTD_createDCtx() }

  deinit { ZSTD_freeDCtx(context) }

  enum Progress { case output, needsInput, finished }

  /// What the first frame declares of its content; `nil` if it declares nothing, is no frame, or is followed by
  /// another.
  static func contentSize(_ compressed: UnsafeRawBufferPointer) -> UInt64? {
    let size = ZSTD_getFrameContentSize(compressed.baseAddress, compressed.count)
    let frameSize = ZSTD_findFrameCompressedSize(compressed.baseAddress, compressed.count)
    // The two greatest values say that the size is unknown or that there is no frame.
    return size < .max - 1 && frameSize == compressed.count ? size : nil
  }

  /// Forgets the frame begun.
  func reset() { ZSTD_DCtx_reset(context, ZSTD_reset_session_only) }

  /// Takes bytes from the front of `input` and gives bytes to the front of `output`, whose bounds move on.
  func decompress(
    _ input: inout Slice<UnsafeRawBufferPointer>, into output: inout Slice<UnsafeMutableRawBufferPointer>
  ) throws(ZstdError) -> Progress {
    guard let context else { throw .outOfMemory }
    let source = UnsafeRawBufferPointer(rebasing: input)
    let target = UnsafeMutableRawBufferPointer(rebasing: output)
    var consumed = ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
    var produced = ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
    let result = ZSTD_decompressStream(context, &produced, &consumed)
    guard ZSTD_isError(result) == 0 else { throw ZstdError(code: result) }
    input = input.dropFirst(consumed.pos)
    output = output.dropFirst(produced.pos)
    if result == 0 { return .finished }
    return input.isEmpty && !output.isEmpty ? .needsInput : .output
  }
}
