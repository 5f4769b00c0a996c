import ByteStreams
import Recordings

/// Holds what is written back until it is released, and then hands it on as one part: a recorder that is killed while it begins
/// leaves a file that names its device, or none of it.
final class HeldOutput: ByteOutput {
  private let output: any ByteOutput
  private var held: [UInt8]? = []

  init(_ output: any ByteOutput) { self.output = output }

  var name: String { output.name }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if held == nil { try output.write(bytes) } else { held?.append(contentsOf: bytes) }
  }

  func flush() throws(FileError) {
    if held == nil { try output.flush() }
  }

  /// From here on everything is handed on at once.
  func release() throws(FileError) {
    guard let held else { return }
    self.held = nil
    try output.write(held)
    try output.flush()
  }
}
