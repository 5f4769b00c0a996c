import Testing
import TouchReelInputEvents
import TouchReelRecordings

@testable import TouchReelEvdevDevices

struct FrameMergeTests {
  /// Keeps what it is given, a word each: `1@12` is a frame of channel 1 at 12 ms, `1!` its state.
  private struct Receiver: FrameReceiver {
    var words: [String] = []

    mutating func add(_ frame: Frame, of channel: DeviceChannel) {
      words.append("\(channel.rawValue)@\(frame.time.map { "\($0.nanoseconds / 1_000_000)" } ?? "?")")
    }

    mutating func add(syncedState device: DeviceDescription, of channel: DeviceChannel) {
      words.append("\(channel.rawValue)!")
    }
  }

  private func merged(_ fill: (inout FrameMerge) -> Void) throws -> String {
    var merge = FrameMerge()
    fill(&merge)
    var receiver = Receiver()
    try merge.hand(to: &receiver)
    return receiver.words.joined(separator: " ")
  }

  private func frame(at milliseconds: Int64) -> Frame {
    Frame(events: [.report(at: Timestamp(nanoseconds: milliseconds * 1_000_000))])
  }

  private func read(_ channel: Int, at times: [Int64], into merge: inout FrameMerge) {
    for time in times { merge.add(frame(at: time), of: DeviceChannel(rawValue: channel)) }
  }

  @Test func `What two devices did alternately comes in that order`() throws {
    let words = try merged {
      read(0, at: [10, 20, 30], into: &$0)
      read(1, at: [5, 20, 25], into: &$0)
    }
    #expect(words == "1@5 0@10 0@20 1@20 1@25 0@30")
  }

  @Test func `A clock that goes back changes no device's order`() throws {
    let words = try merged {
      read(0, at: [10, 4, 12], into: &$0)
      read(1, at: [5, 11], into: &$0)
    }
    #expect(words == "1@5 0@10 0@4 1@11 0@12")
  }

  @Test func `The state after lost events stands where it was read`() throws {
    let words = try merged {
      read(0, at: [10], into: &$0)
      $0.add(syncedState: DeviceDescription(), of: DeviceChannel(rawValue: 0))
      read(0, at: [30], into: &$0)
      read(1, at: [10, 20], into: &$0)
    }
    #expect(words == "0@10 0! 1@10 1@20 0@30")
  }
}
