import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelCanvas
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// What is drawn live from a real kernel's devices, in a loop that is not ours, and what its recording replays.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct LiveDrawingScenarioTests {
  private static let screen = DeviceDescription.screen("Guest Screen")
  private static let pen = DeviceDescription.pen("Guest Pen")
  private static let anonymousScreen = DeviceDescription.anonymousScreen("Guest Anonymous Screen")

  private static let tenFingers = drawn("ten-fingers", Gestures.tenFingers(screen), "'Guest Screen'")
  private static let palm = drawn("palm", Gestures.palmMidStroke(screen), "--grab 'Guest Screen'")
  private static let anonymous = drawn("anonymous", Gestures.anonymous(anonymousScreen), "'Guest Anonymous Screen'")
  private static let penAndTouch = drawn(
    "pen-and-touch", Gestures.penAndTouch(screen, pen), "'Guest Screen' 'Guest Pen'")
  private static let overrun = drawn("overrun", Gestures.overrun(screen), "'Guest Screen'")
  private static let unplug = Scenario(
    "unplug", Gestures.unplug(screen), shell: "play\n\(start("/dev/input/event0"))\nended")
  private static let replug = Scenario(
    "replug", Gestures.replug(screen),
    shell: """
      holds() { ls -l /proc/$(cat pid)/fd | grep -q /dev/input/event; }
      play
      \(start("'Guest Screen'"))
      await unplugged
      while holds; do sleep 0.01; done
      echo 1 >plug
      await plugged
      until holds; do sleep 0.01; done
      echo 1 >reopened
      await played
      end INT
      """)

  private static func start(_ devices: String) -> String { "guest-drawer \(devices) 2>err & echo $! >pid" }

  private static func drawn(_ name: String, _ script: PlayerScript, _ devices: String) -> Scenario {
    Scenario(name, script, shell: "play\n\(start(devices))\nawait played\nend INT")
  }

  private static let scenarios = [tenFingers, palm, anonymous, penAndTouch, overrun, unplug, replug]
  private static let guest = Result { try GuestSession(scenarios) }

  private func session(_ scenario: Scenario) throws -> RecordedSession {
    try RecordedSession(Self.guest.get().path(scenario, "out.mcap"))
  }

  @Test(arguments: scenarios)
  func `The recording's replay is the picture that was on the board`(scenario: Scenario)
    throws
  {
    let guest = try Self.guest.get()
    let complaint = try guest.text(scenario, "err")
    #expect(try guest.text(scenario, "status") == "0\n", "\(complaint)")
    let png = try Data(contentsOf: URL(fileURLWithPath: guest.path(scenario, "live.png")))
    let live = try PixelBuffer(png: Array(png))
    let recording = try Recording.open(FileBytes(path: FilePath(guest.path(scenario, "out.mcap"))))
    let renderer = Renderer(recording, facts: try RecordingFacts(recording), options: RenderOptions())
    let replayed = try renderer.picture().picture.composed()
    #expect(live == replayed, "\(scenario.name)")
    // What is unplugged under the hand leaves nothing.
    let isBlank = live == PixelBuffer(size: live.size, filledWith: 0xFFFF_FFFF)
    #expect(isBlank == (scenario.name == "unplug"))
  }

  @Test func `Ten fingers are recorded as they were injected`() throws {
    let session = try session(Self.tenFingers)
    #expect(difference(session.states(), Self.tenFingers.script.states(Self.screen)) == nil)
    #expect(session.phases.filter { $0 == "ended" }.count == 10)
  }

  @Test func `After an overrun there is a synced state`() throws {
    let session = try session(Self.overrun)
    #expect(session.entries.contains { $0.frame?.hasDrop == true })
    #expect(session.entries.count(where: \.isSync) == 1)
    #expect(session.phases.filter { $0 == "began" }.count == 4)
    #expect(session.phases.filter { $0 == "ended" }.count == 4)
  }

  @Test func `A device that goes away takes its touches along, and is opened again when it is back`() throws {
    #expect(try session(Self.unplug).phases.last == "cancelled deviceRemoved")
    let replugged = try session(Self.replug)
    #expect(replugged.openings.map(\.number) == [0, 0])
    #expect(replugged.phases.contains("cancelled deviceRemoved"))
    #expect(replugged.phases.last == "ended")
  }
}
