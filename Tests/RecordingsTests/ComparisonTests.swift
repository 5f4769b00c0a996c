import Testing
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

struct ComparisonTests {
  private func difference(
    _ left: [ScriptedEntry], _ right: [ScriptedEntry], times: RecordingComparison.Times = .exact
  ) throws(FileError) -> String? {
    var comparison = RecordingComparison(times: times)
    return try comparison.difference(between: ScriptSource(left), and: ScriptSource(right))?.description
  }

  private func gesture(_ perform: (inout Gesture) -> Void) -> [ScriptedEntry] {
    var gesture = Gesture()
    perform(&gesture)
    return gesture.script
  }

  @Test(arguments: UInt64(0)..<10)
  func `A recording is itself`(seed: UInt64) throws {
    let script = RandomRecording(seed: seed).script
    #expect(try difference(script, script) == nil, "seed \(seed)")
  }

  @Test func `The first event that differs is named`() throws {
    let left = gesture {
      $0.frame(0, .x(1))
      $0.frame(8, .x(2), .y(3))
    }
    let right = gesture {
      $0.frame(0, .x(1))
      $0.frame(8, .x(2), .y(4))
      $0.frame(16, .x(5))
    }
    #expect(
      try difference(left, right)
        == "device 0, frame 1, event 1: EV_ABS ABS_MT_POSITION_Y 3 at 8000 µs, not EV_ABS ABS_MT_POSITION_Y 4 at 8000 µs"
    )
  }

  @Test func `Frames that one lacks are counted`() throws {
    let left = gesture { $0.frame(0, .x(1)) }
    let right = gesture {
      $0.frame(0, .x(1))
      $0.frame(8, .x(2))
    }
    #expect(try difference(left, right) == "device 0: 1 frame, not 2")
    #expect(try difference(right, left) == "device 0: 2 frames, not 1")
  }

  @Test func `Times count as asked`() throws {
    let left = gesture {
      $0.frame(0, .x(1))
      $0.frame(8, .x(2))
    }
    let moved = gesture {
      $0.frame(100, .x(1))
      $0.frame(108, .x(2))
    }
    let stretched = gesture {
      $0.frame(100, .x(1))
      $0.frame(109, .x(2))
    }
    #expect(
      try difference(left, moved)
        == "device 0, frame 0, event 0: EV_ABS ABS_MT_POSITION_X 1 at 0 µs, not EV_ABS ABS_MT_POSITION_X 1 at 100000 µs"
    )
    #expect(try difference(left, moved, times: .fromFirstEvent) == nil)
    #expect(try difference(left, stretched, times: .fromFirstEvent) != nil)
    #expect(try difference(left, stretched, times: .ignored) == nil)
  }

  @Test func `A removal counts while the device is touched, and otherwise only where all do`() throws {
    let removal = ScriptedEntry.note(Timestamp(microseconds: 100_000), #"{"kind":"deviceRemoved","channel":0}"#)
    let held = gesture { $0.frame(0, .id(3), .x(1)) }
    let lifted = gesture {
      $0.frame(0, .id(3), .x(1))
      $0.frame(8, .id(-1))
    }
    #expect(try difference(held, held + [removal]) == "removal 0 of a device differs")
    #expect(try difference(lifted, lifted + [removal]) == nil)
    #expect(try difference(lifted + [removal], lifted) == nil)
    var comparison = RecordingComparison(removals: .all)
    let found = try comparison.difference(between: ScriptSource(lifted), and: ScriptSource(lifted + [removal]))
    #expect(found?.description == "removal 0 of a device differs")
  }

  @Test func `The order of devices within the file does not count`() throws {
    let openings: [ScriptedEntry] = [.opening(0, number: 0, Gesture.screen), .opening(1, number: 1, Gesture.screen)]
    let first: [ScriptedEntry] = (0..<5).map { .frame(0, Gesture.frame($0, [.x(1), .report])) }
    let second: [ScriptedEntry] = (0..<5).map { .frame(1, Gesture.frame($0, [.y(1), .report])) }
    #expect(try difference(openings + first + second, openings + second + first) == nil)
    for (other, isReordered) in [(second + first, true), (first + second, false)] {
      var comparison = RecordingComparison()
      _ = try comparison.difference(
        between: ScriptSource(openings + first + second), and: ScriptSource(openings + other))
      #expect(comparison.isReordered == isReordered)
    }
  }

  @Test func `Openings are counted`() throws {
    let left = gesture { _ in }
    #expect(try difference(left, left + left) == "1 device opened, not 2")
  }

  @Test func `Messages of the board count`() throws {
    let time = Timestamp(microseconds: 1)
    let left = gesture { $0.add(.board(time, "a")) }
    #expect(try difference(left, gesture { $0.add(.board(time, "b")) }) == "message 0 of /board differs")
    #expect(try difference(left, gesture { _ in }) == "message 0 of /board differs")
  }

  @Test func `What devices say of themselves counts`() throws {
    func opened(_ change: (inout DeviceDescription) -> Void) -> [ScriptedEntry] {
      var device = Gesture.screen
      change(&device)
      return [.opening(0, number: 0, device)]
    }
    let plain = opened { $0.name = "A" }
    #expect(try difference(plain, opened { $0.name = "B" }) == "device 0: name: A, not B")
    let ranged = opened {
      $0.name = "A"
      $0.axes[.positionX]?.resolution = 12
    }
    #expect(
      try difference(plain, ranged)?.hasPrefix("device 0: range of ABS_MT_POSITION_X: ") == true)
    let keyed = opened {
      $0.name = "A"
      $0.codes[.key, default: []].insert(EventCode(rawValue: 115))
    }
    #expect(try difference(plain, keyed) == "device 0: KEY_VOLUMEUP is announced only in the second")
    #expect(try difference(keyed, plain) == "device 0: KEY_VOLUMEUP is announced only in the first")
    var comparison = RecordingComparison(devices: .ignored)
    #expect(try comparison.difference(between: ScriptSource(plain), and: ScriptSource(ranged)) == nil)
  }
}
