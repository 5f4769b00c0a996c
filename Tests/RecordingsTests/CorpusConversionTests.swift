import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelByteStreams
import TouchReelRecordingFormats
import TouchReelRecordings

/// Real recordings of others.
@Suite(.enabled(if: Corpus.folder != nil, Corpus.absence))
struct CorpusConversionTests {
  @Test func `Every recording of the corpus comes back from MCAP event for event`() throws {
    var converted = 0
    for file in Corpus.files {
      let path = FilePath(file.path)
      let recording: Recording
      do { recording = try Recording.open(path) } catch { continue }
      let output = MemoryOutput(name: "\(file.name).mcap")
      var sink: any RecordingSink = try RecordingWriter(to: output)
      _ = try sink.copy([recording.makeSource()])
      #expect(sink.losses == [], "\(file.name)")
      var comparison = RecordingComparison()
      let again = reader(output.bytes)
      #expect(try comparison.difference(between: recording.makeSource(), and: again) == nil, "\(file.name)")
      #expect(again.warnings.lines == [], "\(file.name)")
      converted += 1
    }
    #expect(converted > 100)
  }
}
