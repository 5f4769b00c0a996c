package import SystemPackage
package import TouchReelByteStreams
package import TouchReelCanvas
import TouchReelDrawingFiles
import TouchReelRecordingFormats
import TouchReelRecordings

/// What a picture was made of: a digest of the input's bytes, the options and the version of the program, which
/// `--if-changed` notes in the picture itself.
package struct PictureMark: Hashable, Sendable {
  private static let keyword = "touchreel:source"

  private let digest: String

  /// What a PNG says of it.
  package var note: PNGText { PNGText(keyword: Self.keyword, text: digest) }

  /// The mark of a picture that is there.
  enum Found: Hashable {
    /// There is no file that a picture would take the place of: pipes and devices are written.
    case nothing
    /// There is one, whatever it is, without a mark.
    case unmarked
    /// The beginning of one, which ends before its mark and its pixels.
    case begun
    case marked(PictureMark)
  }

  static func found(at path: FilePath) throws(FileError) -> Found {
    guard (try? Stat(path))?.type == .regular else { return .nothing }
    let beginning = try FileBytes(path: path).beginning(512)
    if let digest = PNGText.text(of: keyword, inBeginning: beginning) { return .marked(PictureMark(digest: digest)) }
    return PNGText.endsBeforeText(of: keyword, beginning) ? .begun : .unmarked
  }

  /// Whether a picture that is there has its end, and nothing of it is damaged: its mark comes first.
  static func isWhole(at path: FilePath) throws(FileError) -> Bool {
    let file = try FileBytes(path: path)
    // Small pictures are read once.
    let beginning = try file.beginning(64 << 10)
    return try PNGIntegrity.isWhole(length: try file.length()) { (offset, count) throws(FileError) in
      if offset + UInt64(count) <= UInt64(beginning.count) {
        return Array(beginning[Int(offset)..<Int(offset) + count])
      }
      return try file.bytes(at: offset, count: count)
    }
  }

  private init(digest: String) { self.digest = digest }

  fileprivate init(_ hash: SHA256) {
    let digits = Array("0123456789abcdef".utf8)
    digest = String(decoding: hash.digest().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// Makes the marks of a run's pictures.
package struct PictureMarking: Sendable {
  /// The digest of all that the pictures have in common.
  private var common = SHA256()

  /// - Parameters:
  ///   - options: all that affect the pixels, as a text that no build changes.
  ///   - files: which the options name.
  /// - Throws: if one of the files cannot be read.
  package init(options: String, files: [any ByteSource]) throws(FileError) {
    common.add(Array("touchreel \(TouchReelVersion.current) \(options)".utf8)[...])
    for file in files { try common.add(file) }
  }

  /// The mark of a picture that is made of these bytes alone.
  package func mark(of bytes: ArraySlice<UInt8>) -> PictureMark {
    var hash = common
    hash.add(bytes)
    return PictureMark(hash)
  }

  /// The mark of a picture that is made of files.
  ///
  /// - Parameters:
  ///   - bytes: the recording or drawing.
  ///   - others: files that the picture is made of besides.
  /// - Complexity: that of reading all of the files.
  package func mark(of bytes: any ByteSource, and others: [FilePath]) throws(FileError) -> PictureMark {
    var hash = common
    try hash.add(bytes)
    for file in try Self.descriptions(beside: bytes) { try hash.add(file) }
    for file in others { try hash.add(try FileBytes(path: file)) }
    return PictureMark(hash)
  }

  /// What may describe the device of a recording that does not.
  private static func descriptions(beside bytes: any ByteSource) throws(FileError) -> [FileBytes] {
    guard let path = bytes.file, let name = path.lastComponent?.argument, try isDescribedBeside(bytes)
    else { return [] }
    var files: [FileBytes] = []
    for other in Recording.descriptionNames(beside: name) {
      let file = path.removingLastComponent().pushing(FilePath(argument: other))
      guard file != path, FileTree.mayBeFile(file) else { continue }
      do throws(FileError) { files.append(try FileBytes(path: file)) } catch { if error.isOfReading { throw error } }
    }
    return files
  }

  /// Drawings and what else is no recording are not.
  private static func isDescribedBeside(_ bytes: any ByteSource) throws(FileError) -> Bool {
    do throws(FileError) { return try RecordingSniffer.format(of: bytes).isDescribedBeside } catch {
      if error.isOfReading { throw error }
      return false
    }
  }
}

extension FileBytes {
  /// The bytes at an offset, as many as asked for; fewer only at the end.
  fileprivate func bytes(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let block = try block(at: offset + UInt64(bytes.count), size: count - bytes.count)
      if block.isEmpty { break }
      bytes += block
    }
    return bytes
  }
}

extension SHA256 {
  /// Adds a file's length and bytes, so that two files never look like two others.
  fileprivate mutating func add(_ bytes: any ByteSource) throws(FileError) {
    add(Array("\n\(try bytes.length())\n".utf8)[...])
    var offset: UInt64 = 0
    while true {
      let block = try bytes.block(at: offset, size: 1 << 18)
      guard !block.isEmpty else { return }
      add(block[...])
      offset += UInt64(block.count)
    }
  }
}
