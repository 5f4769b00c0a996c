import Glibc
import SystemPackage
import TouchReelDrawingFiles

/// A kind of file that a window can save, identified by the suffix of its name.
enum SavedFile: Hashable, CaseIterable {
  case png
  case drawing(DrawingKind)
  case recording
  case svg, pdf

  /// All kinds, in the order in which they are offered.
  static let allCases: [SavedFile] = [
    .png, .drawing(.touchreel), .drawing(.drawsana), .recording, .svg, .pdf, .drawing(.xournal), .drawing(.excalidraw),
    .drawing(.inkml), .drawing(.quickdraw),
  ]

  private init?(_ path: FilePath) {
    guard let kind = Self.allCases.first(where: { $0.matches(path) }) else { return nil }
    self = kind
  }

  /// The kind to save. A suffix of the name counts, and without one the kind that was chosen.
  init(_ path: FilePath, choosing chosen: SavedFile) { self = SavedFile(path) ?? chosen }

  /// The kind to save, of a dialog that leaves the name alone when another kind is chosen, as those of desktops do.
  /// With the suffix that was suggested, the chosen kind counts; any other was typed by the user.
  ///
  /// - Parameter suggested: of the name that the dialog suggested.
  init(_ path: FilePath, choosing chosen: SavedFile, suggested: SavedFile) {
    let named = SavedFile(path) ?? suggested
    self = named == suggested ? chosen : named
  }

  /// Whether windows open such files, to go on with what was drawn.
  var isOpenable: Bool {
    switch self {
    case .drawing, .recording: true
    case .png, .svg, .pdf: false
    }
  }

  /// - Parameter name: the name in the dialog.
  init?(called name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  var kind: FileKind { FileKind(name: name, pattern: "*\(suffix)") }

  private var suffix: String {
    switch self {
    case .png: ".png"
    case .svg: ".svg"
    case .pdf: ".pdf"
    case .drawing(let kind): kind.suffix
    case .recording: ".mcap"
    }
  }

  private var name: String {
    switch self {
    case .png: translated("PNG picture")
    case .svg: translated("SVG picture")
    case .pdf: translated("PDF document")
    case .drawing(let kind): kind.title
    case .recording: translated("Recording")
    }
  }

  /// The name with the suffix of this kind, replacing that of another kind.
  func named(_ path: FilePath) -> FilePath { matches(path) ? path : renamed(path, adding: "") }

  /// - Parameter end: what comes before the suffix.
  private func renamed(_ path: FilePath, adding end: String) -> FilePath {
    let other = SavedFile(path)?.suffix ?? ""
    // A name need not be UTF-8.
    let bytes = path.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    return FilePath(platformString: bytes.dropLast(other.utf8.count) + Array((end + suffix).utf8CString))
  }

  /// The name with the suffix of this kind, replacing its own even if no kind has that.
  ///
  /// - Parameter end: what comes before the suffix, if anything has to.
  func replacingSuffix(of path: FilePath, adding end: String? = nil) -> FilePath {
    var stem = path
    if SavedFile(path) == nil { stem.extension = nil }
    return end.map { renamed(stem, adding: $0) } ?? named(stem)
  }

  private func matches(_ path: FilePath) -> Bool { path.string.lowercased().hasSuffix(suffix) }
}

extension DrawingKind {
  /// What the window calls it.
  fileprivate var title: String {
    switch self {
    case .touchreel: translated("TouchReel drawing")
    case .drawsana: translated("Drawsana drawing")
    case .excalidraw: translated("Excalidraw drawing")
    case .xournal: translated("Xournal++ page")
    case .inkml: translated("InkML drawing")
    case .quickdraw: "Quick, Draw!"
    }
  }
}
