package import SystemPackage
import TouchReelByteStreams
package import TouchReelDrawings
import TouchReelRecordings

extension ImageID {
  /// The name of the file in which an image or a PDF from a recording lies beside a drawing.
  package var fileName: String { "\(file.rawValue).\(page == nil ? "png" : "pdf")" }

  /// The file of an image beside a drawing.
  ///
  /// - Parameter folder: the drawing's.
  /// - Returns: `nil` if there is none.
  /// - Throws: `OutsideFolder` if its name leads out of the folder.
  package func file(in folder: FilePath) throws(OutsideFolder) -> FilePath? {
    let base: FilePath = folder.isEmpty ? "." : folder
    // An image from a recording is named by its SHA-256 alone.
    let files = [self.file.rawValue, fileName].compactMap { base.lexicallyResolving(FilePath($0)) }
    guard !files.isEmpty else { throw OutsideFolder() }
    return files.first(where: FileTree.mayBeFile) ?? (rawValue.hasPrefix("/") ? fileBeside(base) : nil)
  }

  /// The file of a path on another machine, or on this one, that has come along with the drawing: the last part of its
  /// name beside the drawing. Nothing outside of the folder is read.
  private func fileBeside(_ folder: FilePath) -> FilePath? {
    guard let last = FilePath(self.file.rawValue).lastComponent, last.kind == .regular else { return nil }
    let file = folder.appending(last)
    return FileTree.mayBeFile(file) ? file : nil
  }
}

/// A drawing names an image that lies outside of its folder.
package struct OutsideFolder: Error, Hashable, Sendable {}
