import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelInputEvents
import TouchReelTouchTracking

/// libmtdev turns protocol A into slots. What our slots make of its output must be what we make of its input.
@Suite(.slow, .enabled(if: Mtdev.isInstalled, "libmtdev-dev and cc are not installed"))
struct MtdevTests {
  @Test func `Fingers that glide, come and go are the same touches`() throws {
    let mtdev = try Mtdev()
    for seed in 0..<12 as Range<UInt64> { try compare(by: mtdev, seed: seed) }
  }

  private func compare(by mtdev: Mtdev, seed: UInt64) throws {
    let device = DeviceDescription.anonymousScreen.with(.positionX, 0...4000).with(.positionY, 0...4000)
    let script = glide(on: device, seed: seed)
    var (ours, theirs) = (Run(), Run())
    ours.play(script)
    let slotted = theirs.open(device.with(.slot, 0...59).with(.trackingID, 0...65535))
    for frame in try mtdev.convert(script) { theirs.play(.frame(frame), on: slotted) }
    let difference = summary(of: ours).difference(from: summary(of: theirs))
    #expect(difference.isEmpty, "seed \(seed)")
    #expect(ours.events.contains { $0.phase == .ended } && ours.events.contains { $0.phase == .moved(gap: false) })
  }

  /// Up to eight fingers, each in its own column of 500 units, which is more than it moves. In one frame fingers come,
  /// in the next they go: libmtdev would draw a line from one that goes to one that comes, across the whole surface.
  private func glide(on device: DeviceDescription, seed: UInt64) -> GestureScript {
    var random = SplitMix64(seed: seed)
    var fingers = [DevicePoint?](repeating: nil, count: 8)
    var script = GestureScript(on: device)
    for frame in 0..<200 {
      for (column, finger) in fingers.enumerated() {
        let changes = Int.random(in: 0..<15, using: &random) == 0 && (finger == nil) == (frame % 2 == 0)
        let next = finger ?? DevicePoint(x: Int32(column) * 500 + 50, y: 1750)
        if changes {
          fingers[column] = finger == nil ? next : nil
        } else if finger != nil {
          fingers[column] = moved(next, in: Int32(column) * 500, &random)
        }
      }
      for case let finger? in fingers.shuffled(using: &random) { script.contact(finger.x, finger.y) }
      if fingers.allSatisfy({ $0 == nil }) { script.noContact() }
      script.frame()
      addSilence(to: &script, &random)
    }
    return script
  }

  /// Now and then, a frame that says nothing of contacts: nothing at all, or a key beside the screen.
  private func addSilence(to script: inout GestureScript, _ random: inout SplitMix64) {
    guard Int.random(in: 0..<5, using: &random) == 0 else { return }
    let back = EventCode(rawValue: 0x9e)
    if Bool.random(using: &random) { script.key(back, Int32.random(in: 0...1, using: &random)) }
    script.frame()
  }

  private func moved(_ finger: DevicePoint, in left: Int32, _ random: inout SplitMix64) -> DevicePoint {
    DevicePoint(
      x: min(max(finger.x + Int32.random(in: -20...20, using: &random), left), left + 100),
      y: min(max(finger.y + Int32.random(in: -20...20, using: &random), 1500), 2000))
  }

  /// Slots may differ, so a frame's steps are compared in the order of their places.
  private func summary(of run: Run) -> [String] {
    run.events.map { event in
      let time = String(event.time.nanoseconds / 1_000_000)
      let place = "\(event.sample.position.x),\(event.sample.position.y)"
      return "\(String(repeating: "0", count: 8 - time.count))\(time) \(event.phase) \(place)"
    }.sorted()
  }
}

/// libmtdev behind a filter that reads and writes `time type code value`.
private struct Mtdev {
  static let isInstalled =
    ["/usr/include/mtdev.h", "/usr/bin/cc"].allSatisfy(FileManager.default.fileExists(atPath:))

  private let folder: TemporaryFolder
  private let program: String

  private static let source = """
    #include <mtdev.h>
    #include <mtdev-plumbing.h>
    #include <stdio.h>
    int main(void) {
      struct mtdev *device = mtdev_new();
      if (!device || mtdev_init(device)) return 1;
      mtdev_set_mt_event(device, ABS_MT_POSITION_X, 1);
      mtdev_set_mt_event(device, ABS_MT_POSITION_Y, 1);
      mtdev_set_abs_maximum(device, ABS_MT_POSITION_X, 4000);
      mtdev_set_abs_maximum(device, ABS_MT_POSITION_Y, 4000);
      struct input_event event = {0};
      long time;
      unsigned type, code;
      while (scanf("%ld %u %u %d", &time, &type, &code, &event.value) == 4) {
        event.time.tv_sec = time / 1000000;
        event.time.tv_usec = time % 1000000;
        event.type = type;
        event.code = code;
        mtdev_put_event(device, &event);
        while (!mtdev_empty(device)) {
          struct input_event out;
          mtdev_get_event(device, &out);
          printf("%ld %u %u %d\\n", time, out.type, out.code, out.value);
        }
      }
      return 0;
    }
    """

  init() throws {
    folder = try TemporaryFolder()
    program = folder.path("filter")
    try Programs.succeed("/usr/bin/cc", [folder.write(Self.source, to: "filter.c"), "-o", program, "-lmtdev"])
  }

  func convert(_ script: GestureScript) throws -> [Frame] {
    Self.frames(in: try Programs.run(program, [], input: Data(Self.lines(of: script).utf8)).text)
  }

  private static func lines(of script: GestureScript) -> String {
    var text = ""
    for case .frame(let frame) in script.steps {
      for event in frame.events {
        text += "\(event.time.microseconds) \(event.type.rawValue) \(event.code.rawValue) \(event.value)\n"
      }
    }
    return text
  }

  private static func frames(in text: String) -> [Frame] {
    var assembler = FrameAssembler()
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").compactMap { Int64($0) }
      let event = InputEvent(
        time: Timestamp(microseconds: fields[0]), type: EventType(rawValue: UInt16(fields[1])),
        code: EventCode(rawValue: UInt16(fields[2])), value: Int32(fields[3]))
      return assembler.append(event) ? assembler.frame : nil
    }
  }
}
