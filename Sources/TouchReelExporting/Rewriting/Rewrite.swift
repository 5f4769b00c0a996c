package import SystemPackage
package import TouchReelByteStreams
package import TouchReelInputEvents
package import TouchReelRecordingFormats
package import TouchReelRecordings
package import TouchReelReplaying

/// Writes one or several recordings to a new file: what `convert`, `cut` and `join` share.
package struct Rewrite {
  private let format: RecordingFormat
  private var transforms: [any EntryTransform]
  /// What is wrong if the transforms leave no event, as a message; `nil` if that is allowed.
  package var emptyResult: String?
  /// What is said anew of the touches of a single recording; `nil` if what it says of them stays.
  package var touches: TouchEditing?
  /// Whether the result says when it was recorded.
  package var keepsDates = true

  /// - Parameters:
  ///   - format: the new file's.
  ///   - transforms: what is done to the entries, in this order.
  package init(to format: RecordingFormat, _ transforms: [any EntryTransform] = []) {
    self.format = format
    self.transforms = transforms
  }

  mutating func append(_ transform: any EntryTransform) { transforms.append(transform) }

  /// Adds descriptions of devices, inferred from all events, if the format starts with one and the recording has none.
  ///
  /// - Parameter infer: reads the recording to its end and infers them.
  package mutating func describe(
    _ recording: Recording, by infer: (Recording) throws(FileError) -> [DeviceDescription]
  ) throws(FileError) {
    guard format.needsDescription || format == .mcap, try recording.lacksDescription() else { return }
    transforms.insert(DescriptionSupplement(try infer(recording)), at: 0)
  }

  /// Writes the recordings one after another.
  ///
  /// - Parameters:
  ///   - recordings: in the order in which they are joined.
  ///   - output: the new file.
  ///   - existing: what becomes of a file that is there already.
  ///   - pause: the time between two recordings; by default as their clocks say.
  ///   - readsAhead: whether a thread of its own reads a long file; of several, each is opened at the start.
  ///   - progress: gets the share that is done, 0…1.
  /// - Returns: what was found while reading, and what the format cannot hold.
  package func write(
    _ recordings: [Recording], to output: FilePath, existing: OutputFile.Existing, joining pause: TimeSpan? = nil,
    readsAhead: Bool = false, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> CopyReport {
    let out = try OutputFile(path: output, existing: existing)
    let isAhead = readsAhead && recordings.count == 1
    let renumbers = try changesNumbers(of: recordings)
    let sources = try recordings.map { recording throws(FileError) in
      edited(isAhead ? try recording.makeSourceReadAhead() : try recording.makeSource(), renumbering: renumbers)
    }
    let readable = ReadableOutput(out)
    let sink = try FormatSinks.make(
      format, output: readable, epochOffset: keepsDates ? recordings.first?.statedEpochOffset() ?? .zero : .zero,
      schemas: .ofBoards)
    let witness = format.keepsDescriptions ? nil : TouchWitness()
    let numbers: [any EntryTransform] = renumbers ? [TouchNumbers()] : []
    var written = TransformedSink(sink, by: transforms + numbers + (witness.map { [$0] } ?? []))
    let join = Join(pause: pause, carriesOver: BoardSettingMessage.isRepeated)
    var report = try written.copyReporting(sources, joinedBy: join, progress: progress)
    let name = recordings.first?.name ?? out.name
    if written.isEmpty, let reason = emptyResult ?? format.errorWithoutEvents {
      throw FileError(file: name, message: reason)
    }
    if written.isEmpty, format != .mcap, try !describeDevice(recordings) {
      throw FileError(file: name, message: "has neither events nor devices; only mcap can hold that")
    }
    try readable.requireReadable(as: format, from: name)
    if let witness { report.otherLosses += try witness.warnings(in: out) }
    try out.commit()
    return report
  }
}

/// What is said of touches by their numbers.
extension Rewrite {
  /// Whether touches may get other numbers, and something may be said of them.
  private func changesNumbers(of recordings: [Recording]) throws(FileError) -> Bool {
    guard !transforms.isEmpty || recordings.count > 1 else { return false }
    guard touches == nil else { return true }
    for recording in recordings where try recording.mayHaveBoardMessages() { return true }
    return false
  }

  private func edited(_ source: any RecordingSource, renumbering: Bool) -> any RecordingSource {
    let editing: [any EntryTransform] = touches.map { [$0] } ?? []
    let changes = editing + (renumbering ? [TouchAnchors()] : [])
    return changes.isEmpty ? source : TransformedSource(source, by: changes)
  }
}

extension CopyReport {
  /// What was found while reading, of a single recording.
  package var allWarnings: [String] { warnings.flatMap(\.self) }
  /// What the format cannot hold of it.
  package var allLosses: [String] { losses.flatMap(\.self) + otherLosses }
}

extension TouchWitness {
  /// What to report of the touches in an output; nothing of a pipe, which cannot be read again.
  package func warnings(in output: OutputFile) throws(FileError) -> [String] {
    guard output.isSeekable else { return [] }
    try output.flush()
    return try warnings(comparedWith: try Recording.open(output.written))
  }
}

/// Whether any recording opens a device. Reads all of them, so use it for recordings without events, which are short.
private func describeDevice(_ recordings: [Recording]) throws(FileError) -> Bool {
  var entry = RecordingEntry()
  for recording in recordings {
    var source = try recording.makeSource()
    while try source.next(into: &entry) { if case .opening = entry { return true } }
  }
  return false
}

extension RecordingFormat {
  /// What is wrong with a recording without events, as a message; `nil` if the format can hold one.
  fileprivate var errorWithoutEvents: String? {
    guard !keepsDescriptions else { return nil }
    let others = FormatSinks.formats.filter(\.keepsDescriptions).map(\.rawValue).listed("and")
    return "has no events, and \(rawValue) holds nothing else; \(others) keep device descriptions"
  }
}
