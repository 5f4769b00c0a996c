import SystemPackage
import TouchReelCanvas
import TouchReelDrawingFiles

/// The file that a name means which the user has typed.
enum TypedName: Hashable {
  /// The file with the suffix of its kind, which a name without a suffix has not.
  case file(Document)
  /// The suffix is that of files which are not written here; the other document is the nearest one that is.
  case notWritten(suffix: String, instead: Document)

  /// Suffixes of files of other programs, besides those of pictures. Any other end of a name is a part of it, as in
  /// `v1.2`.
  private static let others: Set = [
    "ai", "avif", "doc", "docx", "dxf", "eps", "gz", "heic", "htm", "html", "isf", "json", "kra", "mp4", "odg", "odp",
    "odt", "ora", "ppt", "pptx", "ps", "psd", "svgz", "tga", "txt", "webm", "xcf", "xml", "xoj", "zip",
  ]

  /// - Parameters:
  ///   - kind: what counts for a name without a suffix.
  ///   - kinds: those that are offered.
  init(_ path: FilePath, as kind: SavedFile, among kinds: [SavedFile] = SavedFile.allCases) {
    let suffix = path.extension?.lowercased() ?? ""
    let isPicture = PixelBuffer.imageSuffixes.contains(suffix)
    let named = kind.named(path, among: kinds)
    guard named != path, isPicture || Self.others.contains(suffix) else {
      self = .file(Document(path: named, kind: kind))
      return
    }
    // What is read does not depend on the name.
    if suffix == "json", kind.isJSON {
      self = .file(Document(path: path, kind: kind))
      return
    }
    let own = SavedFile.drawing(.touchreel)
    let nearest: SavedFile = isPicture ? .png : suffix == "json" && kinds.contains(own) ? own : kind
    self = .notWritten(suffix: ".\(suffix)", instead: Document(path: nearest.replacingSuffix(of: path), kind: nearest))
  }

  /// Why a file is not written, for the user.
  static func reason(_ suffix: String) -> String { translated("This window saves no %s files.", suffix) }
}

extension SavedFile {
  fileprivate var isJSON: Bool {
    switch self {
    case .drawing(.touchreel), .drawing(.drawsana), .drawing(.excalidraw): true
    case .drawing, .png, .svg, .pdf, .recording, .film, .page: false
    }
  }
}
