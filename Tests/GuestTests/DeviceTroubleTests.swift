import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying

/// Devices that fail, that may not be used, or that are not quite like the recorded one.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct DeviceTroubleTests {
  private static let screen = DeviceDescription.screen("Guest Screen")
  private static let fixtures = Checkout.path("Fixtures")

  /// Revokes what the recorder holds, as a session's leader does when another user comes to the screen (EVIOCREVOKE).
  private static let revoking = """
    revoke() {
      python3 - "$(cat pid)" $(find "/proc/$(cat pid)/fd" -lname '/dev/input/event*' -printf '%f ') <<'PYTHON'
    import ctypes, fcntl, os, sys
    process = os.pidfd_open(int(sys.argv[1]))
    for number in sys.argv[2:]:
        shared = ctypes.CDLL(None).syscall(438, process, int(number), 0)  # pidfd_getfd
        fcntl.ioctl(shared, 0x40044591)  # EVIOCREVOKE
    PYTHON
    }

    """

  /// A finger draws, waits for the revocation to be over, and goes on.
  private static let pausing: PlayerScript = {
    var script = PlayerScript()
    script.plug(screen)
    script.meetRecorder()
    for frame in Int32(0)..<120 {
      if frame == 0 { script.down(0, id: 1, at: 0, 0) }
      if frame == 60 {
        script.touch(file: "paused")
        script.wait(for: "revoked")
      }
      script.move(0, to: 10 * frame, frame)
      script.frame()
    }
    return script
  }()

  private static func revoked(_ name: String, _ arguments: String, end: String) -> Scenario {
    var scenario = Scenario(
      name, pausing, shell: revoking + "play\nrecord \(arguments)\nawait paused\nrevoke\n\(end)")
    scenario.seconds = 60
    return scenario
  }

  private static let revokedNode = revoked("revoked-node", "-d event0", end: "ended\necho 1 >revoked\nawait played")
  private static let revokedName = revoked(
    "revoked-name", "-d 'Guest Screen'",
    end: """
      until [ "$(touchreel dump out.mcap 2>/dev/null | grep -c '^# device 0')" = 2 ]; do sleep 0.01; done
      echo 1 >revoked
      await played
      end INT
      """)

  /// The 20th `read` from the device fails with EIO, as those after it do.
  private static let failing = { () -> Scenario in
    var scenario = Scenario("failing", Gestures.counting(screen, frames: 480), shell: failingShell)
    scenario.seconds = 60
    return scenario
  }()
  private static let failingShell = """
    cat >failing.c <<'SOURCE'
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <linux/input.h>
    #include <unistd.h>
    static int reads;
    ssize_t read(int descriptor, void *bytes, size_t size) {
      ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
      if (size >= 64 * sizeof(struct input_event) && ++reads >= 20) return errno = EIO, -1;
      return real(descriptor, bytes, size);
    }
    SOURCE
    gcc -shared -fPIC -o failing.so failing.c -ldl
    play
    LD_PRELOAD=$PWD/failing.so touchreel record -d event0 -o out.mcap 2>err & echo $! >pid
    ended
    await played
    """

  /// What an ordinary user hears of devices and a uinput that are root's, also on a machine that has the rule.
  private static let ordinaryUser = Scenario(
    "ordinary-user", Gestures.counting(screen, frames: 60),
    shell: """
      as_user() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
      tried() { local file=$1 code=0; shift; as_user "$@" >"$file" 2>&1 || code=$?; echo "status $code" >>"$file"; }
      mkdir -p /run/udev/rules.d
      echo '# rule' >/run/udev/rules.d/70-touchreel.rules
      hide_rule
      play
      chmod 600 /dev/input/event0 /dev/uinput
      tried node touchreel record -d event0 -o never.mcap
      tried name touchreel record -d 'Guest Screen' -o never.mcap
      tried any touchreel record -o never.mcap
      tried devices touchreel devices
      tried uinput touchreel inject '\(fixtures)/palm-mid-stroke.mcap'
      chmod 644 /dev/input/event0
      tried target touchreel inject --device event0 '\(fixtures)/palm-mid-stroke.mcap' --scale
      mkdir -m 755 closed
      tried folder touchreel record -d event0 -o closed/out.mcap --duration 50ms
      ls closed >left
      touchreel inject '\(fixtures)/palm-mid-stroke.mcap' --wait 60 >second 2>&1 &
      until [ -e /dev/input/event1 ]; do sleep 0.02; done
      chmod 600 /dev/input/event0
      chmod 644 /dev/input/event1
      tried doctor touchreel doctor devices
      kill $!
      wait $! || true
      await played
      """)

  /// A recording goes into a device of half its size.
  private static let scaled: Scenario = {
    var small = screen
    small.name = "Small Screen"
    small.axes[.positionX]?.maximum = 1919
    small.axes[.positionY]?.maximum = 1079
    var script = PlayerScript()
    script.plug(small)
    script.touch(file: "made")
    return Scenario(
      "scaled", script,
      shell: """
        play
        record -d 'Small Screen'
        await out.mcap
        cat '\(fixtures)/palm-mid-stroke.mcap' | touchreel inject --wait 0 --scale --device 'Small Screen' - >into
        end INT
        """)
  }()

  /// The kernel takes no axis that ends before it begins; of two devices, the one made before is gone again.
  private static let refused = Scenario(
    "refused", PlayerScript(),
    shell: """
      player=
      cat >refused.evemu <<'RECORDING'
      # EVEMU 1.3
      N: Crooked Screen
      I: 0003 0001 0002 0003
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 04 00 00
      B: 03 03 00 00 00 00 00 00 00
      A: 00 100 0 0 0 0
      A: 01 0 1000 0 0 0
      E: 0.000001 0003 0000 5
      E: 0.000001 0000 0000 0
      RECORDING
      for file in refused.evemu; do
        touchreel inject --wait 0 $file 2>refusal || echo "status $?" >>refusal
      done
      touchreel join '\(fixtures)/palm-mid-stroke.mcap' refused.evemu -o both.mcap
      touchreel inject --wait 0 both.mcap 2>both || echo "status $?" >>both
      ls /sys/devices/virtual/input >left || true
      """)

  private static let guest = Result {
    try GuestSession([revokedNode, revokedName, failing, ordinaryUser, scaled, refused])
  }

  private func session(_ scenario: Scenario) throws -> RecordedSession {
    try RecordedSession(Self.guest.get().path(scenario, "out.mcap"))
  }

  private func said(_ scenario: Scenario, _ file: String) throws -> String { try Self.guest.get().text(scenario, file) }

  @Test(arguments: [revokedNode, failing])
  func `A device that is revoked or fails ends the recording, whole up to there`(_ scenario: Scenario) throws {
    let session = try session(scenario)
    #expect(!session.isTruncated)
    #expect(session.notes == [#"{"kind":"deviceRemoved","channel":0}"#])
    #expect(session.phases.last == "cancelled deviceRemoved")
    #expect(session.frames().count > 5)
    #expect(try said(scenario, "err").hasSuffix("device unplugged.\n"))
    #expect(try said(scenario, "status") == "0\n")
  }

  @Test func `A revoked device that is known by its name is taken up again`() throws {
    let session = try session(Self.revokedName)
    #expect(
      session.notes == [#"{"kind":"deviceRemoved","channel":0}"#, #"{"kind":"deviceReturned","channel":1}"#])
    #expect(session.openings.map(\.number) == [0, 0])
    #expect(session.phases.prefix(3) == ["began", "cancelled deviceRemoved", "began"])
    let played = Self.pausing.states(Self.screen)
    let after = session.states(of: 1)
    #expect(after.count == 60)
    #expect(difference(after, Array(played.suffix(after.count))) == nil)
  }

  @Test(arguments: [
    (
      "node",
      "touchreel: /dev/input/event0: you may not read it; 'sudo setfacl -m u:$USER:r /dev/input/event0' allows it until it is unplugged, 'scripts/install-udev-rule' permanently for all touch devices"
    ),
    (
      "name",
      "touchreel: /dev/input/event0: you may not read it; 'sudo setfacl -m u:$USER:r /dev/input/event0' allows it until it is unplugged, 'scripts/install-udev-rule' permanently for all touch devices"
    ),
    (
      "any",
      "touchreel: /dev/input/event0: you may not read it; 'sudo setfacl -m u:$USER:r /dev/input/event0' allows it until it is unplugged, 'scripts/install-udev-rule' permanently for all touch devices"
    ),
    (
      "uinput",
      "touchreel: /dev/uinput: you may not create virtual devices; 'sudo setfacl -m u:$USER:rw /dev/uinput' allows it until the next start, 'scripts/install-udev-rule' permanently"
    ),
    (
      "target",
      "touchreel: /dev/input/event0: you may not write to it; 'sudo setfacl -m u:$USER:rw /dev/input/event0' allows it until it is unplugged"
    ),
    ("folder", "touchreel: closed/out.mcap: cannot be written: Permission denied"),
  ]) func `A user without permission learns how to get it`(_ file: String, _ line: String) throws {
    let found = try said(Self.ordinaryUser, file)
    #expect(found == line + "\nstatus 1\n")
  }

  @Test func `Devices that may not be read are listed with the way to them`() throws {
    let text = try said(Self.ordinaryUser, "devices")
    #expect(text.contains("Guest Screen"))
    #expect(text.contains("'sudo setfacl -m u:$USER:r /dev/input/event0' allows it"))
    #expect(text.contains("scripts/install-udev-rule installs this rule"))
    #expect(text.hasSuffix("status 0\n"))
    #expect(try said(Self.ordinaryUser, "left").isEmpty)
  }

  @Test func `Doctor names the devices that may not be read beside the one that may`() throws {
    let text = try said(Self.ordinaryUser, "doctor")
    #expect(text.hasPrefix("devices  works: 1 touch device can be read: /dev/input/event1 "), "\(text)")
    #expect(text.contains("; you may not read /dev/input/event0 Guest Screen, see 'touchreel devices'\nstatus 0"))
  }

  @Test func `Scaled values go from end to end`() throws {
    let positions = try session(Self.scaled).frames().flatMap(\.events).filter { $0.type == .absolute }
    let x = positions.filter { $0.code == .positionX }.map(\.value)
    let y = positions.filter { $0.code == .positionY }.map(\.value)
    // Recorded of 0 to 4095 and 0 to 2303: 600 · 1919/4095 = 281.2, 2599 · 1919/4095 = 1217.9; 501 · 1079/2303 = 234.7,
    // 1801 · 1079/2303 = 843.8.
    #expect(x.prefix(2) == [281, 1218])
    #expect(y.prefix(2) == [235, 844])
    // The last ones: 3400 · 1919/4095 = 1593.3 and 901 · 1079/2303 = 422.1.
    #expect(x.last == 1593)
    #expect(y.last == 422)
  }

  @Test func `A description that the kernel refuses is named, and nothing is left`() throws {
    let line = "touchreel: Crooked Screen: the kernel refuses ABS_X from 100 to 0: Invalid argument\nstatus 1\n"
    let found = try ["refusal", "both", "left"].map { try said(Self.refused, $0) }
    #expect(found == [line, line, ""])
  }
}
