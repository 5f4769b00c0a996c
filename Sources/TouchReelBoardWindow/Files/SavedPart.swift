import SystemPackage
import TouchReelByteStreams
import TouchReelExporting
import TouchReelInputEvents
import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelReplaying

/// A part of a recording, which any thread can write as a recording of its own, or as what shows it.
nonisolated struct SavedPart: Sendable {
  let bytes: any ByteSource & Sendable
  let facts: RecordingFacts
  let look: ReplayLook
  /// The first instant; `nil` for the recording's start.
  let first: Timestamp?
  /// The last instant, whose events are in the part; `nil` for the recording's end.
  let last: Timestamp?

  /// Writes the file whole, replacing one that is there, or throws and leaves nothing.
  ///
  /// - Parameter format: `nil` for a recording.
  /// - Returns: what the user should know.
  func write(as format: PictureFormat?, to path: FilePath, _ progress: TaskProgress) throws(FileError) -> [String] {
    guard let format else { return try writeRecording(to: path, progress) }
    let recording = try Recording.open(progress.cancelling(bytes))
    let export = RecordingExport(Renderer(recording, facts: facts, options: options), name: bytes.name)
    let out = try OutputFile(path: path, existing: .replaced)
    return try export.write(as: format, to: out) { (share) throws(FileError) in try progress.advance(to: share) }
  }

  /// The look of the player, but the board's own size whatever the display's scale.
  private var options: RenderOptions {
    var options = look.options
    options.scale = 1
    options.from = first.map { .span($0.since(facts.start)) }
    options.to = last.map { .span($0.since(facts.start)) }
    return options
  }

  private func writeRecording(to path: FilePath, _ progress: TaskProgress) throws(FileError) -> [String] {
    let cut = TimeCut(
      from: first, before: last?.advanced(by: TimeSpan(nanoseconds: 1)), carriesOver: BoardSettingMessage.isOne)
    var rewrite = Rewrite(to: .mcap, [cut])
    rewrite.touches = look.touches.map { TouchEditing($0, at: facts.firstEntryTime) }
    let report = try rewrite.write([Recording.open(progress.tracked(bytes))], to: path, existing: .replaced)
    return report.losses.flatMap(\.self)
  }
}

nonisolated extension RecordingFacts {
  /// The time of the first entry that has one: messages of `/board` may come before all events.
  var firstEntryTime: Timestamp { min(start, statistics.firstBoardTime ?? start) }
}
