import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// `touchreel inject` on a real kernel: what it lifts, where it begins, what it writes into, and what it refuses.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct InjectionScenarioTests {
  private static let fixtures = Checkout.path("Fixtures")
  private static let screen = DeviceDescription.screen("Guest Screen")
  private static let drawing = "\(fixtures)/ten-fingers.mcap"

  /// The injection is interrupted while fingers are down.
  private static func interrupted(by signal: String) -> Scenario {
    Scenario(
      "interrupted-by-\(signal)", PlayerScript(),
      shell: """
        touchreel inject --wait 3 '\(drawing)' >nodes 2>late & injector=$!
        player=
        await nodes
        record
        sleep 5
        kill -\(signal) $injector
        wait $injector && code=0 || code=$?
        echo $code >code
        ended
        """)
  }

  private static let interruptions = ["INT", "TERM", "HUP"].map(interrupted)
  private static let passes = Scenario(
    "passes", PlayerScript(),
    shell: """
      touchreel inject --wait 3 --loop 2 '\(fixtures)/palm-mid-stroke.mcap' >nodes & player=$!
      await nodes
      record
      ended
      """)
  private static let middle = Scenario(
    "middle", PlayerScript(),
    shell: """
      touchreel inject --wait 3 --from 500ms '\(fixtures)/palm-mid-stroke.mcap' >nodes & player=$!
      await nodes
      record
      ended
      """)
  /// What was recorded from a screen is written into it again, and into a smaller one.
  private static let nodes = Scenario(
    "nodes", Gestures.palmMidStroke(screen),
    shell: """
      refused() { local code=0; touchreel inject --wait 0 "$@" >/dev/null 2>>refusals || code=$?; echo "status $code" >>refusals; }
      play
      record -d 'Guest Screen'
      await played
      end INT
      mv out.mcap first.mcap
      refused '\(drawing)' --device event0
      refused '\(fixtures)/pen-and-touch.mcap' --device event0
      refused first.mcap --device event77
      touchreel record -d 'Guest Screen' -o out.mcap 2>err & echo $! >pid
      await out.mcap
      touchreel inject --wait 0 --device 'Guest Screen' first.mcap >into
      end INT
      """)
  private static let withoutUinput = Scenario(
    "without-uinput", PlayerScript(),
    shell: """
      player=
      mount -t tmpfs tmpfs /dev
      touchreel inject '\(drawing)' 2>refusal || echo "status $?" >>refusal
      umount /dev
      """)
  private static let guest = Result {
    try GuestSession(interruptions + [passes, middle, nodes, withoutUinput], seconds: 200)
  }

  private func recorded(_ scenario: Scenario, _ file: String = "out.mcap") throws -> ReplayedRecording {
    try ReplayedRecording(Recording.open(FilePath(try Self.guest.get().path(scenario, file))))
  }

  private func original(_ name: String) throws -> ReplayedRecording {
    try ReplayedRecording(Recording.open(FilePath("\(Self.fixtures)/\(name).mcap")))
  }

  private func states(_ recording: ReplayedRecording) -> [ReplayedState] {
    recording.steps[0, default: []].map(\.state)
  }

  private func text(_ scenario: Scenario, _ file: String) throws -> String { try Self.guest.get().text(scenario, file) }

  @Test(arguments: zip(interruptions, [130, 143, 129]))
  func `A signal lifts what is down`(
    _ scenario: Scenario, _ status: Int
  ) throws {
    let found = states(try recorded(scenario))
    let last = try #require(found.last)
    #expect(last == last.lifted, "\(last)")
    let played = found.dropLast()
    #expect(difference(Array(played), Array(states(try original("ten-fingers")).prefix(played.count))) == nil)
    #expect(played.last != played.last?.lifted)
    #expect(try text(scenario, "code") == "\(status)\n")
  }

  @Test func `Both passes go through the same states`() throws {
    let (found, once) = (states(try recorded(Self.passes)), states(try original("palm-mid-stroke")))
    #expect(difference(Array(found.prefix(once.count)), once) == nil)
    #expect(difference(found.suffix(once.count), once) == nil)
  }

  @Test func `From the middle on, what was down is down at once`() throws {
    let played = try original("palm-mid-stroke")
    let start = played.facts.start.advanced(by: TimeSpan(seconds: 0.5))
    let steps = played.steps[0, default: []]
    let first = try #require(steps.firstIndex { $0.time >= start })
    // The state before the first frame comes by itself.
    #expect(difference(states(try recorded(Self.middle)), steps[(first - 1)...].map(\.state)) == nil)
  }

  @Test func `What is written into a device comes out of it`() throws {
    // What the first gesture left in the slots is undone first.
    let first = states(try recorded(Self.nodes, "first.mcap"))
    #expect(difference(Array(states(try recorded(Self.nodes)).suffix(first.count)), first) == nil)
    #expect(try text(Self.nodes, "into") == "/dev/input/event0  Guest Screen\n")
  }

  @Test func `Devices of another shape, of another number, and none are refused`() throws {
    let lines = try text(Self.nodes, "refusals").split(separator: "\n")
    #expect(lines.count == 6)
    #expect(
      lines[0].hasPrefix(
        "touchreel: /dev/input/event0: does not match TouchReel Ten-Finger Screen: it has no ABS_MT_TOUCH_MAJOR"))
    #expect(lines[0].contains("ABS_MT_POSITION_X is 0 to 3839, recorded 0 to 4095"))
    #expect(lines[2].hasPrefix("touchreel: 1 node was given for 2 recorded devices"))
    #expect(lines[4].hasPrefix("touchreel: /dev/input/event77: no such device"))
    #expect([lines[1], lines[3], lines[5]] == ["status 1", "status 1", "status 1"])
  }

  @Test func `Without uinput the module is named`() throws {
    #expect(
      try text(Self.withoutUinput, "refusal") == """
        touchreel: /dev/uinput: uinput does not exist; 'sudo modprobe uinput' loads its module
        status 1

        """)
  }
}
