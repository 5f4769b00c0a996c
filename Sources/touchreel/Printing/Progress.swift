import Glibc
import SystemPackage

/// A progress bar on standard error if that is a terminal, shown after half a second.
struct Progress {
  private let title: String
  private let start = ContinuousClock.now
  private var shown: ContinuousClock.Instant?
  private var calls: UInt32 = 0

  init(_ title: String) { self.title = title }

  /// - Parameter fraction: what is done, from 0 to 1; evaluated only when it is shown.
  mutating func update(_ fraction: @autoclosure () -> Double) {
    calls &+= 1
    // Reading the clock costs more than a frame.
    guard Terminal.isErrorTerminal, calls & 0xff == 0 else { return }
    let now = ContinuousClock.now
    guard now - start > .milliseconds(500), shown.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
    shown = now
    let done = min(max(fraction(), 0), 1)
    let width = 40
    let filled = Int(done * Double(width))
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.write(status: "\(title) \(bar) \(Int(done * 100)) %")
  }

  func finish() {
    if shown != nil { Self.clearLine() }
  }

  static func clearLine() {
    if Terminal.isErrorTerminal { Terminal.clearLine() }
  }
}
