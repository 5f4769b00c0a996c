package import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelMCAP

/// What `salvage` found.
package struct SalvageReport: Hashable, Sendable {
  /// Openings of devices, frames and their events, and all other entries that were saved.
  package var openingCount = 0
  package var frameCount = 0
  package var eventCount = 0
  package var otherCount = 0
  /// Frames and notes that were written where something is missing, which no other count has.
  package var markCount = 0
  /// Parts of the file that could not be read.
  package var losses: [RecordingLoss] = []
  /// What is missing between what was saved, where the file shows it.
  package var gaps = RecordingGaps()
  /// The reader's warnings: lines skipped, a truncated file.
  package var warnings: [String] = []
  /// What stopped the reading before the end, if anything did.
  package var failure: FileError?
  /// Whether the file ends before the recording does.
  package var isTruncated = false

  package init() {}

  /// Whether everything was there.
  package var isWhole: Bool { losses.isEmpty && gaps.isEmpty && warnings.isEmpty && failure == nil && !isTruncated }
}

/// Saves everything readable of a damaged recording.
package enum Salvage {
  /// Reads an MCAP file past its damage.
  ///
  /// - Throws: if the sink fails, or nothing at all can be read.
  package static func salvage(
    _ bytes: any ByteSource, options: ReadingOptions = ReadingOptions(),
    into sink: inout some RecordingSink
  ) throws(FileError) -> SalvageReport {
    var options = options
    options.mcap.damage = .salvage
    let reader = RecordingReader(bytes, options: options)
    var report = try salvage(reader, into: &sink)
    report.losses = reader.losses
    report.gaps = reader.gaps
    // What the reader put where something is missing was not in the file.
    report.frameCount -= reader.marks.frames
    report.eventCount -= reader.marks.events
    report.otherCount -= reader.marks.notes
    report.markCount = reader.marks.frames + reader.marks.notes
    return report
  }

  /// Reads a source as far as it goes. The readers of text formats skip bad lines by themselves.
  ///
  /// - Throws: if the sink fails, or nothing at all can be read.
  package static func salvage(
    _ source: some RecordingSource, into sink: inout some RecordingSink
  ) throws(FileError) -> SalvageReport {
    var source = source
    var report = SalvageReport()
    var entry = RecordingEntry()
    while report.failure == nil {
      do {
        guard try source.next(into: &entry) else { break }
      } catch {
        report.failure = error
        continue
      }
      report.count(entry)
      try sink.write(entry)
    }
    if let failure = report.failure, report.isEmpty { throw failure }
    try sink.finish()
    report.warnings = source.warnings.lines
    report.isTruncated = source.isTruncated
    return report
  }
}

extension SalvageReport {
  /// Devices alone are nothing that was recorded.
  fileprivate var isEmpty: Bool { frameCount + otherCount == 0 }

  fileprivate mutating func count(_ entry: RecordingEntry) {
    switch entry {
    case .opening: openingCount += 1
    case .frame(let frame, _):
      frameCount += 1
      eventCount += frame.events.count
    case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: otherCount += 1
    }
  }
}
