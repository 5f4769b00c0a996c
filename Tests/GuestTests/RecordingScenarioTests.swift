import Foundation
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelTouchTracking

/// What `touchreel record` makes of what a real kernel hands it, state by state.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct RecordingScenarioTests {
  private static let screen = DeviceDescription.screen("Guest Screen")
  private static let anonymousScreen = DeviceDescription.anonymousScreen("Guest Anonymous Screen")
  private static let pen = DeviceDescription.pen("Guest Pen")

  private static let tenFingers = Scenario("ten-fingers", Gestures.tenFingers(screen), record: "")
  private static let downAtStart = Scenario("down-at-start", Gestures.downAtStart(screen), record: "-d 'Guest Screen'")
  private static let overrun = Scenario("overrun", Gestures.overrun(screen), record: "")
  private static let palmAtBegin = Scenario("palm-at-begin", Gestures.palmAtBegin(screen), record: "")
  private static let palmMidStroke = Scenario("palm-mid-stroke", Gestures.palmMidStroke(screen), record: "")
  private static let anonymous = Scenario("anonymous", Gestures.anonymous(anonymousScreen), record: "")
  private static let penAndTouch = Scenario(
    "pen-and-touch", Gestures.penAndTouch(screen, pen), record: "-d 'Guest Screen' -d 'Guest Pen'")
  private static let grab = Scenario(
    "grab", Gestures.palmMidStroke(screen),
    shell: """
      play
      cat /dev/input/event0 >leaked & other=$!
      record --grab
      await played
      attempt busy -o busy.mcap --duration 1
      kill -KILL "$(cat pid)"
      ended
      attempt after -o after.mcap --grab --duration 100ms
      kill $other
      """)
  private static let unplug = Scenario(
    "unplug", Gestures.unplug(screen), shell: "play\nrecord\nended")
  private static let replugByName = Scenario(
    "replug-by-name", Gestures.replug(screen), shell: replugging("-d 'Guest Screen'", link: ""))
  private static let replugByLink = Scenario(
    "replug-by-link", Gestures.replug(screen),
    shell: replugging("-d /dev/input/by-id/guest-screen", link: "ln -sf ../event0 /dev/input/by-id/guest-screen"))
  private static let diskFull = Scenario(
    "disk-full", Gestures.noise(screen, frames: 1500),
    shell: """
      mkdir /run/small
      mount -t tmpfs -o size=32k tmpfs /run/small
      play
      touchreel record -o /run/small/out.mcap 2>err & echo $! >pid
      until [ -s /run/small/out.mcap ]; do sleep 0.01; done
      echo 1 >out.mcap
      ended
      cp /run/small/out.mcap out.mcap
      umount /run/small
      await played
      """)

  /// The device goes once, and comes back when the recorder has let go of it.
  private static func replugging(_ arguments: String, link: String) -> String {
    """
    holds() { ls -l /proc/$(cat pid)/fd | grep -q /dev/input/event; }
    mkdir -p /dev/input/by-id
    play
    \(link)
    record \(arguments)
    await unplugged
    while holds; do sleep 0.01; done
    rm -rf /dev/input/by-id/*
    echo 1 >plug
    await plugged
    \(link)
    until holds; do sleep 0.01; done
    echo 1 >reopened
    await played
    end INT
    """
  }

  private static let guest = Result {
    try GuestSession([
      tenFingers, downAtStart, overrun, palmAtBegin, palmMidStroke, anonymous, penAndTouch, grab, unplug, replugByName,
      replugByLink, diskFull,
    ])
  }

  private func recorded(_ scenario: Scenario, _ file: String = "out.mcap") throws -> RecordedSession {
    try RecordedSession(Self.guest.get().path(scenario, file))
  }

  private func text(_ scenario: Scenario, _ file: String) throws -> String {
    try Self.guest.get().text(scenario, file)
  }

  @Test func `Ten fingers are recorded as they were injected`() throws {
    let session = try recorded(Self.tenFingers)
    #expect(difference(session.states(), Self.tenFingers.script.states(Self.screen)) == nil)
    #expect(session.phases.filter { $0 == "began" }.count == 10)
    #expect(session.phases.filter { $0 == "ended" }.count == 10)
    #expect(!session.isTruncated)
    #expect(try text(Self.tenFingers, "status") == "0\n")
    #expect(try text(Self.tenFingers, "err").contains("10 touches, 0 drops"))
  }

  @Test func `The description is the one that the device was made with`() throws {
    let device = try #require(recorded(Self.tenFingers).openings.first).description
    #expect(device.name == "Guest Screen")
    #expect(device.identity == DeviceIdentity(bus: 3, vendor: 0x1234, product: 0x5678, version: 1))
    #expect(device.properties == [.direct])
    #expect(device.codes[.key] == [.touch])
    #expect(device.axes == Self.screen.axes)
    #expect(device.slotCount == 10)
    #expect(device.kind == .touchscreen)
  }

  @Test func `Fingers that were down before go on from the start state`() throws {
    let session = try recorded(Self.downAtStart)
    let injected = Self.downAtStart.script.states(Self.screen)
    let start = DeviceState(try #require(session.openings.first).description)
    // The first injected frame, before the recorder, is the state at the start.
    #expect(difference([start] + session.states(), injected) == nil)
    #expect(session.phases == ["began", "began", "ended", "ended"])
  }

  @Test func `After an overrun the synced state is the true one`() throws {
    let session = try recorded(Self.overrun)
    let injected = Self.overrun.script.states(Self.screen)
    let drop = try #require(session.entries.firstIndex { $0.frame?.hasDrop == true })
    let sync = try #require(session.entries.firstIndex { $0.isSync })
    #expect(session.entries.count(where: \.isSync) == 1)

    let start = DeviceState(try #require(session.openings.first).description)
    let before = DeviceState.states(
      of: session.entries[..<drop].compactMap(\.frame?.events), from: start)
    #expect(difference(before, Array(injected.prefix(before.count))) == nil)
    #expect(!before.isEmpty)

    // 1 frame of three fingers, then 400 while the recorder was stopped, each of which changed something.
    let synced = DeviceState.states(of: session.entries[sync].syncedState.map { [$0.events] } ?? [], from: start)
    #expect(difference(synced, [injected[400]]) == nil)
    let after = DeviceState.states(
      of: session.entries[(sync + 1)...].compactMap(\.frame?.events), from: synced[0])
    #expect(difference(after, Array(injected[401...])) == nil)
  }

  @Test func `An overrun leaves a gap in what was held and ends what was lifted`() throws {
    let session = try recorded(Self.overrun)
    #expect(session.phases.filter { $0 == "began" }.count == 4)
    #expect(session.phases.filter { $0 == "ended" }.count == 4)
    let gaps = session.touches.filter { $0.phase == .moved(gap: true) }
    #expect(Set(gaps.map(\.touch.trackingID.rawValue)).isSubset(of: [10, 12]))
    #expect(gaps.contains { $0.touch.trackingID.rawValue == 10 })
    #expect(try text(Self.overrun, "err").contains("1 drop,"))
  }

  @Test func `A palm from its first frame begins no touch`() throws {
    let session = try recorded(Self.palmAtBegin)
    #expect(difference(session.states(), Self.palmAtBegin.script.states(Self.screen)) == nil)
    #expect(session.phases == ["began", "ended"])
  }

  @Test func `A finger that turns palm is cancelled once and the other goes on`() throws {
    let session = try recorded(Self.palmMidStroke)
    #expect(difference(session.states(), Self.palmMidStroke.script.states(Self.screen)) == nil)
    #expect(session.phases == ["began", "began", "cancelled palm", "ended"])
  }

  @Test func `Anonymous contacts are kept event for event`() throws {
    let session = try recorded(Self.anonymous)
    let recorded = session.frames().map { $0.events.filter { !$0.isReport }.map(Bare.init) }
    let injected = Self.anonymous.script.steps.map { $0.events.map(Bare.init) }
    #expect(recorded.count == injected.count)
    for (index, pair) in zip(recorded, injected).enumerated() {
      #expect(pair.0 == pair.1, "frame \(index)")
    }
    #expect(session.phases == ["began", "began", "ended", "ended"])
  }

  @Test func `A pen and a screen go into one file, each on its channel`() throws {
    let session = try recorded(Self.penAndTouch)
    #expect(session.openings.map(\.description.name) == ["Guest Screen", "Guest Pen"])
    #expect(difference(session.states(of: 0), Self.penAndTouch.script.states(of: 0, Self.screen)) == nil)
    #expect(difference(session.states(of: 1), Self.penAndTouch.script.states(of: 1, Self.pen)) == nil)
    #expect(session.phases == ["began", "cancelled penProximity", "began", "ended", "began", "ended"])
  }

  @Test func `A grabbing recorder keeps the events from others and leaves the device to all after its death`() throws {
    let session = try recorded(Self.grab)
    let injected = Self.grab.script.states(Self.screen)
    #expect(try text(Self.grab, "leaked").isEmpty)
    // It was killed: at most 100 ms are lost, which at 240 frames a second are 24 and one under way.
    #expect(difference(session.states(), Array(injected.prefix(session.states().count))) == nil)
    #expect(session.states().count >= injected.count - 25)
    #expect(try text(Self.grab, "after").hasSuffix("status 0\n"))
  }

  @Test func `A device that another recorder has grabbed is refused with the reason`() throws {
    let message = try text(Self.grab, "busy")
    #expect(
      message == "touchreel: /dev/input/event0: another program has grabbed it and receives all of its events; "
        + "stop that program first\nstatus 1\n")
    #expect(try text(Self.grab, "busy.mcap").isEmpty)
  }

  @Test func `Unplugging ends the recording and cancels what was down`() throws {
    let session = try recorded(Self.unplug)
    #expect(difference(session.states(), Self.unplug.script.states(Self.screen)) == nil)
    #expect(session.notes == [#"{"kind":"deviceRemoved","channel":0}"#])
    #expect(session.phases == ["began", "began", "cancelled deviceRemoved", "cancelled deviceRemoved"])
    #expect(!session.isTruncated)
    #expect(try text(Self.unplug, "status") == "0\n")
    #expect(try text(Self.unplug, "err").contains("device unplugged"))
  }

  @Test(arguments: [replugByName, replugByLink])
  func `A device that comes back is recorded on a new channel`(
    _ scenario: Scenario
  ) throws {
    let session = try recorded(scenario)
    #expect(session.openings.map(\.number) == [0, 0])
    #expect(
      session.notes == [#"{"kind":"deviceRemoved","channel":0}"#, #"{"kind":"deviceReturned","channel":1}"#])
    // The first life: 1 frame of two fingers going down and 40 of moves.
    let steps = scenario.script.steps.map(\.events)
    let start = DeviceState(Self.screen)
    #expect(difference(session.states(of: 0), DeviceState.states(of: Array(steps[..<41]), from: start)) == nil)
    #expect(difference(session.states(of: 1), DeviceState.states(of: Array(steps[41...]), from: start)) == nil)
    let removed = ["began", "began", "cancelled deviceRemoved", "cancelled deviceRemoved"]
    #expect(session.phases == removed + ["began", "began", "ended", "ended"])
  }

  @Test func `A full disk leaves what was recorded before, and says so`() throws {
    let session = try recorded(Self.diskFull)
    let injected = Self.diskFull.script.states(Self.screen)
    #expect(difference(session.states(), Array(injected.prefix(session.states().count))) == nil)
    // A frame of ten fingers at random has 31 events, so 32 KiB hold over 100 of them, if an event takes 10 bytes.
    #expect(session.states().count > 100)
    #expect(session.states().count < injected.count)
    #expect(try text(Self.diskFull, "status") == "1\n")
    #expect(try text(Self.diskFull, "err").contains("no space is left on the disk"))
  }
}

/// An event without its time.
private struct Bare: Hashable {
  var type: EventType
  var code: EventCode
  var value: Int32

  init(_ event: InputEvent) { (type, code, value) = (event.type, event.code, event.value) }
}
