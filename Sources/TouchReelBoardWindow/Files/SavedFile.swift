import Glibc
import SystemPackage
import TouchReelDrawingFiles
import TouchReelExporting

/// A kind of file that a window can save, identified by the suffix of its name.
enum SavedFile: Hashable, CaseIterable {
  case png
  case drawing(DrawingKind)
  case recording
  case svg, pdf
  /// A film of a part of a recording.
  case film(FilmKind)
  /// A page that plays a part of a recording.
  case page

  /// The kinds that drawings are saved as, in the order in which they are offered.
  static let allCases: [SavedFile] = [
    .png, .drawing(.touchreel), .drawing(.drawsana), .recording, .svg, .pdf, .drawing(.xournal), .drawing(.excalidraw),
    .drawing(.inkml), .drawing(.quickdraw),
  ]

  /// Those that a part of a recording is saved as.
  static let ofParts: [SavedFile] =
    [.recording] + FilmKind.allCases.map(SavedFile.film) + [.page, .png, .svg, .pdf]

  private init?(_ path: FilePath, among kinds: [SavedFile] = allCases) {
    guard let kind = kinds.first(where: { $0.matches(path) }) else { return nil }
    self = kind
  }

  /// The kind to save. A suffix of the name counts, and without one the kind that was chosen.
  init(_ path: FilePath, choosing chosen: SavedFile, among kinds: [SavedFile] = allCases) {
    self = SavedFile(path, among: kinds) ?? chosen
  }

  /// The kind to save, of a dialog that leaves the name alone when another kind is chosen, as those of desktops do.
  /// With the suffix that was suggested, the chosen kind counts; any other was typed by the user.
  ///
  /// - Parameters:
  ///   - suggested: of the name that the dialog suggested.
  ///   - kinds: those that are offered.
  init(_ path: FilePath, choosing chosen: SavedFile, suggested: SavedFile, among kinds: [SavedFile] = allCases) {
    let named = SavedFile(path, among: kinds) ?? suggested
    self = named == suggested ? chosen : named
  }

  /// Whether windows open such files, to go on with what was drawn.
  var isOpenable: Bool {
    switch self {
    case .drawing, .recording: true
    case .png, .svg, .pdf, .film, .page: false
    }
  }

  /// - Parameters:
  ///   - name: the name in the dialog.
  ///   - kinds: those that are offered.
  init?(called name: String, among kinds: [SavedFile] = allCases) {
    guard let kind = kinds.first(where: { $0.name == name }) else { return nil }
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
    case .film(let kind): ".\(kind.rawValue)"
    case .page: ".html"
    }
  }

  private var name: String {
    switch self {
    case .png: translated("PNG picture")
    case .svg: translated("SVG picture")
    case .pdf: translated("PDF document")
    case .drawing(let kind): kind.title
    case .recording: translated("Recording")
    case .film(.mp4): translated("MP4 film")
    case .film(.webm): translated("WebM film")
    case .film(.gif): translated("GIF film")
    case .film(.apng): translated("APNG film")
    case .page: translated("Web page that plays")
    }
  }

  /// The name with the suffix of this kind, replacing that of another kind.
  func named(_ path: FilePath, among kinds: [SavedFile] = allCases) -> FilePath {
    matches(path) ? path : renamed(path, adding: "", among: kinds)
  }

  /// - Parameters:
  ///   - end: what comes before the suffix.
  ///   - kinds: those whose suffixes are replaced.
  private func renamed(_ path: FilePath, adding end: String, among kinds: [SavedFile]) -> FilePath {
    let other = SavedFile(path, among: kinds)?.suffix ?? ""
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
    return end.map { renamed(stem, adding: $0, among: Self.allCases) } ?? named(stem)
  }

  private func matches(_ path: FilePath) -> Bool { path.string.lowercased().hasSuffix(suffix) }
}

extension SavedFile {
  /// What draws it of a recording; `nil` for a recording and for drawings.
  nonisolated var picture: PictureFormat? {
    switch self {
    case .png: .png
    case .svg: .svg
    case .pdf: .pdf
    case .film(let kind): PictureFormat(kind)
    case .page: .html
    case .drawing, .recording: nil
    }
  }
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
