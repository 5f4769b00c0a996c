import EvdevDevices
import Glibc
import InputEvents
import Recordings
import Replaying
import SystemPackage

/// What a recorder tells the person before it: a line that changes on a terminal, and one at the end in any case.
struct StatusLine {
  private let path: FilePath
  private var status = RecorderStatus()

  init(path: FilePath) { self.path = path }

  func begin(_ devices: [DeviceDescription]) {
    guard Terminal.isErrorTerminal else { return }
    let names = devices.map { "\($0.name.printableName) (\(($0.node ?? "?").printableName))" }.joined(separator: ", ")
    Terminal.write(line: "Recording \(names) to \(path); Ctrl-C ends it.")
  }

  /// `0:12.3  3 down  1204 events/s  123 kB  0 drops`
  mutating func show(_ status: RecorderStatus) {
    self.status = status
    guard Terminal.isErrorTerminal else { return }
    let rate = Int(status.eventsPerSecond.rounded())
    Terminal.write(
      status: "\(clock)  \(status.contacts) down  \(rate) events/s  \(size)  \(status.drops) drops")
  }

  /// `Recorded 0:12.3, 4321 events, 12 touches, 0 drops, 34 kB to session.mcap: interrupted.`
  ///
  /// - Parameter kept: how many events the file holds, if it could not be written to its end.
  func finish(_ end: RecordingEnd, kept: Int?) {
    Progress.clearLine()
    let events = kept.map { "\($0) of " } ?? ""
    let counts = "\(events)\(status.events) events, \(status.touches) touches, \(status.drops) drops, \(size)"
    Terminal.write(line: "Recorded \(clock), \(counts) to \(path): \(reason(end)).")
  }

  private func reason(_ end: RecordingEnd) -> String {
    switch end {
    case .signal(SIGINT): "interrupted"
    case .signal(SIGHUP): "the terminal was closed"
    case .signal: "terminated"
    case .duration: "the time is over"
    case .idle: "nothing happened any more"
    case .unplugged: "the device is gone"
    case .output: "the output failed"
    }
  }

  private var clock: String {
    let tenths = max(status.elapsed.nanoseconds, 0) / 100_000_000
    let (minutes, rest) = (tenths / 600, tenths % 600)
    return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
  }

  private var size: String { status.bytes < 10_000 ? "\(status.bytes) B" : "\(status.bytes / 1000) kB" }
}
