import SystemPackage

/// Where a recording or a picture is written to: a file, a pipe, or memory.
public protocol ByteOutput: AnyObject {
  /// Its name in error messages.
  var name: String { get }

  /// Whether another program reads it as it is written, as it does a pipe or a socket.
  var isRead: Bool { get }

  /// Writes all of the bytes, possibly into a buffer until `flush`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError)

  /// Passes everything buffered to the system.
  func flush() throws(FileError)

  /// Content begins that is whole only after ``endContent()``, such as a recording with an end of its own.
  func beginContent()

  /// The content is whole.
  func endContent()
}

extension ByteOutput {
  public var isRead: Bool { false }

  public func beginContent() {}
  public func endContent() {}

  /// Writes bytes, or a text as UTF-8; throws what the output throws.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    let result: Result<Void, FileError> = bytes.withUnsafeBytes { part in
      Result { () throws(FileError) in try write(part) }
    }
    try result.get()
  }

  /// Writes bytes, or a text as UTF-8; throws what the output throws.
  public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }
}

/// An output that is whole once it is committed.
package protocol WholeOutput: ByteOutput {
  /// Writes the rest. Call it once.
  func commit() throws(FileError)
}

/// Bytes written to memory.
public final class MemoryOutput: ByteOutput {
  public let name: String
  /// The bytes that were written.
  public private(set) var bytes: [UInt8] = []

  /// An empty output; errors call it by its name.
  public init(name: String = "memory") { self.name = name }

  public func write(_ part: UnsafeRawBufferPointer) { bytes.append(contentsOf: part) }
  public func flush() {}
}
