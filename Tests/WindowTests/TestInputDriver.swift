import Foundation
import TestSupport
import TouchReelCanvas

/// A touchscreen of ten fingers: the X server's own test driver, `inputtest`, which is controlled over a socket.
///
/// The messages are those of `xf86-input-inputtest-protocol.h` of X.Org 21.1, version 1.1.
final class TestInputDriver {
  private enum Message: UInt32 {
    case version = 0
    case sync = 1
    case touch = 6
  }

  /// The phases as XI2 numbers them.
  enum Phase: UInt32 {
    case began = 18
    case moved, ended
  }

  /// The greatest value of each axis of a touchscreen.
  static let units = 65_535.0
  private let socket: UnixSocket

  /// - Parameter path: of the socket, which the server has made.
  init(_ path: String) throws {
    socket = try UnixSocket(path)
    // 1.1, as two numbers of 16 bits.
    var version = Data()
    version.append(numbers: [1, 1] as [UInt16])
    try send(.version, version)
    _ = try socket.receive(12)
  }

  /// - Parameters:
  ///   - finger: stays the same from its beginning to its end.
  ///   - x: of 0…``units``, as `y`.
  func touch(_ finger: Int, _ phase: Phase, x: Double, y: Double) throws {
    var message = Data()
    message.append(numbers: [UInt32(finger), phase.rawValue])
    // No unaccelerated values; the axes that are given, as bits of 64; room up to the next double.
    message.append(numbers: [0, 0b11, 0, 0] as [UInt32])
    var axes = [Double](repeating: 0, count: 2 * 64)
    (axes[0], axes[1]) = (x, y)
    axes.withUnsafeBytes { message.append(contentsOf: $0) }
    try send(.touch, message)
  }

  /// Waits until the server has taken everything.
  func finish() throws {
    try send(.sync, Data())
    _ = try socket.receive(8)
  }

  private func send(_ message: Message, _ body: Data) throws {
    var whole = Data()
    whole.append(numbers: [UInt32(8 + body.count), message.rawValue])
    try socket.send(whole + body)
  }
}
