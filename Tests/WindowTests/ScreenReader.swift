import Foundation
import TestSupport
import TouchReelCanvas

/// Reads the pixels of an X server's first screen, by the core protocol (`X11/Xproto.h`). A program for it takes longer
/// to start than the pixels to be read.
final class ScreenReader: Sendable {
  private let socket: UnixSocket
  private let root: UInt32
  private let size: PixelSize

  /// - Parameter display: such as `:7`.
  init(display: String) throws {
    socket = try UnixSocket("/tmp/.X11-unix/X\(display.dropFirst())")
    var request = Data([UInt8(ascii: "l"), 0])
    // Version 11.0, no authorization.
    request.append(numbers: [11, 0, 0, 0, 0] as [UInt16])
    try socket.send(request)
    let start = try socket.receive(8)
    let answer = try socket.receive(4 * Int(start.number(at: 6, as: UInt16.self)))
    guard start[0] == 1 else { throw Failure(description: "\(display) lets nobody in") }
    // Behind the vendor's name and the formats of pixels.
    let vendor = Int(answer.number(at: 16, as: UInt16.self))
    let screen = 32 + (vendor + 3) / 4 * 4 + 8 * Int(answer[21])
    root = answer.number(at: screen)
    let (width, height): (UInt16, UInt16) = (answer.number(at: screen + 20), answer.number(at: screen + 22))
    size = PixelSize(width: Int(width), height: Int(height))
  }

  /// What is seen now.
  func picture() throws -> Screenshot {
    let (getImage, whole): (UInt8, UInt8) = (73, 2)
    var request = Data([getImage, whole])
    request.append(numbers: [5] as [UInt16])
    request.append(numbers: [root])
    request.append(numbers: [0, 0, UInt16(size.width), UInt16(size.height)])
    request.append(numbers: [UInt32.max])
    try socket.send(request)
    let answer = try answer()
    return try Screenshot(raw: socket.receive(4 * Int(answer.number(at: 4, as: UInt32.self))), size: size)
  }

  /// The next answer; every program is notified of some things that happen in between.
  private func answer() throws -> Data {
    while true {
      let answer = try socket.receive(32)
      if answer[0] == 1 { return answer }
      if answer[0] == 0 { throw Failure(description: "the X server gives no picture: error \(answer[1])") }
    }
  }
}
