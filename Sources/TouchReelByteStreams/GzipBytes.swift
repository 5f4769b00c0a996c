import CTouchReelISAL
import Synchronization
package import SystemPackage

/// What a file of gzip (RFC 1952) holds, unpacked as it is read and kept so that it can be read again. It may have
/// several members, one after another, which are one content; zeros or anything else behind the last are ignored, as
/// gzip does (``hasIgnoredBytes``).
package final class GzipBytes: ByteSource {
  private let base: any ByteSource
  private let lock = Mutex(())
  private let inflater: GzipInflater
  private let endsAtDamage: Bool
  private var kept: KeptBytes

  /// How much is unpacked at most, in bytes: 1 GiB, as much as a pipe may deliver.
  package static let limit: UInt64 = 1 << 30

  /// - Parameters:
  ///   - base: bytes that begin as gzip's do.
  ///   - endsAtDamage: whether the content ends where the data is cut or damaged, which is then in ``damage``; if not,
  ///     reading there throws.
  ///   - memoryLimit: bytes that are kept in memory; the rest goes to a temporary file.
  package init(_ base: any ByteSource, endsAtDamage: Bool = false, memoryLimit: Int = 64 << 20) {
    (self.base, self.endsAtDamage) = (base, endsAtDamage)
    inflater = GzipInflater(base)
    kept = KeptBytes(
      name: base.name, keeping: .everything(upTo: Self.limit), temporaryFolder: .temporaryFolder,
      memoryLimit: memoryLimit, remedy: "; unpack it to a file and name that")
  }

  /// Whether bytes are the beginning of a file of gzip.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: GzipInflater.magic) }

  package var name: String { base.name }
  package var file: FilePath? { base.file }
  package var isPipe: Bool { base.isPipe }
  package var readFraction: Double { base.readFraction }

  /// Whether something other than zeros follows the last member. Known once all was read.
  package var hasIgnoredBytes: Bool { lock.withLock { _ in inflater.hasIgnoredBytes } }

  /// What is wrong with the data, which holds more than can be read. Known once that was reached.
  package var damage: FileError? { lock.withLock { _ in inflater.damage } }

  package func length() throws(FileError) -> UInt64 {
    try lock.withLock { _ throws(FileError) in
      try kept.length { _ throws(FileError) in try nextBlock() }
    }
  }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    try lock.withLock { _ throws(FileError) in
      try kept.read(at: offset, into: buffer) { _ throws(FileError) in try nextBlock() }
    }
  }

  private func nextBlock() throws(FileError) -> [UInt8] {
    do {
      return try inflater.nextBlock()
    } catch {
      guard endsAtDamage, inflater.damage != nil else { throw error }
      return []
    }
  }
}

/// Unpacks members of gzip, one after another, by ISA-L.
private final class GzipInflater {
  static let magic: [UInt8] = [0x1f, 0x8b, 8]

  private let base: any ByteSource
  private let state: UnsafeMutablePointer<inflate_state>
  private let input: UnsafeMutableBufferPointer<UInt8>
  /// Bytes of the base that were read.
  private var offset: UInt64 = 0
  private var isBetweenMembers = true
  private var isAtEnd = false
  private(set) var hasIgnoredBytes = false
  /// Whether anything was unpacked, which salvage can read.
  private var hasUnpacked = false
  /// What is wrong; each further read says it again.
  private var failure: FileError?
  /// What is wrong with the data itself.
  private(set) var damage: FileError?

  private static let blockSize = 1 << 16

  init(_ base: any ByteSource) {
    self.base = base
    state = .allocate(capacity: 1)
    state.initialize(to: inflate_state())
    input = .allocate(capacity: Self.blockSize)
    input.initialize(repeating: 0)
  }

  deinit {
    state.deallocate()
    input.deallocate()
  }

  /// The next bytes; none at the end.
  func nextBlock() throws(FileError) -> [UInt8] {
    if let failure { throw failure }
    do throws(FileError) {
      while !isAtEnd {
        if isBetweenMembers, try !beginMember() { break }
        let block = try inflate()
        if !block.isEmpty { return block }
      }
    } catch {
      failure = error
      throw error
    }
    isAtEnd = true
    return []
  }

  /// - Returns: false if no member follows.
  private func beginMember() throws(FileError) -> Bool {
    // ISA-L takes the fields of a heading that comes in pieces for others.
    while !GzipHeading.isWhole(in: rest), Int(state.pointee.avail_in) < Self.blockSize, try fill() {}
    let rest = self.rest
    guard rest.starts(with: Self.magic) else {
      hasIgnoredBytes = rest.contains { $0 != 0 }
      return false
    }
    let (next, count) = (state.pointee.next_in, state.pointee.avail_in)
    isal_inflate_init(state)
    state.pointee.crc_flag = UInt32(ISAL_GZIP)
    (state.pointee.next_in, state.pointee.avail_in) = (next, count)
    isBetweenMembers = false
    return true
  }

  /// What was read and not yet unpacked.
  private var rest: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: state.pointee.next_in, count: Int(state.pointee.avail_in))
  }

  /// Bytes of the current member; none if more of the base is needed, or the member has none left.
  private func inflate() throws(FileError) -> [UInt8] {
    let isExhausted = state.pointee.avail_in == 0 ? try !fill() : false
    var status: Int32 = 0
    let block = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { space, count in
      state.pointee.next_out = space.baseAddress
      state.pointee.avail_out = UInt32(space.count)
      status = isal_inflate(state)
      count = space.count - Int(state.pointee.avail_out)
    }
    if !block.isEmpty { hasUnpacked = true }
    guard [ISAL_DECOMP_OK, ISAL_END_INPUT].contains(status) else {
      let fault = fault("is damaged")
      // What comes before the damage is sound.
      guard !block.isEmpty else { throw fault }
      failure = fault
      return block
    }
    if state.pointee.block_state == ISAL_BLOCK_FINISH {
      isBetweenMembers = true
    } else if isExhausted, block.isEmpty {
      throw fault("ends too early")
    }
    return block
  }

  private func fault(_ what: String) -> FileError {
    // ISA-L may say of damaged data that more is left than it was given, or less than nothing.
    let unread = UInt64(clamping: Int32(bitPattern: state.pointee.avail_in))
    let fault = FileError(
      file: base.name, location: .offset(offset - min(unread, offset)),
      message: "its gzip data \(what)" + (hasUnpacked ? FileError.adviceToSalvage : ", and nothing comes before it"))
    damage = fault
    return fault
  }

  /// Moves what is left of the input to its beginning, and reads more.
  ///
  /// - Returns: false at the end of the base.
  private func fill() throws(FileError) -> Bool {
    let left = Int(state.pointee.avail_in)
    if left > 0, let next = state.pointee.next_in { input.baseAddress?.update(from: next, count: left) }
    let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: input[left...]))
    let count = try base.read(at: offset, into: room)
    offset += UInt64(count)
    state.pointee.next_in = input.baseAddress
    state.pointee.avail_in = UInt32(left + count)
    return count > 0
  }
}

/// The heading of a member (RFC 1952, 2.3).
private enum GzipHeading {
  /// - Returns: whether bytes hold a whole one, or none.
  static func isWhole(in bytes: some RandomAccessCollection<UInt8>) -> Bool {
    guard bytes.starts(with: GzipInflater.magic.prefix(bytes.count)) else { return true }
    guard let flags = bytes.dropFirst(3).first else { return false }
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      let size = rest.prefix(2)
      guard size.count == 2, let low = size.first, let high = size.last else { return false }
      rest = rest.dropFirst(2 + (Int(low) | Int(high) << 8))
    }
    for text in [8, 16] as [UInt8] where flags & text != 0 {
      guard let end = rest.firstIndex(of: 0) else { return false }
      rest = rest[end...].dropFirst()
    }
    return rest.count >= (flags & 2 != 0 ? 3 : 1)
  }
}

extension ByteSource {
  /// Requires that gzip's data was sound as far as it was read.
  ///
  /// - Throws: what is wrong with it.
  package func requireSoundGzip() throws(FileError) {
    if let damage = (self as? GzipBytes)?.damage { throw damage }
  }
}

extension FileError {
  fileprivate static let adviceToSalvage = "; touchreel salvage reads what comes before"
  package static let adviceToSalvageRecording = "; touchreel salvage saves what can be read"

  /// The same without the advice to salvage the file, where that was tried.
  package var withoutAdviceToSalvage: FileError {
    var error = self
    for advice in [Self.adviceToSalvage, Self.adviceToSalvageRecording] where message.hasSuffix(advice) {
      error.message.removeLast(advice.count)
    }
    return error
  }
}
