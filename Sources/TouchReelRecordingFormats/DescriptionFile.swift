package import TouchReelByteStreams
package import TouchReelInputEvents
import TouchReelRecordings

/// A file that describes a device: of evemu-describe, `getevent -lp`, `libinput record` or evtest, or a recording.
package enum DescriptionFile {
  /// The device at rest: the first one with positions, else the first. What gzip packed is unpacked.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - warn: called with a line for each kind of text in it that describes nothing.
  /// - Throws: if the file cannot be read, or describes no device.
  package static func read(
    _ bytes: any ByteSource, warn: (String) -> Void = { _ in }
  ) throws(FileError) -> DeviceDescription {
    let unpacked = try RecordingSniffer.unpacked(bytes)
    let description = try anyDescription(in: unpacked)
    try unpacked.requireSoundGzip()
    guard let found = description else {
      throw FileError(
        file: bytes.name,
        message:
          "does not describe a device; pass a file of evemu-describe, getevent -lp, libinput record or evtest, "
          + "or a recording that has a description")
    }
    for line in found.warnings.lines { warn(line) }
    return found.description
  }
}

/// A description, and what is around it that describes nothing.
struct FoundDescription {
  var description: DeviceDescription
  var warnings: WarningList
}

/// The device that a file of any format describes: the first one with positions, else the first. The state that it was
/// in is not the state that it is in now.
private func anyDescription(in bytes: any ByteSource) throws(FileError) -> FoundDescription? {
  if let description = try evemuDescription(in: bytes) { return description }
  guard let format = try? RecordingSniffer.format(of: bytes) else { return nil }
  // The description may come behind the first events.
  if let description = try description(in: bytes, format, .firstFrame) { return description }
  return try description(in: bytes, format, .wholeRecording)
}

private func description(
  in bytes: any ByteSource, _ format: RecordingFormat, _ inference: ReadingOptions.Inference
) throws(FileError) -> FoundDescription? {
  var options = ReadingOptions()
  options.inference = inference
  var source = try FormatSources.open(format, bytes: bytes, options: options)
  var entry = RecordingEntry()
  var found: DeviceDescription?
  while try source.next(into: &entry, unless: found != nil) {
    if case .frame = entry { break }
    guard case .opening(let opening, _) = entry, opening.description.isComplete else { continue }
    if found?.hasPositions != true, found == nil || opening.description.hasPositions { found = opening.description }
  }
  return found.map { FoundDescription(description: $0.atRest, warnings: source.warnings) }
}

extension RecordingSource {
  /// Reads the next entry.
  ///
  /// - Parameter isEnough: whether an error is the end.
  fileprivate mutating func next(into entry: inout RecordingEntry, unless isEnough: Bool) throws(FileError) -> Bool {
    do {
      return try next(into: &entry)
    } catch {
      guard isEnough else { throw error }
      return false
    }
  }
}

extension DeviceDescription {
  fileprivate var hasPositions: Bool { axes[.positionX] ?? axes[.x] != nil }
}

extension DeviceDescription {
  fileprivate var atRest: DeviceDescription {
    var device = self
    (device.slots, device.active) = ([], [:])
    for code in device.axes.keys { device.axes[code]?.value = 0 }
    return device
  }
}

/// The device that an evemu file describes, before its first event.
func evemuDescription(in bytes: any ByteSource) throws(FileError) -> FoundDescription? {
  var grammar = EvemuGrammar()
  var warnings = WarningList()
  var hasEvents = false
  let lines = LineReader(bytes, window: 64 << 10)
  reading: while let line = try lines.next() {
    switch grammar.read(line) {
    case .event:
      hasEvents = true
      break reading
    case .unknown, .malformed, .malformedDescription:
      warnings.add("is no part of a description: skipped", at: "line \(lines.number)")
    case .other, .skipped: continue
    }
  }
  let last = lines.isTerminated ? nil : lines.line
  if grammar.lacksDescription(behind: last, hasEvents: hasEvents) {
    warnings.add(DescriptionResolver.cutDescription, at: "line \(lines.number)")
  }
  guard grammar.devices[0].statesRanges else { return nil }
  return FoundDescription(description: grammar.devices[0].description, warnings: warnings)
}
