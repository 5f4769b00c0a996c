import ByteStreams
import RecordingFormats
import Recordings

extension Workload {
  /// Writing and reading the session as this program's own recordings.
  static func recordings(_ files: SessionFiles) throws -> [Workload] {
    let events = Double(files.eventCount)
    let written = { (policy: ChunkPolicy) throws -> [UInt8] in
      let output = MemoryOutput()
      var sink: any RecordingSink = try RecordingWriter(to: output, policy: policy)
      try files.write(to: &sink)
      return output.bytes
    }
    let kinds: [(String, ChunkPolicy, Double, Goal)] = [
      ("live", .live, 3.4, .atMost(100)), ("rewritten", .rewritten, 2.6, .atMost(100)),
    ]
    var rows = kinds.flatMap { name, policy, size, goal in
      [
        Workload("recording size, \(name)", .bytesPerEvent, goal: .atMost(size), rounds: 1) {
          Double(try written(policy).count) / events
        },
        Workload("recording write, \(name)", .nanosecondsPerEvent, goal: goal) {
          try nanoseconds { consume(try written(policy)) } / events
        },
      ]
    }
    let file = try written(.live)
    rows.append(
      Workload("recording read", .nanosecondsPerEvent, goal: .atMost(60)) {
        let recording = try Recording.open(MemoryBytes(file))
        return try nanoseconds { consume(try recording.eventCount()) } / events
      })
    return rows
  }
}
