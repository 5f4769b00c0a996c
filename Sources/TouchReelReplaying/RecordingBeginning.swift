package import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelInputEvents
package import TouchReelRecordingFormats
import TouchReelRecordings
import TouchReelTouchTracking

/// Facts of a recording's beginning, with which it is read once instead of twice.
///
/// They are those of the whole where there is one device, which the recording describes or shows, and no message for a
/// board. What says so, such as a file's summary, may be wrong: ``Replayer/hasOutgrownBeginning`` says during the
/// reading that all facts are needed.
extension RecordingFacts {
  /// What is known before the first touch of a recording of one device; the device counts as touched once.
  ///
  /// - Returns: `nil` if there is not one device that is described before the first frame, or not one frame.
  /// - Complexity: that of reading up to the first frame; of reading everything if the device's ranges have to be
  ///   inferred.
  static func ofBeginning(_ recording: Recording) throws(FileError) -> RecordingFacts? {
    var facts = RecordingFacts(of: recording.format)
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    while facts.statistics.firstTime == nil, try source.next(into: &entry) {
      facts.statistics.add(entry)
      if facts.statistics.devices.count > 1 { return nil }
    }
    guard let opening = facts.statistics.devices.first?.opening, facts.statistics.firstTime != nil else { return nil }
    var description = opening.description
    if description.lacksRanges {
      guard let seen = try observed(from: entry, and: &source) else { return nil }
      description = description.supplemented(with: seen)
    }
    facts.devices = [Device(opening: opening, description: description, touches: 1)]
    facts.isOfWhole = false
    return facts
  }

  /// The same, where reading all of the recording would say no more of the board and of when things are shown: no
  /// message for a board comes, and no time depends on the length. The device's touches are not counted.
  ///
  /// - Returns: `nil` if all of it has to be read.
  package static func ofBeginning(
    _ recording: Recording, options: RenderOptions
  ) throws(FileError) -> RecordingFacts? {
    guard options.from.isSpan, options.to.isSpan, try recording.isOfOneDevice(), try !recording.mayHaveBoardMessages()
    else { return nil }
    return try ofBeginning(recording)?.counting(touches: 0)
  }

  /// The facts with the touches of its device counted.
  package func counting(touches: Int) -> RecordingFacts {
    var facts = self
    for index in facts.devices.indices { facts.devices[index].touches = touches }
    return facts
  }

  /// What all events show of the device; `nil` if there are several.
  private static func observed(
    from first: RecordingEntry, and source: inout any RecordingSource
  ) throws(FileError) -> DeviceDescription? {
    guard var inference = source.inference else { return try inference(from: first, and: &source) }
    inference.purpose = .mapping
    return inference.description()
  }

  /// The same by reading on.
  private static func inference(
    from first: RecordingEntry, and source: inout any RecordingSource
  ) throws(FileError) -> DeviceDescription? {
    var inference = DescriptionInference(for: .mapping)
    var entry = first
    repeat {
      switch entry {
      case .frame(let frame, _): for event in frame.events { inference.observe(event) }
      case .opening: return nil
      default: break
      }
    } while try source.next(into: &entry)
    return inference.description()
  }
}

extension Replayer {
  /// Whether something came that the facts of a beginning do not have: another device, or a size for the board.
  package var hasOutgrownBeginning: Bool { openingCount > 1 || hasBoardSize }
}

extension ReplayTime? {
  /// Whether it does not depend on the recording's length.
  fileprivate var isSpan: Bool {
    switch self {
    case nil, .span: true
    case .fraction, .end: false
    }
  }
}
