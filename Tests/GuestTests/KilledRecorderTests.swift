import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelEvdevDevices
import TouchReelInputEvents
import TouchReelRecordings

/// A recorder that is killed at any instant has lost at most 100 ms.
@Suite(.slow, .enabled(if: Guest.isReady, Guest.absence))
struct KilledRecorderTests {
  private static let screen = DeviceDescription.screen("Guest Screen")
  private static let runs = 50
  private static let seed: UInt64 = 2026

  /// Milliseconds from the file's first byte to the kill.
  private static let delays: [Int] = {
    var random = SplitMix64(seed: seed)
    return (0..<runs).map { _ in Int.random(in: 0...400, using: &random) }
  }()

  private static let killed: Scenario = {
    // The player plays for as long as the kills may take, and is ended with them.
    var scenario = Scenario(
      "killed", Gestures.counting(screen, frames: 60_000),
      shell: """
        play
        # A file of the host's would stop the guest as long as the host syncs it.
        folder=/run/killed
        mkdir $folder
        touchreel record -o $folder/witness.mcap 2>witness & witness=$!
        await $folder/witness.mcap
        run=0
        for delay in \(delays.map { "0.\(String(format: "%03d", $0))" }.joined(separator: " ")); do
          touchreel record -o $folder/$run.mcap 2>err.$run & recorder=$!
          await $folder/$run.mcap
          sleep $delay
          killed=$EPOCHREALTIME
          kill -KILL $recorder
          echo "${killed/./}" >killed.$run
          wait $recorder || true
          run=$((run + 1))
        done
        kill -TERM $witness
        wait $witness
        kill $player
        player=
        cp $folder/*.mcap .
        """)
    scenario.seconds = 240
    return scenario
  }()

  private static let guest = Result { try GuestSession([killed], seconds: 250) }

  @Test func `Fifty recorders killed at random instants have lost at most 100 ms each`() throws {
    let guest = try Self.guest.get()
    let witness = try RecordedSession(guest.path(Self.killed, "witness.mcap")).frames().compactMap(\.time)
    var losses: [Loss] = []
    for run in 0..<Self.runs {
      let session = try RecordedSession(guest.path(Self.killed, "\(run).mcap"))
      // The time is in microseconds of the epoch.
      let time = try guest.text(Self.killed, "killed.\(run)").split(separator: "\n").first
      let death = Timestamp(microseconds: try #require(time.flatMap { Int64($0) }))
        .advanced(by: TimeSpan(nanoseconds: -session.epochOffset.nanoseconds))
      // A recorder that was killed before its first chunk has its device's description to show.
      let started = try #require(session.openings.first, "run \(run), seed \(Self.seed)")
      #expect(started.description.name == "Guest Screen")
      guard let last = session.frames().last?.time else { continue }
      losses.append(Loss(of: witness.filter { $0 > last && $0 <= death }, before: death))
      checkSequence(session, run: run)
    }
    // A busy host may give the guest no processor when a part is due, now and then.
    let late = losses.filter { !$0.isPermitted }
    #expect(late.count <= 2 && late.allSatisfy { $0.milliseconds <= 200 }, "\(late)")
    #expect(losses.count >= Self.runs / 2)
  }

  private struct Loss {
    let frames: Int
    let milliseconds: Double

    init(of frames: [Timestamp], before death: Timestamp) {
      self.frames = frames.count
      milliseconds = frames.first.map { death.since($0).seconds * 1000 } ?? 0
    }

    /// 100 ms are 24 frames at 240 a second. Frames count where a busy host stops the guest, since nothing happens in
    /// it then; time counts if the player then makes up for what it could not play, at once.
    var isPermitted: Bool { frames <= 24 || milliseconds <= 100 }
  }

  /// Each frame is the one that follows the last: the position counts them. The first ones may be part of the start
  /// state already, since the kernel keeps frames from the opening on, and says of slots what they are when asked.
  private func checkSequence(_ session: RecordedSession, run: Int) {
    let device = session.openings[0].description
    var count = position(in: device.slots[0])
    for (number, frame) in session.frames().enumerated() {
      var values = [EventCode.positionX: count % 3840, .positionY: count / 3840]
      for event in frame.events where event.code.isMultitouch && event.type == .absolute {
        values[event.code] = event.value
      }
      let next = position(in: values)
      let isKnownAlready = number == 0 && (count - 24...count).contains(next)
      #expect(next == count + 1 || isKnownAlready, "\(next) after \(count), run \(run), frame \(number)")
      count = next
    }
  }

  private func position(in values: [EventCode: Int32]) -> Int32 {
    values[.positionX, default: 0] + 3840 * values[.positionY, default: 0]
  }
}
