import ArgumentParser
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInkFiles
import TouchReelRecordingFormats
import TouchReelReplaying
import TouchReelWindowArguments

/// How the pictures of a file that holds many drawings are named.
enum DrawingNames: String, WordArgument {
  /// The offset of the drawing in the file, from 0: `cat-000012.png`.
  case index
  /// The drawing's `key_id`: `cat-5891796615823360.png`.
  case key
}

/// A file that holds many drawings, one a line: the data set “Quick, Draw!”.
struct DrawingSet: Sendable {
  let target: PictureTargets.Target
  private var blocks: LineBlocks
  private var first: LineBlock?
  private let names: DrawingNames
  /// Those that names were given for.
  private var keys: Set<String> = []

  var readFraction: Double { blocks.readFraction }

  /// `nil` if the file is none, or holds one drawing, which is drawn as that of any other file.
  init?(
    _ target: PictureTargets.Target, _ bytes: any ByteSource & Sendable, names: DrawingNames
  ) throws(FileError) {
    guard InkKind.isPossible(beginning: try bytes.beginning(64)),
      InkKind(beginning: try bytes.beginning(InkKind.sniffedLength)) == .quickdraw,
      try RecordingSniffer.eventLines(in: bytes) != .outside
    else { return nil }
    self.target = target
    self.names = names
    blocks = LineBlocks(bytes)
    first = try blocks.next()
    guard let lines = first?.lines, lines.count > 1 || names == .key else { return nil }
  }

  /// The next lines, as far as they are this run's; `nil` at the end of the file.
  mutating func next(_ shard: ShardArgument?) throws(FileError) -> DrawingLines? {
    let block = if let first = first.take() { first } else { try blocks.next() }
    guard let block else { return nil }
    var lines = DrawingLines(target: target, block: block)
    for line in block.lines {
      let name = name(of: line, in: block)
      if shard?.takes(line.index) ?? true { lines.drawings.append(DrawingLines.Drawing(line: line, name: name)) }
    }
    return lines
  }

  private mutating func name(of line: LineBlock.Line, in block: LineBlock) -> DrawingLines.Name {
    switch names {
    case .index:
      let digits = String(line.index)
      return .usable(String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits)
    case .key: return keyName(of: line, in: block)
    }
  }

  private mutating func keyName(of line: LineBlock.Line, in block: LineBlock) -> DrawingLines.Name {
    guard let bytes = block.text(of: line) else { return .usable("") }
    let key = bytes.withUnsafeBufferPointer { try? QuickDrawLine.key(ofLine: $0) }
    // A line that is damaged is reported as that.
    guard let key else { return .usable("") }
    guard !key.isEmpty else { return .unusable("it has no key_id; use --name-by index") }
    guard Self.isUsable(key) else {
      return .unusable("its key_id is no usable name for a file; use --name-by index")
    }
    return keys.insert(key).inserted
      ? .usable(key) : .unusable("its key_id \(key) is that of a line before it; use --name-by index")
  }

  /// Names come from a file that nobody has looked at: letters, digits, and what cannot leave the folder.
  private static func isUsable(_ key: String) -> Bool {
    (1...100).contains(key.utf8.count) && key.utf8.first != UInt8(ascii: ".")
      && key.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
  }
}

/// Some lines of a set, and the names of their pictures.
struct DrawingLines: Sendable {
  enum Name: Sendable {
    case usable(String)
    /// Why it is not.
    case unusable(String)
  }

  struct Drawing: Sendable {
    var line: LineBlock.Line
    var name: Name

    /// - Parameter drawing: where the drawing is, for the message.
    func usableName(for drawing: String) throws(Failure) -> String {
      switch name {
      case .usable(let name): return name
      case .unusable(let reason): throw Failure(message: "\(drawing): \(reason)")
      }
    }
  }

  /// The target of the whole set: its picture is where the one of a single drawing would lie.
  let target: PictureTargets.Target
  let block: LineBlock
  var drawings: [Drawing] = []

  /// `pictures/cat.png` becomes `pictures/cat-NAME.png`.
  func target(named name: String) -> PictureTargets.Target {
    var target = target
    let suffix = "." + target.format.suffix
    target.picture = String(target.picture.dropLast(suffix.count)) + "-" + name + suffix
    return target
  }
}

extension LineBlock {
  /// `nil` if the line is too long.
  func text(of line: Line) -> ArraySlice<UInt8>? { line.range.map { bytes[$0] } }
}
