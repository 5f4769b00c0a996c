import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Touches of one device that reach another through a pipe, on a real kernel.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct LivePipeTests {
  private static let screen = DeviceDescription.screen("Guest Screen")

  /// The kernel keeps eight frames for a reader: on a busy machine `cat` is held up for longer than 33 ms.
  private static let rate = 60

  /// A recorder's pipe makes the same device again, before anything is touched.
  private static let relayed = Scenario(
    "relayed", Gestures.tenFingers(screen, rate: rate),
    shell: """
      play
      touchreel record -d 'Guest Screen' -o - 2>sent | touchreel inject --wait 0 - >nodes 2>late & relay=$!
      await nodes
      record -d event0 -d event1
      await played
      waits
      end INT
      pkill -INT -f 'record -d Guest Screen -o -'
      wait $relay && code=0 || code=$?
      echo $code >code
      """)

  /// The bytes of a node, which describe nothing, into a second screen that is there already.
  private static let raw: Scenario = {
    var script = PlayerScript()
    script.plug(DeviceDescription.screen("Second Screen"))
    let gesture = Gestures.tenFingers(screen, rate: rate)
    return Scenario(
      "raw", script.followed(by: gesture),
      shell: """
        play
        touchreel record -d 'Guest Screen' -o described.mcap --duration 50ms 2>/dev/null
        cat /dev/input/event1 | touchreel inject --description described.mcap --device 'Second Screen' --wait 0 - >nodes 2>late & relay=$!
        record -d event1 -d event0
        await played
        waits
        end INT
        pkill cat
        wait $relay && code=0 || code=$?
        echo $code >code
        """)
  }()

  private static let recording = Checkout.path("Fixtures/ten-fingers.mcap")

  /// Whoever reads the pipe is interrupted while fingers are down: they are lifted at once, though the pipe stays open.
  /// Touches come once the recorder is there.
  private static let interrupted = Scenario(
    "interrupted", PlayerScript(),
    shell: """
      player=
      mkfifo pipe
      touchreel inject --wait 1 - <pipe >nodes 2>late & injector=$!
      exec 3>pipe
      head -c 1114 '\(recording)' >&3
      await nodes
      record
      await out.mcap
      head -c \(1 << 14) '\(recording)' | tail -c +1115 >&3
      until touchreel info out.mcap 2>/dev/null | grep -Eq '[1-9][0-9]+ frames'; do sleep 0.1; done
      kill -INT $injector
      wait $injector && code=0 || code=$?
      echo $code >code
      ended
      exec 3>&-
      """)

  private static let guest = Result { try GuestSession([relayed, raw, interrupted], seconds: 200) }

  private func text(_ scenario: Scenario, _ file: String) throws -> String { try Self.guest.get().text(scenario, file) }

  private func states(_ scenario: Scenario) throws -> [Int: [ReplayedState]] {
    let path = FilePath(try Self.guest.get().path(scenario, "out.mcap"))
    return try ReplayedRecording(Recording.open(path)).steps.mapValues { $0.map(\.state) }
  }

  @Test(arguments: [relayed, raw])
  func `Every frame of a device reaches another through a pipe`(_ scenario: Scenario) throws {
    let found = try states(scenario)
    let (sent, received) = (found[0, default: []], found[1, default: []])
    let late = try text(scenario, "late")
    #expect(sent.count > 240, "\(late)")
    if let difference = difference(received, sent) { Issue.record("\(difference)\n\(late)") }
    #expect(try text(scenario, "code") == "0\n")
  }

  @Test func `The device is there before the first touch`() throws {
    #expect(try text(Self.relayed, "nodes") == "/dev/input/event1  Guest Screen\n")
  }

  @Test func `A signal lifts what is down, though the pipe stays open`() throws {
    let found = try states(Self.interrupted)[0, default: []]
    let last = try #require(found.last)
    #expect(last == last.lifted && found.dropLast().last != last, "\(last)")
    #expect(try text(Self.interrupted, "code") == "130\n")
  }
}
