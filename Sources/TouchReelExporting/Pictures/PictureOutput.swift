import SystemPackage
package import TouchReelByteStreams
package import TouchReelCanvas

/// Where a picture is written, and what becomes of one that is there.
package struct PictureOutput: Sendable {
  /// The path as an argument, which need not be UTF-8.
  package let picture: String
  package let format: PictureFormat
  package private(set) var existing: OutputFile.Existing
  /// What a PNG says of itself.
  package let note: PNGText?
  /// Whether it is the only one, so that its progress is shown.
  package var showsProgress = false

  /// - Parameters:
  ///   - picture: its path, as an argument.
  ///   - format: the picture's.
  ///   - existing: what becomes of a file that is there already.
  ///   - note: what a PNG says of itself.
  package init(_ picture: String, as format: PictureFormat, existing: OutputFile.Existing, note: PNGText?) {
    (self.picture, self.format) = (picture, format)
    (self.existing, self.note) = (existing, note)
  }

  /// A new file for the picture.
  ///
  /// - Throws: if there is one that may not be replaced, or none can be made.
  package func open() throws(FileError) -> OutputFile {
    try OutputFile(path: FilePath(argument: picture), existing: existing)
  }

  /// The output if the picture there was made of something else or is not whole, in which case it is replaced, or if
  /// there is none.
  ///
  /// - Returns: `nil` if it was made of just that.
  /// - Throws: if there is a picture of which it is unknown what it was made of, and it may not be replaced.
  package func unlessMade(of mark: PictureMark) throws(FileError) -> PictureOutput? {
    var output = self
    let path = FilePath(argument: picture)
    switch try PictureMark.found(at: path) {
    case .marked(mark) where try PictureMark.isWhole(at: path): return nil
    case .marked, .begun: output.existing = .replaced
    case .unmarked where existing == .refused:
      throw FileError(file: picture, message: "exists already and was not made with --if-changed; --force replaces it")
    case .unmarked, .nothing: break
    }
    return output
  }
}
