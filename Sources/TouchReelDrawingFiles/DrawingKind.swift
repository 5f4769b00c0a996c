package import TouchReelInkFiles

/// The kinds of files that hold a drawing.
public enum DrawingKind: String, Hashable, Sendable, CaseIterable {
  /// Our own: ``DrawingFile``.
  case touchreel
  /// `DrawsanaFile`.
  case drawsana
  /// A scene of Excalidraw.
  case excalidraw
  /// A page of Xournal++, or of Xournal.
  case xournal
  /// Ink markup (W3C); a recording where its strokes have times.
  case inkml
  /// A drawing of the data set “Quick, Draw!”; a recording where its strokes have times.
  case quickdraw
}

extension DrawingKind {
  /// How the names of its files end.
  public var suffix: String {
    switch self {
    case .touchreel, .drawsana: ".\(rawValue).json"
    case .excalidraw, .inkml: ".\(rawValue)"
    case .xournal: ".xopp"
    case .quickdraw: ".ndjson"
    }
  }

  /// The kind that the end of a file's name means; `nil` for any other name.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let kind = Self.allCases.first(where: { name.hasSuffix($0.suffix) }) else { return nil }
    self = kind
  }
}

/// Distinguishes drawing files from recordings, and their kinds from each other.
extension DrawingKind {
  /// So many bytes of a file are enough for ``isDrawing(beginning:)``.
  private static let sniffedLength = 64

  private static let archiveLength = 4096
  private static let archiveMark: [UInt8] = [0x50, 0x4b, 3, 4]

  /// Whether a file is a drawing of some kind, rather than a recording.
  ///
  /// - Parameters:
  ///   - limits: of what it may hold.
  ///   - read: gives so many of the file's first bytes, or all that there are.
  package static func isDrawing<Failure: Error>(
    limits: InkLimits = .standard, _ read: (_ count: Int) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    var head = try read(sniffedLength)
    // Behind something else, an archive shows by more of it.
    if head.firstRange(of: archiveMark) != nil { head = try read(archiveLength) }
    if InkKind.isPossible(beginning: head), let kind = InkKind(beginning: try read(InkKind.sniffedLength)) {
      guard kind != .xournal else { return true }
      // One that is damaged is answered as a recording.
      let page = try? kind.read(try read(.max), limits: limits)
      return page.map { !$0.hasTimes } ?? false
    }
    return isDrawing(beginning: Array(head.prefix(sniffedLength)))
  }

  /// Whether a file that begins with these bytes is a drawing of some kind: an object of JSON, as no recording is, or
  /// what is left of one.
  static func isDrawing(beginning bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: ByteOrderMark.bytes) ? bytes[ByteOrderMark.bytes.count...] : bytes[...]
    if hasName(text) { return true }
    // Text has no zeros, and the time of a raw event may look like text.
    if bytes.contains(0) { return false }
    var marks = text.lazy.filter { !$0.isBlank }.prefix(2).makeIterator()
    guard marks.next() == UInt8(ascii: "{") else { return false }
    // A member's name, or the end of an object without any.
    return [UInt8(ascii: "\""), UInt8(ascii: "}"), nil].contains(marks.next())
  }

  /// Whether there is the name of a member, as in no recording: a word in quotes before a colon.
  private static func hasName(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { index in
      guard text[index] == UInt8(ascii: "\"") else { return false }
      let word = text[(index + 1)...].prefix { UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0 }
      guard !word.isEmpty, text[word.endIndex...].first == UInt8(ascii: "\"") else { return false }
      return text[(word.endIndex + 1)...].first { !$0.isBlank } == UInt8(ascii: ":")
    }
  }

  /// The kind of a file whose object has these members.
  init(members: [String]) {
    if members.contains(where: ["elements", "libraryItems", "library"].contains), !members.contains("operations") {
      self = .excalidraw
    } else {
      self = members.contains("shapes") && !members.contains("version") ? .drawsana : .touchreel
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
