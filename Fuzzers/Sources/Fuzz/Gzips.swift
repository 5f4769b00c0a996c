import TouchReelByteStreams

/// A file of gzip, with sums that are right again, so that what the fuzzer changes is not found at once. It holds what a
/// second implementation finds in it, whether it comes at once or in pieces; of a damaged one, both give the same as far
/// as both go, and the damage lies within the file.
func fuzzGzip(_ bytes: [UInt8]) throws {
  let reference = InflatedFile(bytes, limit: contentLimit)
  _ = try unpacked(MemoryBytes(bytes))
  let file = reference.summed
  let whole = try unpacked(MemoryBytes(file))
  let pieces = try unpacked(PieceBytes(file, choices: Choices(file)))
  guard max(whole.content.count, pieces.content.count) <= contentLimit else { return }
  require(
    (whole.damage == nil) == (pieces.damage == nil),
    "at once \(whole.damage as Any), in pieces \(pieces.damage as Any)")
  if reference.isWhole || whole.damage == nil { requireSame(pieces.content, whole.content, "in pieces") }
  guard reference.isWhole else {
    let count = min(whole.content.count, reference.content.count)
    return requireSame(
      Array(whole.content[..<count]), Array(reference.content[..<count]), "up to the damage")
  }
  require(whole.damage == nil, "whole, but read as damaged: \(whole.damage as Any)")
  requireSame(whole.content, reference.content, "unpacked")
}

/// The bytes of a content that are looked at: a file of a few can have a million.
private let contentLimit = 200_000

private func unpacked(_ base: any ByteSource) throws -> (content: [UInt8], damage: FileError?) {
  let source = GzipBytes(base, endsAtDamage: true)
  var content: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 14)
  while content.count <= contentLimit {
    let count = try buffer.withUnsafeMutableBytes { try source.read(at: UInt64(content.count), into: $0) }
    if count == 0 { break }
    content += buffer[..<count]
  }
  if case .offset(let place)? = source.damage?.location {
    let size = try base.length()
    require(place <= size, "damage at \(place) of \(size) bytes")
  }
  return (content, source.damage)
}
