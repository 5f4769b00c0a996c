import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording that gzip packed, with what is to be said of its packing.
struct PackedSource: RecordingSource {
  private var base: any RecordingSource
  private let bytes: GzipBytes

  static let ignoredBytes = "what follows the last member of its gzip data is no gzip data: skipped"

  init(_ base: any RecordingSource, in bytes: GzipBytes) { (self.base, self.bytes) = (base, bytes) }

  var format: RecordingFormat { base.format }
  var epochOffset: TimeSpan { base.epochOffset }
  var isTruncated: Bool { base.isTruncated }
  var losses: [String] { base.losses }
  var progress: Double { base.progress }
  var inference: DescriptionInference? { base.inference }

  var warnings: WarningList {
    var warnings = base.warnings
    if bytes.hasIgnoredBytes { warnings.add(Self.ignoredBytes) }
    return warnings
  }

  /// - Throws: behind what was read before it, also the damage of the packing.
  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    do {
      if try base.next(into: &entry) { return true }
    } catch {
      throw bytes.damage ?? error
    }
    try bytes.requireSoundGzip()
    return false
  }
}
