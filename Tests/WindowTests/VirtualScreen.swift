import Foundation
import TestSupport
import Testing
import TouchReelCanvas

/// A screen in memory with a mouse and a keyboard: an X server that shows nothing anywhere.
final class VirtualScreen: Sendable {
  static let isAvailable = ["Xvfb", "xdotool", "convert"].allSatisfy { Programs.installed($0) != nil }
  static let absence: Comment = "skipped: no Xvfb, xdotool or ImageMagick (scripts/test installs them)"

  /// The size in the desktop's units.
  static let size = PixelSize(width: 1120, height: 760)
  /// How GTK puts pixels on it.
  enum Renderer: String, Sendable {
    case cairo
    /// With OpenGL, by textures; the processor does what a graphics processor would.
    case gl
  }

  let renderer: Renderer
  /// Pixels to a unit of the desktop, on each side.
  let scale: Int
  /// What `$DISPLAY` is on it.
  let display: String
  private let server: Process
  private let reader: ScreenReader

  convenience init(scale: Int = 1, renderer: Renderer = .cairo) throws {
    let size = "\(Self.size.width * scale)x\(Self.size.height * scale)x24"
    try self.init(server: "Xvfb", ["-screen", "0", size], scale: scale, renderer)
  }

  /// - Parameter arguments: those that are the server's own.
  init(server: String, _ arguments: [String], scale: Int = 1, _ renderer: Renderer = .cairo) throws {
    self.scale = scale
    self.renderer = renderer
    let process = Process()
    process.executableURL = Programs.installed(server).map(URL.init(fileURLWithPath:))
    process.arguments = ["-displayfd", "1", "-noreset", "-nolisten", "tcp"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.runUnblocked()
    self.server = process
    guard let number = output.fileHandleForReading.readLine() else {
      throw Failure(description: "\(server) does not start")
    }
    display = ":\(number)"
    reader = try ScreenReader(display: display)
  }

  deinit { stop() }

  /// Ends the server; its programs lose their display.
  func stop() {
    server.terminate()
    server.waitUntilExit()
  }

  /// Uses mouse and keyboard, in the words of `xdotool`.
  func act(_ words: String...) throws { try act(words) }

  func act(_ words: [String]) throws {
    let outcome = try Programs.run("xdotool", words, environment: environment)
    guard outcome.status == 0 else { throw Failure(description: "xdotool \(words): \(outcome)") }
  }

  /// What is seen now.
  func picture() throws -> Screenshot { try reader.picture() }

  /// Looks until the screen is as expected, for a minute at most: what a window does has no other sign.
  @discardableResult
  func see(
    _ expectation: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: (Screenshot) -> Bool
  ) throws -> Screenshot {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let picture = try picture()
      if isSo(picture) { return picture }
      guard ContinuousClock.now < end else {
        picture.attach("not seen", sourceLocation: sourceLocation)
        throw Failure(description: "not seen within a minute: \(expectation)")
      }
      // What is at rest is alike at several looks, and between them the processor is the window's.
      usleep(100_000)
    }
  }

  var environment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    variables["WAYLAND_DISPLAY"] = nil
    variables["DISPLAY"] = display
    variables["GDK_SCALE"] = "\(scale)"
    return variables
  }
}

extension VirtualScreen {
  func click(_ place: Place) throws { try act(["mousemove", "\(place.x)", "\(place.y)", "click", "1"]) }

  /// Presses the first button, moves through the places, and lets go at the last.
  func drag(_ places: [Place]) throws {
    let moves = places.map { ["mousemove", "\($0.x)", "\($0.y)"] }
    try act((moves.first ?? []) + ["mousedown", "1"] + moves.dropFirst().flatMap { $0 } + ["mouseup", "1"])
  }

  /// Presses keys together, such as `ctrl+z`.
  func press(_ keys: String...) throws { try act(["key"] + keys) }

  func type(_ text: String) throws { try act(["type", text]) }
}

extension FileHandle {
  /// Bytes up to the next end of a line; nothing at the end.
  fileprivate func readLine() -> String? {
    var line = Data()
    while let byte = try? read(upToCount: 1), byte.count == 1, byte[0] != 10 { line += byte }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
