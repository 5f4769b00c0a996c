public import Drawings
import Recordings
public import SystemPackage

extension ImageID {
  /// Of the file in which an image from a recording lies beside a drawing.
  public var fileName: String { "\(rawValue).png" }

  /// The file of an image beside a drawing.
  ///
  /// - Parameter folder: the drawing's.
  /// - Returns: `nil` if there is none.
  /// - Throws: `OutsideFolder` if its name leads out of the folder.
  public func file(in folder: FilePath) throws(OutsideFolder) -> FilePath? {
    let base: FilePath = folder.isEmpty ? "." : folder
    // An image from a recording is named by its SHA-256 alone.
    let files = [rawValue, fileName].compactMap { base.lexicallyResolving(FilePath($0)) }
    guard !files.isEmpty else { throw OutsideFolder() }
    return files.first { (try? Stat($0))?.type == .regular }
  }
}

/// A drawing names an image that lies outside of its folder.
public struct OutsideFolder: Error, Hashable, Sendable {}
