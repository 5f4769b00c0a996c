import Foundation
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordings

/// How `touchreel record` begins and ends, and what it refuses.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct RecordCommandTests {
  private static let screen = DeviceDescription.screen("Guest Screen")

  private static let devices: Scenario = {
    var script = PlayerScript()
    script.plug(screen)
    script.plug(.mouse("Guest Mouse"))
    script.plug(.keyboard("Guest Keyboard"))
    script.touch(file: "made")
    return Scenario(
      "devices", script,
      shell: """
        play
        touchreel devices --json >devices.json
        touchreel devices --all >all
        attempt missing -d 'No Such Device' -o never.mcap
        attempt nodeless -d /dev/null -o never.mcap
        attempt mouse -d 'Guest Mouse' -o never.mcap
        attempt keyboard -d 'Guest Keyboard' -o never.mcap
        attempt forced-keyboard -d 'Guest Keyboard' --force-device -o never.mcap
        attempt ambiguous -d Guest -o never.mcap
        attempt forced-mouse -d 'Guest Mouse' --force-device -o mouse.mcap --duration 50ms
        attempt permitted-keyboard -d 'Guest Keyboard' --keyboards -o keyboard.mcap --duration 50ms
        echo kept >existing.mcap
        attempt existing -o existing.mcap
        attempt replaced -o replaced.mcap --duration 50ms
        chmod 644 replaced.mcap
        attempt replaced -o replaced.mcap --duration 50ms --force
        stat -c %a replaced.mcap >mode
        attempt turned -o turned.mcap --duration 50ms --rotate 90
        touchreel record -o two.mcap 2>err & first=$!
        await two.mcap
        attempt second -o two.mcap --force
        kill -TERM $first
        wait $first
        echo $? >first
        """)
  }()

  private static let ends: Scenario = {
    let script = Gestures.counting(screen, frames: 1200)
    return Scenario(
      "ends", script,
      shell: """
        play
        for signal in INT TERM HUP; do
          touchreel record -o $signal.mcap 2>$signal & recorder=$!
          await $signal.mcap
          kill -$signal $recorder
          wait $recorder
        done
        # The gesture takes five seconds; the recorders so far may have taken as long.
        replay
        attempt duration -o duration.mcap --duration 300ms
        replay
        touchreel record -o - --duration 300ms 2>stream >stream.mcap
        replay
        touchreel record -o - 2>closed | head -c 10 >head || true
        await played
        attempt idle -o idle.mcap --idle 200ms
        """)
  }()

  private static let texts = ["tap.evemu", "tap.yml", "tap.getevent", "tap.raw24"]

  /// Every format is recorded beside our own, and each recorder is killed before it ends.
  private static let formats: Scenario = {
    var script = Gestures.tenFingers(screen)
    script.plug(.mouse("Guest Mouse"))
    return Scenario(
      "formats", script,
      shell: """
        play
        recorders=
        for file in \(texts.joined(separator: " ")); do
          touchreel record -d 'Guest Screen' -o $file 2>$file.err & recorders="$recorders $!"
          until [ -e $file ]; do sleep 0.01; done
        done
        record -d 'Guest Screen'
        await played
        waits
        end INT
        kill -9 $recorders
        wait $recorders || true
        touchreel record -d 'Guest Screen' -o whole.yml --duration 50ms 2>whole.err
        attempt many -d 'Guest Screen' -d 'Guest Mouse' --force-device -o many.evemu
        """)
  }()

  private static let guest = Result { try GuestSession([devices, ends, formats], seconds: 200) }

  private func said(_ scenario: Scenario, _ file: String) throws -> String {
    try Self.guest.get().text(scenario, file)
  }

  @Test(arguments: [
    ("missing", "touchreel: No Such Device: no such device; 'touchreel devices' lists the devices of this machine"),
    (
      "nodeless",
      "touchreel: /dev/null: is not an evdev device; the nodes of input devices are /dev/input/event0 and so on"
    ),
    ("mouse", "touchreel: /dev/input/event1: is not a touch device (a mouse); --force-device records it anyway"),
    (
      "keyboard",
      "touchreel: /dev/input/event2: can type: everything typed, passwords included, would be recorded; --keyboards allows it"
    ),
    (
      "forced-keyboard",
      "touchreel: /dev/input/event2: can type: everything typed, passwords included, would be recorded; --keyboards allows it"
    ),
    (
      "ambiguous",
      "touchreel: Guest: several devices have this name; choose one of /dev/input/event0, /dev/input/event1, /dev/input/event2"
    ),
    ("existing", "touchreel: existing.mcap: exists already; --force replaces it"),
    ("second", "touchreel: two.mcap: is being written by another recorder; name another file"),
  ]) func `What cannot be recorded is refused in one line`(_ file: String, _ line: String) throws {
    #expect(try said(Self.devices, file) == line + "\nstatus 1\n")
  }

  @Test func `A refused recording leaves files as they were`() throws {
    #expect(try said(Self.devices, "existing.mcap") == "kept\n")
    #expect(!FileManager.default.fileExists(atPath: try Self.guest.get().path(Self.devices, "never.mcap")))
    #expect(try said(Self.devices, "first") == "0\n")
    #expect(try RecordedSession(Self.guest.get().path(Self.devices, "two.mcap")).openings.count == 1)
  }

  @Test(arguments: ["forced-mouse", "permitted-keyboard", "replaced"])
  func `What is permitted expressly is recorded`(_ file: String) throws {
    #expect(try said(Self.devices, file).hasSuffix("duration reached.\nstatus 0\n"))
  }

  @Test func `How the screen is turned is recorded if it is stated`() throws {
    let turned = try RecordedSession(Self.guest.get().path(Self.devices, "turned.mcap"))
    #expect(turned.openings.map(\.description.udev) == [[DeviceDescription.rotationFact: "90"]])
    let plain = try RecordedSession(Self.guest.get().path(Self.devices, "replaced.mcap"))
    #expect(plain.openings.map(\.description.udev) == [[:]])
  }

  @Test func `Only its owner may read a recording`() throws {
    #expect(try said(Self.devices, "mode") == "600\n")
  }

  @Test func `Devices are listed with what they are`() throws {
    struct Listed: Decodable {
      struct Size: Decodable { var width, height: Double }
      var node, name, kind, `protocol`, access: String
      var slots: Int
      var size: Size
    }
    let json = Data(try said(Self.devices, "devices.json").utf8)
    let listed = try JSONDecoder().decode([Listed].self, from: json)
    let screen = try #require(listed.first)
    #expect(listed.count == 1)
    #expect(screen.node == "/dev/input/event0")
    #expect(screen.name == "Guest Screen")
    #expect([screen.kind, screen.protocol, screen.access] == ["touchscreen", "B", "readable"])
    #expect(screen.slots == 10)
    // 3839 and 2159 units at 10 a millimetre.
    #expect(screen.size.width == 383.9)
    #expect(screen.size.height == 215.9)
    let all = try said(Self.devices, "all")
    #expect(all.contains("Guest Mouse  (mouse") && all.contains("Guest Keyboard  (keyboard"))
  }

  @Test(arguments: [("INT", "interrupted"), ("TERM", "terminated"), ("HUP", "terminal closed")])
  func `A signal finishes the file`(_ signal: String, _ reason: String) throws {
    let session = try RecordedSession(Self.guest.get().path(Self.ends, "\(signal).mcap"))
    #expect(!session.isTruncated)
    #expect(try said(Self.ends, signal).hasSuffix("\(reason).\n"))
  }

  @Test(arguments: texts)
  func `Other programs' formats are recorded without a loss, even by a recorder that is killed`(file: String) throws {
    func events(_ file: String) throws -> [Substring] {
      let dump = try Touchreel.succeed("dump", try Self.guest.get().path(Self.formats, file)).text
      return dump.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
    let (found, expected) = (try events(file), try events("out.mcap"))
    #expect(expected.count > 5000 && found == expected, "\(found.count) of \(expected.count) events")
  }

  @Test func `Another program's format is recorded of one device`() throws {
    let said = try said(Self.formats, "many")
    #expect(
      said.hasPrefix(
        "touchreel: many.evemu: evemu is recorded of one device, and these are 2 (Guest Screen, Guest Mouse)")
        && said.hasSuffix("status 1\n"), "\(said)")
    #expect(try self.said(Self.formats, "whole.err").contains("Recorded 0:00.0, 0 events"))
  }

  @Test func `A recording ends after its duration`() throws {
    let session = try RecordedSession(Self.guest.get().path(Self.ends, "duration.mcap"))
    #expect(!session.isTruncated)
    let times = session.frames().compactMap(\.time)
    // The gesture goes on for five seconds; a busy host may let the recorder be late.
    let span = try #require(times.last).since(try #require(times.first))
    #expect(span < TimeSpan(seconds: 1.5))
    #expect(try said(Self.ends, "duration").hasSuffix("duration reached.\nstatus 0\n"))
  }

  @Test func `A recording ends at the idle timeout`() throws {
    #expect(try said(Self.ends, "idle").hasSuffix("idle timeout.\nstatus 0\n"))
  }

  @Test func `Standard output takes a whole recording`() throws {
    let session = try RecordedSession(Self.guest.get().path(Self.ends, "stream.mcap"))
    #expect(!session.isTruncated)
    #expect(!session.frames().isEmpty)
  }

  @Test func `A reader that closes the pipe ends the recording`() throws {
    #expect(try said(Self.ends, "closed").hasSuffix("to standard output: its reader has left.\n"))
  }
}
