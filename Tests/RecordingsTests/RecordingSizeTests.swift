import SeededCases
import Testing
import TouchReelInputEvents
import TouchReelRecordings

struct RecordingSizeTests {
  private static let session: [ScriptedEntry] =
    [.opening(0, number: 0, SessionS60.device)]
    + SessionS60().frames.map { .frame(0, $0) }

  private static let eventCount = session.reduce(0) { count, step in
    if case .frame(_, let frame) = step { count + frame.events.count } else { count }
  }

  @Test func `The session has its size`() {
    #expect((270_000...279_000).contains(Self.eventCount), "\(Self.eventCount) events")
  }

  @Test(arguments: [(ChunkPolicy.live, 3.4), (.rewritten, 2.6)])
  func `An event takes few bytes`(
    policy: ChunkPolicy, limit: Double
  ) throws {
    let bytes = try recorded(Self.session, policy: policy)
    let size = Double(bytes.count) / Double(Self.eventCount)
    #expect(size <= limit)
    #expect(try firstDifference(all(of: reader(bytes)), Self.session) == nil)
  }
}
