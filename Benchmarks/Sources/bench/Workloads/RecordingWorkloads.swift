import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings

extension Workload {
  /// Writing and reading the session as this program's own recordings.
  static func recordings(_ files: SessionFiles, peers: Peers) throws -> [Workload] {
    let events = Double(files.eventCount)
    let written = { (policy: ChunkPolicy) throws -> [UInt8] in
      let output = MemoryOutput()
      var sink: any RecordingSink = try RecordingWriter(to: output, policy: policy)
      try files.write(to: &sink)
      return output.bytes
    }
    let kinds: [(String, ChunkPolicy, Double, Goal)] = [
      ("live", .live, 3.4, .ratioAtLeast(1)), ("rewritten", .rewritten, 2.6, .ratioAtLeast(1)),
    ]
    var rows = kinds.flatMap { name, policy, size, goal in
      [
        Workload("recording size, \(name)", .bytesPerEvent, goal: .atMost(size), rounds: 1) {
          Double(try written(policy).count) / events
        },
        Workload("recording write, \(name)", .nanosecondsPerEvent, goal: goal) {
          try nanoseconds { consume(try written(policy)) } / events
        }.againstLibevdev(peers),
      ]
    }
    rows.append(
      Workload("recording size, events with times of their own", .bytesPerEvent, goal: .atMost(6), rounds: 1) {
        let files = SessionFiles.withOwnTimes
        return Double(try files.bytes(.mcap).count) / Double(files.eventCount)
      })
    let file = try written(.live)
    rows.append(
      Workload("recording read", .nanosecondsPerEvent, goal: .ratioAtLeast(1.5)) {
        let recording = try Recording.open(MemoryBytes(file))
        return try nanoseconds { consume(try recording.eventCount()) } / events
      }.againstLibevdev(peers))
    return rows
  }
}
