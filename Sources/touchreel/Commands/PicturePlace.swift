import ByteStreams
import Canvas
import Exporting
import SystemPackage

/// Where a picture is written, and what becomes of one that is there.
struct PicturePlace: Sendable {
  let picture: String
  let format: PictureFormat
  private(set) var existing: OutputFile.Existing
  /// What a PNG says of itself.
  let note: PNGText?
  /// Whether it is the only one, so that its progress is shown.
  var showsProgress = false

  init(_ target: PictureTargets.Target, existing: OutputFile.Existing, note: PNGText?) {
    (picture, format) = (target.picture, target.format)
    self.existing = existing
    self.note = note
  }

  func open() throws(FileError) -> OutputFile {
    try OutputFile(path: FilePath(argument: picture), existing: existing)
  }

  /// The place if the picture there was made of something else or is not whole, in which case it is replaced, or if
  /// there is none.
  ///
  /// - Returns: `nil` if it was made of just that.
  /// - Throws: if there is a picture of which it is unknown what it was made of, and it may not be replaced.
  func unlessMade(of mark: PictureMark) throws(FileError) -> PicturePlace? {
    var place = self
    let path = FilePath(argument: picture)
    switch try PictureMark.found(at: path) {
    case .marked(mark) where try PictureMark.isWhole(at: path): return nil
    case .marked, .begun: place.existing = .replaced
    case .unmarked where existing == .refused:
      throw FileError(file: picture, message: "exists already and was not made with --if-changed; --force replaces it")
    case .unmarked, .nothing: break
    }
    return place
  }
}
