import Glibc
import Synchronization
package import SystemPackage

/// A regular file, read by `pread(2)`. Any number of threads may read it.
package final class FileBytes: ByteSource, Sendable {
  /// How much of a file is read that grows meanwhile.
  package enum Extent: Sendable {
    case whole
    /// What it had when it was opened, so that every reading finds the same.
    case asOpened
  }

  package let name: String
  package let path: FilePath
  private let descriptor: FileDescriptor
  private let extent: Extent
  private let reached = Atomic<UInt64>(0)
  /// The known length, as it was when it was opened; 0 if unknown.
  private let knownLength: Int64

  package var file: FilePath? { path }

  /// The fraction that whichever thread read last has read.
  package var readFraction: Double {
    knownLength == 0 ? 0 : min(Double(reached.load(ordering: .relaxed)) / Double(knownLength), 1)
  }

  /// Opens a file for reading.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - extent: how much is read of a file that grows.
  /// - Throws: if there is no such file, it may not be read, or it is a directory.
  package init(path: FilePath, extent: Extent = .whole) throws(FileError) {
    (self.path, self.extent) = (path, extent)
    name = path.readable
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      throw openFailure(path.readable, error)
    }
    knownLength = (try? descriptor.seek(offset: 0, from: .end)) ?? 0
  }

  /// Opens a file, or a pipe or terminal that has a name; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: of the file, or `-`.
  ///   - keeping: how much of a pipe is kept.
  ///   - extent: how much is read of a file that grows.
  /// - Throws: if there is no such file, it may not be read, or it is a directory.
  package static func open(
    _ path: FilePath, keeping: PipeBytes.Keeping = .standard, extent: Extent = .whole
  ) throws(FileError) -> any ByteSource & Sendable {
    if path == "-" { return PipeBytes(.standardInput, name: "standard input", keeping: keeping) }
    let file = try FileBytes(path: path, extent: extent)
    guard try file.isSpecial() else { return file }
    do {
      return PipeBytes(try file.descriptor.duplicate(), name: file.name, keeping: keeping)
    } catch {
      throw openFailure(file.name, error)
    }
  }

  /// Whether it is a pipe, a terminal or another file that cannot be sought in.
  private func isSpecial() throws(FileError) -> Bool {
    do {
      return switch try Stat(descriptor).type {
      case .regular, .directory: false
      default: true
      }
    } catch {
      throw FileError(file: name, message: "its type cannot be determined: \(error)")
    }
  }

  deinit {
    // Closing a descriptor that was only read loses nothing.
    _ = try? descriptor.close()
  }

  package func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard let position = Int64(exactly: offset) else { return 0 }
    let room = extent == .whole ? buffer.count : min(buffer.count, Int(max(knownLength - position, 0)))
    do {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
      let count = try descriptor.read(fromAbsoluteOffset: position, into: part)
      reached.store(offset + UInt64(count), ordering: .relaxed)
      return count
    } catch Errno.isDirectory {
      throw FileError(file: name, message: "is a directory; name a recording in it")
    } catch {
      throw .unreadable(name, at: offset, because: "\(error)")
    }
  }

  package func length() throws(FileError) -> UInt64 {
    if extent == .asOpened { return UInt64(knownLength) }
    do {
      return UInt64(try descriptor.seek(offset: 0, from: .end))
    } catch {
      throw FileError(file: name, message: "its length cannot be determined: \(error)")
    }
  }
}

private func openFailure(_ file: String, _ error: any Error) -> FileError {
  let reason: String? =
    switch error as? Errno {
    case .noSuchFileOrDirectory: "no such file; check the name"
    case .noSuchAddressOrDevice: "is a socket, or has no device; name a file or a pipe"
    case .permissionDenied: "may not be read by this user; ask its owner or change its mode"
    default: nil
    }
  return .unopened(file, because: reason ?? "cannot be opened: \(error)", isOfSystem: reason == nil)
}

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let number: CInt

  /// - Parameter number: an open descriptor that nothing else closes.
  package init(number: CInt) { self.number = number }

  deinit { _ = close(number) }
}
