import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// A recording that is injected and recorded again goes through the same states.
///
/// The kernel drops values that do not change, so events may be fewer; what is down at the end is lifted.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct ClosedLoopTests {
  @Test func `Fixtures come back state by state`() throws {
    for loop in try Loop.settled(Loop.fixtures, lasting: nil) { try loop.expectSameStates() }
  }

  /// A boot for every dozen, which none of the others can spoil.
  @Test(
    .enabled(if: Loop.corpus != nil, "skipped: takes about ten minutes (TOUCHREEL_CORPUS_LOOP names the recordings)"))
  func `Real recordings come back state by state`() throws {
    let originals = try Loop.realRecordings()
    for start in stride(from: 0, to: originals.count, by: 12) {
      for loop in try Loop.settled(Array(originals[start...].prefix(12)), lasting: 2) {
        do { try loop.expectSameStates() } catch { Issue.record("\(loop.original.lastPathComponent): \(error)") }
      }
    }
  }
}

/// A recording's way into the guest's kernel and out again.
private struct Loop: Sendable {
  let original: URL
  let scenario: Scenario
  let guest: GuestSession

  static let corpus = ProcessInfo.processInfo.environment["TOUCHREEL_CORPUS_LOOP"]

  static var fixtures: [URL] { Fixture.recordings.map { URL(fileURLWithPath: Fixture.path($0)) } }

  static func realRecordings() throws -> [URL] {
    guard let corpus else { return [] }
    let prose: Set = ["README.md", "LICENSE"]
    return try FileManager.default.regularFiles(below: corpus).map { URL(fileURLWithPath: "\(corpus)/\($0)") }
      .filter { try !prose.contains($0.lastPathComponent) && isPlayable($0) }
  }

  /// Descriptions without events are recordings too, and have nothing to inject.
  private static func isPlayable(_ url: URL) throws -> Bool {
    try ReplayedRecording(Recording.open(FilePath(url.path))).facts.eventCount > 0
  }

  /// Sends recordings through the guest, one after another: it has one processor, and a reader that waits for it loses
  /// events.
  /// - Parameter seconds: longer recordings are sped up to this duration, but never to more than 120 frames a second.
  static func all(_ originals: [URL], lasting seconds: Double?) throws -> [Loop] {
    let scenarios = try originals.enumerated().map { index, url in
      let facts = try ReplayedRecording(Recording.open(FilePath(url.path))).facts.statistics
      let most = 120 * facts.duration.seconds / Double(max(facts.frameCount, 1))
      let speed = seconds.map { max(min(facts.duration.seconds / $0, most, 1000), 1) } ?? 1
      var scenario = Scenario(
        "loop-\(index)", PlayerScript(),
        shell: """
          mkfifo go
          touchreel inject --wait enter --speed \(speed) '\(url.path)' <go >nodes 2>late & player=$!
          exec 3>go
          await nodes
          nodes=$(sed 's/^\\([^ ]*\\).*/-d \\1/' nodes)
          record $nodes --force-device --keyboards
          await out.mcap
          waits
          echo >&3
          ended
          """)
      scenario.seconds = 120
      return scenario
    }
    let guest = try GuestSession(scenarios, seconds: 600)
    return zip(originals, scenarios).map { Loop(original: $0, scenario: $1, guest: guest) }
  }

  /// A host that holds the guest up for longer than the kernel's buffer lasts makes an overrun, which the recording
  /// notes. Such a loop is taken once more.
  static func settled(_ originals: [URL], lasting seconds: Double?) throws -> [Loop] {
    let loops = try all(originals, lasting: seconds)
    let overrun = loops.filter(\.hasNewDrops)
    guard !overrun.isEmpty else { return loops }
    return loops.filter { !$0.hasNewDrops } + (try all(overrun.map(\.original), lasting: seconds))
  }

  /// What cannot be read is reported by the comparison.
  private var hasNewDrops: Bool { (try? recorded().facts.statistics.dropCount) ?? 0 > 0 }

  private func played() throws -> ReplayedRecording { try ReplayedRecording(Recording.open(FilePath(original.path))) }

  private func recorded() throws -> ReplayedRecording {
    try ReplayedRecording(Recording.open(FilePath(try guest.path(scenario, "out.mcap"))))
  }

  func expectSameStates() throws {
    let (played, recorded) = (try played(), try recorded())
    for number in Set(played.facts.openings.map(\.number)).sorted() {
      var expected = played.expectedStates(of: number)
      var found = recorded.steps[number, default: []].map(\.state)
      if played.removed.contains(number) { leaveOutTheEnd(of: &expected, &found) }
      #expect(difference(found, expected) == nil, "\(original.lastPathComponent), device \(number)")
    }
    #expect(recorded.facts.statistics.dropCount == 0)
    #expect(recorded.facts.touches.began == played.facts.touches.began, "\(original.lastPathComponent)")
    #expect(
      recorded.facts.touches.maximumSimultaneous == played.facts.touches.maximumSimultaneous,
      "\(original.lastPathComponent)")
  }

  /// The kernel lifts keys as it takes an unplugged device away, which a reader may see or not, and a reader that has
  /// not read the last frames by then never gets them (`evdev_read` in `drivers/input/evdev.c`).
  private func leaveOutTheEnd(of expected: inout [ReplayedState], _ found: inout [ReplayedState]) {
    if found.count == expected.count + 1, found.last == expected.last?.withoutKeys { found.removeLast() }
    let unread = expected.count - found.count
    if (1...Self.mostUnread).contains(unread) { expected.removeLast(unread) }
  }

  /// Frames of a device that a recorder, which waits for nothing else, is behind at most.
  private static let mostUnread = 4
}

extension ReplayedRecording {
  /// With the state at the start, unless the kernel begins in it, and with what is lifted at the end.
  fileprivate func expectedStates(of number: Int) -> [ReplayedState] {
    var states = steps[number, default: []].map(\.state)
    guard let first = facts.openings.firstIndex(where: { $0.number == number }) else { return states }
    let description = facts.descriptions[first]
    let start = ReplayedState(description)
    if start != ReplayedState(description.untouched) { states.insert(start, at: 0) }
    guard !removed.contains(number) else { return states }
    let lifted = (last[number] ?? start).lifted
    return lifted == states.last ?? start ? states : states + [lifted]
  }
}

extension DeviceDescription {
  /// The device as the kernel makes it: axes have their values, slots are empty, keys are up.
  fileprivate var untouched: DeviceDescription {
    var device = self
    device.slots = []
    device.active = [:]
    return device
  }
}
