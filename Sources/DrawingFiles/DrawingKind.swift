/// The kinds of files that hold a drawing.
public enum DrawingKind: String, Hashable, Sendable, CaseIterable {
  /// Our own: ``DrawingFile``.
  case touchreel
  /// ``DrawsanaFile``.
  case drawsana
}

extension DrawingKind {
  /// How the names of its files end.
  public var suffix: String { ".\(rawValue).json" }

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
  public static let sniffedLength = 64

  /// Whether a file that begins with these bytes is a drawing of some kind: an object of JSON, as no recording is.
  public static func isDrawing(beginning bytes: [UInt8]) -> Bool {
    // Text has no zeros, and the time of a raw event may look like text.
    if bytes.contains(0) { return false }
    var marks = bytes.lazy.filter { !$0.isBlank }.prefix(2).makeIterator()
    guard marks.next() == UInt8(ascii: "{") else { return false }
    // A member's name, or the end of an object without any.
    return [UInt8(ascii: "\""), UInt8(ascii: "}"), nil].contains(marks.next())
  }

  /// The kind of a file whose object has these members.
  init(members: [String]) {
    self = members.contains("shapes") && !members.contains("version") ? .drawsana : .touchreel
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
