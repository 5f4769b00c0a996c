public import SystemPackage
public import TouchReelByteStreams
public import TouchReelCanvas

extension Picture {
  /// Writes the picture as a PNG, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  /// - Throws: if the file exists and is not to be replaced, or cannot be written.
  public func write(to path: FilePath, existing: OutputFile.Existing = .refused) throws(FileError) {
    let output = try OutputFile(path: path, existing: existing)
    try writePNG { (bytes) throws(FileError) in try output.write(bytes) }
    try output.commit()
  }

  /// Writes the picture as a PNG, which appears whole or not at all, under a path that is text; `-` is standard output.
  ///
  /// - Throws: if the file exists and is not to be replaced, or cannot be written.
  public func write(to path: String, existing: OutputFile.Existing = .refused) throws(FileError) {
    try write(to: FilePath(path), existing: existing)
  }
}

extension PixelBuffer {
  /// Writes the pixels as a PNG, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - existing: whether a file that is there already is replaced.
  /// - Throws: if the file exists and is not to be replaced, or cannot be written.
  public func write(to path: FilePath, existing: OutputFile.Existing = .refused) throws(FileError) {
    let output = try OutputFile(path: path, existing: existing)
    try writePNG { (bytes) throws(FileError) in try output.write(bytes) }
    try output.commit()
  }

  /// Writes the picture as a PNG, which appears whole or not at all, under a path that is text; `-` is standard output.
  ///
  /// - Throws: if the file exists and is not to be replaced, or cannot be written.
  public func write(to path: String, existing: OutputFile.Existing = .refused) throws(FileError) {
    try write(to: FilePath(path), existing: existing)
  }
}
