import Foundation
import Synchronization
import TestSupport
import Testing
import TouchReelCanvas

/// A window of `touchreel draw` or `touchreel play` on a virtual screen, for a user whose files are all in one folder.
final class OpenWindow {
  let screen: VirtualScreen
  let folder: TemporaryFolder
  private let process: Process

  /// - Parameter variables: of the environment, besides those of every window.
  init(
    _ arguments: [String], on screen: VirtualScreen, in folder: TemporaryFolder, variables: [String: String] = [:]
  ) throws {
    try Self.preferOnlyDrawing(in: folder)
    self.screen = screen
    self.folder = folder
    process = Process()
    process.executableURL = URL(fileURLWithPath: Touchreel.path)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = screen.environment.merging(Self.environment(screen, folder)) { $1 }
      .merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    try Data().write(to: folder.url.appendingPathComponent("log"))
    process.standardError = FileHandle(forWritingAtPath: folder.path("log"))
    try process.runUnblocked()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  private static func environment(_ screen: VirtualScreen, _ folder: TemporaryFolder) -> [String: String] {
    [
      "HOME": folder.url.path, "XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config"),
      "XDG_RUNTIME_DIR": folder.url.path, "GDK_BACKEND": "x11", "GSK_RENDERER": screen.renderer.rawValue,
      "GTK_A11Y": "none", "LANG": "C.UTF-8", "GSETTINGS_BACKEND": "memory",
    ].merging(withoutSession) { $1 }
  }

  /// Neither a bus nor what is on it, whatever this machine has: GTK asks the session's bus for portals, and an input
  /// method for what keys mean.
  private static let withoutSession = [
    "DBUS_SESSION_BUS_ADDRESS": "disabled:", "GTK_IM_MODULE": "gtk-im-context-simple", "GIO_USE_VFS": "local",
  ]

  /// The user has chosen that fingers only draw, unless there is a choice already.
  private static func preferOnlyDrawing(in folder: TemporaryFolder) throws {
    let settings = folder.url.appendingPathComponent("config/touchreel")
    let file = settings.appendingPathComponent("window.ini")
    if FileManager.default.fileExists(atPath: file.path) { return }
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[window]\ngestures=false\n".utf8).write(to: file)
  }

  /// What the program has said so far.
  var log: String { (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? "" }

  var isRunning: Bool { process.isRunning }

  /// The processes that read pictures and PDFs for it.
  var decoders: [pid_t] { Self.children(of: process.processIdentifier) }

  /// Kills the processes that read for it, each as soon as it is there, while something else is done. One of them takes
  /// a hundred times as long to start as to be found.
  func killingDecoders<Result>(while body: () throws -> Result) rethrows -> Result {
    let (number, isOver, hasEnded) = (process.processIdentifier, Flag(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      while !isOver.isSet.withLock({ $0 }) { for child in Self.children(of: number) { kill(child, SIGKILL) } }
      hasEnded.signal()
    }
    defer {
      isOver.isSet.withLock { $0 = true }
      hasEnded.wait()
    }
    return try body()
  }

  private final class Flag: Sendable {
    let isSet = Mutex(false)
  }

  /// Those that each of its threads has started.
  private static func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let numbers = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
      return (numbers ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// The memory that the program has now, in megabytes.
  var megabytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8))
      .flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
    return (pages ?? 0) * Int(getpagesize()) >> 20
  }

  /// Looks until the screen is as expected.
  @discardableResult
  func see(
    _ expectation: String, sourceLocation: SourceLocation = #_sourceLocation, _ isSo: (Screenshot) -> Bool
  ) throws -> Screenshot {
    var isSeen = false
    let picture = try screen.see(expectation, sourceLocation: sourceLocation) { [process] in
      isSeen = isSo($0)
      return isSeen || !process.isRunning
    }
    guard isSeen else {
      process.waitUntilExit()
      let end = "\(process.terminationReason == .exit ? "status" : "signal") \(process.terminationStatus)"
      throw Failure(description: "the program ended with \(end) before \(expectation) was seen:\n\(log)")
    }
    return picture
  }

  /// Waits until the picture stops changing.
  func still(in rect: PixelRect) throws -> Screenshot {
    var (before, alike) = (try screen.picture(), 0)
    return try see("a picture that stands still") { picture in
      alike = picture.equals(before, in: rect) ? alike + 1 : 0
      before = picture
      return alike == 6
    }
  }

  /// - Returns: the program's exit status.
  func end(with signal: Int32) -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Lets the program's files grow no further, as on a full disk; `nil` makes room again.
  func limitFiles(to bytes: Int?) throws {
    let limit = bytes.map(String.init) ?? "unlimited"
    try Programs.succeed("prlimit", ["--pid", "\(process.processIdentifier)", "--fsize=\(limit):unlimited"])
  }

  /// Sends a signal that does not end the program.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Presses Ctrl+Q.
  /// - Returns: the program's exit status.
  func quit() throws -> Int32 {
    try screen.press("ctrl+q")
    return ended()
  }

  /// Waits for the end of a program that was asked to end.
  /// - Returns: its exit status.
  func ended() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
