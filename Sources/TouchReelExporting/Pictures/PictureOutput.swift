import SystemPackage
package import TouchReelByteStreams
package import TouchReelCanvas

/// Where a picture is written, and what becomes of one that is there.
package struct PictureOutput: Sendable {
  /// The path as an argument, which need not be UTF-8.
  package let picture: String
  package let format: PictureFormat
  package private(set) var existing: OutputFile.Existing
  /// What it is made of, which a PNG says of itself; `nil` if that is not asked for.
  package let mark: PictureMark?
  /// The files that it is made of.
  package var sources: [String] = []
  /// Whether it is the only one, so that its progress is shown.
  package var showsProgress = false

  /// What a PNG says of itself.
  package var note: PNGText? { mark?.note }

  /// - Parameters:
  ///   - picture: its path, as an argument.
  ///   - format: the picture's.
  ///   - existing: what becomes of a file that is there already.
  ///   - mark: what it is made of; `nil` if that is not asked for.
  package init(_ picture: String, as format: PictureFormat, existing: OutputFile.Existing, mark: PictureMark?) {
    (self.picture, self.format) = (picture, format)
    (self.existing, self.mark) = (existing, mark)
  }

  /// Whether it is a file, of whose name others can be made: no pipe, device or standard output.
  package var isNamed: Bool {
    guard picture != "-" else { return false }
    return (try? Stat(FilePath(argument: picture))).map { $0.type == .regular || $0.type == .directory } ?? true
  }

  /// The output of one of several pages: `out-03.png`, beside `out.png`.
  ///
  /// - Parameters:
  ///   - number: of the page, from 1.
  ///   - greatest: of the numbers, as wide as which all are, so that names sort as pages do.
  package func ofPage(_ number: Int, to greatest: Int) -> PictureOutput {
    let digits = String(repeating: "0", count: "\(greatest)".count - "\(number)".count) + "\(number)"
    let name = picture[(picture.lastIndex(of: "/").map(picture.index(after:)) ?? picture.startIndex)...]
    let dot = name.dropFirst().lastIndex(of: ".") ?? picture.endIndex
    var page = PictureOutput(
      "\(picture[..<dot])-\(digits)\(picture[dot...])", as: format, existing: existing, mark: mark)
    page.sources = sources
    return page
  }

  /// A new file for the picture.
  ///
  /// - Throws: if there is one that may not be replaced, or none can be made.
  package func open() throws(FileError) -> OutputFile {
    try OutputFile(path: FilePath(argument: picture), existing: existing)
  }

  /// The output if the picture there was made of something else or is not whole, in which case it is replaced, or if
  /// there is none; without a mark, the output in any case.
  ///
  /// - Returns: `nil` if it was made of just that.
  /// - Throws: if there is a picture of which it is unknown what it was made of, and it may not be replaced.
  package func unlessMade() throws(FileError) -> PictureOutput? {
    guard let mark else { return self }
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
