import Foundation
import Glibc
import TestSupport

/// A connection to a program on the same machine.
final class UnixSocket: Sendable {
  private let descriptor: CInt
  private let path: String

  /// - Parameter path: of a socket that a program listens on.
  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard connected == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: Data) throws {
    let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    guard sent == bytes.count else { throw Failure(description: "\(path): nothing more is taken") }
  }

  /// Waits for so many bytes.
  func receive(_ count: Int) throws -> Data {
    var bytes = Data(count: count)
    let received = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, count, CInt(MSG_WAITALL)) }
    guard received == count else { throw Failure(description: "\(path): no answer") }
    return bytes
  }
}

extension Data {
  /// Adds numbers with their lowest byte first.
  mutating func append<Number: FixedWidthInteger>(numbers: [Number]) {
    for number in numbers { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
  }

  /// The number at a place, its lowest byte first.
  func number<Number: FixedWidthInteger>(at place: Int, as type: Number.Type = Number.self) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: type)) }
  }
}
