import Glibc
public import SystemPackage

/// A folder that many small files are written into: opened once for all of them.
public final class OutputFolder: Sendable {
  private let folder: OwnedDescriptor

  /// - Returns: `nil` if it cannot be opened; ``OutputFile`` says why.
  public init?(_ path: FilePath) {
    guard let number = try? openFolder(path.isEmpty ? "." : path) else { return nil }
    folder = OwnedDescriptor(number: number)
  }

  /// Writes a file that is not there yet, in as few calls of the system as there can be. It appears whole or not at
  /// all.
  ///
  /// - Parameters:
  ///   - name: of the file.
  ///   - bytes: all of them.
  /// - Returns: false if that was not possible, for whatever reason, and nothing is there: ``OutputFile`` finds out
  ///   whether there is another way, and says why if there is none.
  public func writeNew(_ name: FilePath.Component, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = openat(folder.number, ".", O_WRONLY | unnamedFileFlag | O_CLOEXEC, newFileMode)
    guard file >= 0 else { return false }
    defer { _ = close(file) }
    // A part of the bytes is taken only where the disk is full, or a limit is reached.
    guard write(file, bytes.baseAddress, bytes.count) == bytes.count, isSettled(file) else { return false }
    return name.withPlatformString { link(unnamed: file, to: $0, in: folder.number) } == 0
  }
}
