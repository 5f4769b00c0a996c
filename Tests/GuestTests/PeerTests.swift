import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings

/// Programs by others read what `touchreel inject` plays, and play what `touchreel record` reads: evemu, libinput,
/// evtest.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct PeerTests {
  private static let original = Checkout.path("Fixtures/palm-mid-stroke.mcap")

  /// All three read one injection. The kernel takes the device away at the end.
  private static let readers = Scenario(
    "readers", PlayerScript(),
    shell: """
      touchreel inject --wait 8 '\(original)' >nodes & player=$!
      await nodes
      node=$(sed 's/ .*//' nodes)
      evemu-record $node >out.evemu 2>evemu.err & evemu=$!
      libinput record -o out.yml $node >libinput.out 2>&1 & libinput=$!
      evtest $node >out.evtest 2>evtest.err &
      wait $player
      sleep 0.5
      kill -INT $evemu $libinput || true
      wait
      player=
      """)
  private static let evemu = Scenario(
    "evemu-play", PlayerScript(),
    shell: """
      player=
      touchreel convert '\(original)' played.evemu
      evemu-device played.evemu >device & device=$!
      await device
      node=$(sed 's/.*: //' device)
      record -d $node
      await out.mcap
      evemu-play $node <played.evemu
      end INT
      kill $device
      """)
  private static let libinput = Scenario(
    "libinput-replay", PlayerScript(),
    shell: """
      player=
      touchreel convert --format libinput '\(original)' played.yml
      # It begins when Enter is hit, and ends with its input.
      { await out.mcap; echo; sleep 3; } | PATH=/usr/bin:$PATH libinput replay played.yml >replay 2>&1 &
      until ls /dev/input/event* >/dev/null 2>&1; do sleep 0.01; done
      record -d "$(ls /dev/input/event*)"
      ended
      """)

  private static let guest = Result { try GuestSession([readers, evemu, libinput]) }

  private func states(_ path: String) throws -> [ReplayedState] {
    try ReplayedRecording(Recording.open(FilePath(path))).steps[0, default: []].map(\.state)
  }

  @Test(arguments: ["out.evemu", "out.yml", "out.evtest"])
  func `Others read what is injected`(_ file: String) throws {
    let read = try states(Self.guest.get().path(Self.readers, file))
    #expect(try difference(read, states(Self.original)) == nil)
  }

  @Test(arguments: [evemu, libinput])
  func `What others play is recorded`(_ scenario: Scenario) throws {
    let recorded = try states(Self.guest.get().path(scenario, "out.mcap"))
    #expect(try difference(recorded, states(Self.original)) == nil)
  }
}
