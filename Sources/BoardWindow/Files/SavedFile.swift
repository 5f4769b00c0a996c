import SystemPackage

/// A kind of file that what a window shows is saved as, told by the end of its name.
enum SavedFile: CaseIterable {
  case png, drawing, drawsana, recording

  private init?(_ path: FilePath) {
    guard let kind = Self.allCases.first(where: { $0.isMeant(by: path) }) else { return nil }
    self = kind
  }

  /// The end of a picture is what the dialog suggests, so that a kind that was chosen there goes before it; any other end was typed.
  init(_ path: FilePath, choosing chosen: SavedFile) {
    let named = SavedFile(path) ?? .png
    self = named == .png ? chosen : named
  }

  /// - Parameter name: in the words of the dialog.
  init?(called name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  var kind: FileKind { FileKind(name: name, pattern: "*\(suffix)") }

  private var suffix: String {
    switch self {
    case .png: ".png"
    case .drawing: ".touchreel.json"
    case .drawsana: ".drawsana.json"
    case .recording: ".mcap"
    }
  }

  private var name: String {
    switch self {
    case .png: "PNG picture"
    case .drawing: "TouchReel drawing"
    case .drawsana: "Drawsana drawing"
    case .recording: "Recording"
    }
  }

  /// The name with the end of this kind, in place of another kind's.
  func named(_ path: FilePath) -> FilePath {
    if isMeant(by: path) { return path }
    let stem = SavedFile(path).map { path.string.dropLast($0.suffix.utf8.count) } ?? path.string[...]
    return FilePath(stem + suffix)
  }

  private func isMeant(by path: FilePath) -> Bool { path.string.lowercased().hasSuffix(suffix) }
}
