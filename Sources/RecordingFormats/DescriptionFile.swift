public import ByteStreams
public import InputEvents
import Recordings

/// A file that describes a device: of evemu-describe, `getevent -lp`, `libinput record` or evtest, or a recording.
public enum DescriptionFile {
  /// The device at rest: the first one with positions, else the first. What gzip packed is unpacked.
  /// - Throws: if the file cannot be read, or describes no device.
  public static func read(_ bytes: any ByteSource) throws(FileError) -> DeviceDescription {
    guard let description = try anyDescription(in: RecordingSniffer.unpacked(bytes)) else {
      throw FileError(
        file: bytes.name,
        message:
          "does not describe a device; pass a file of evemu-describe, getevent -lp, libinput record or evtest, "
          + "or a recording that has a description")
    }
    return description
  }
}

/// The device that a file of any format describes: the first one with positions, else the first. The state that it was
/// in is not the state that it is in now.
private func anyDescription(in bytes: any ByteSource) throws(FileError) -> DeviceDescription? {
  if let description = try evemuDescription(in: bytes) { return description }
  guard let format = try? RecordingSniffer.format(of: bytes) else { return nil }
  // The description may come behind the first events.
  if let description = try description(in: bytes, format, .firstFrame) { return description }
  return try description(in: bytes, format, .wholeRecording)
}

private func description(
  in bytes: any ByteSource, _ format: RecordingFormat, _ inference: ReadingOptions.Inference
) throws(FileError) -> DeviceDescription? {
  var options = ReadingOptions()
  options.inference = inference
  var source = try FormatSources.open(format, bytes: bytes, options: options)
  var entry = RecordingEntry()
  var first: DeviceDescription?
  while try source.next(into: &entry) {
    if case .frame = entry { break }
    guard case .opening(let opening, _) = entry, opening.description.isComplete else { continue }
    first = first ?? opening.description
    if opening.description.axes[.positionX] ?? opening.description.axes[.x] != nil {
      first = opening.description
      break
    }
  }
  return first?.atRest
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
func evemuDescription(in bytes: any ByteSource) throws(FileError) -> DeviceDescription? {
  var grammar = EvemuGrammar()
  let lines = LineReader(bytes, window: 64 << 10)
  while let line = try lines.next() {
    if case .event = grammar.read(line) { break }
  }
  return grammar.devices[0].isDescribed ? grammar.devices[0].description : nil
}
