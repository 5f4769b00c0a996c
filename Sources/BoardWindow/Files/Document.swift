import SystemPackage

/// The file that a window's content was opened from or saved to, which saving writes again.
struct Document: Hashable {
  var path: FilePath
  var kind: SavedFile

  init(path: FilePath, kind: SavedFile) {
    self.path = path
    self.kind = kind
  }

  /// A file that was opened; `nil` if it is of a kind that is not saved.
  init?(opened path: FilePath) {
    guard let kind = SavedFile(opened: path) else { return nil }
    self.init(path: path, kind: kind)
  }
}
