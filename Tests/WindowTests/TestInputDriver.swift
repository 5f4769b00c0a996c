import Canvas
import Foundation
import Glibc
import TestSupport

/// A touchscreen of ten fingers: the X server's own test driver, `inputtest`, which is controlled over a socket.
///
/// The messages are those of `xf86-input-inputtest-protocol.h` of X.Org 21.1, version 1.1.
final class TestInputDriver {
  private enum Message: UInt32 {
    case version = 0
    case sync = 1
    case touch = 6
  }

  /// As XI2 numbers them.
  enum Phase: UInt32 {
    case began = 18
    case moved, ended
  }

  /// Of each axis of a touchscreen.
  static let units = 65_535.0
  private let descriptor: CInt

  /// - Parameter path: of the socket, which the server has made.
  init(_ path: String) throws {
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
    // 1.1, as two numbers of 16 bits.
    try send(.version, words: [1 | 1 << 16])
    try receive(12)
  }

  deinit { close(descriptor) }

  /// - Parameters:
  ///   - finger: stays the same from its beginning to its end.
  ///   - x: of 0…``units``, as `y`.
  func touch(_ finger: Int, _ phase: Phase, x: Double, y: Double) throws {
    var message = Data()
    message.append(words: [UInt32(finger), phase.rawValue])
    // No unaccelerated values; the axes that are given, as bits of 64; room up to the next double.
    message.append(words: [0, 0b11, 0, 0])
    var axes = [Double](repeating: 0, count: 2 * 64)
    (axes[0], axes[1]) = (x, y)
    axes.withUnsafeBytes { message.append(contentsOf: $0) }
    try send(.touch, message)
  }

  /// Waits until the server has taken everything.
  func finish() throws {
    try send(.sync, Data())
    try receive(8)
  }

  private func send(_ message: Message, words: [UInt32]) throws {
    var body = Data()
    body.append(words: words)
    try send(message, body)
  }

  private func send(_ message: Message, _ body: Data) throws {
    var whole = Data()
    whole.append(words: [UInt32(8 + body.count), message.rawValue])
    whole.append(body)
    let sent = whole.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    guard sent == whole.count else { throw Failure(description: "the X server takes no input") }
  }

  private func receive(_ count: Int) throws {
    var bytes = [UInt8](repeating: 0, count: count)
    guard recv(descriptor, &bytes, count, CInt(MSG_WAITALL)) == count else {
      throw Failure(description: "the X server does not answer")
    }
  }
}

extension Data {
  fileprivate mutating func append(words: [UInt32]) {
    for word in words { Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) } }
  }
}
