package import ByteStreams
import InputEvents
package import RecordingFormats
import Recordings
import TouchTracking

/// What is known of a recording without tracking its touches: its device, and when it begins.
struct RecordingOutline {
  let format: RecordingFormat
  let opening: DeviceOpening
  /// With what the events show, if the recording does not describe the device.
  let description: DeviceDescription
  /// Up to the first frame.
  private(set) var statistics = RecordingStatistics()

  /// - Returns: `nil` if there is not one device that is described before the first frame, or not one frame.
  /// - Complexity: that of reading up to the first frame; of reading everything if the device's ranges have to be
  ///   inferred.
  init?(_ recording: Recording) throws(FileError) {
    format = recording.format
    var source = try recording.makeSource()
    var entry = RecordingEntry()
    var opening: DeviceOpening?
    while try source.next(into: &entry) {
      statistics.add(entry)
      if case .opening(let new, _) = entry {
        guard opening == nil else { return nil }
        opening = new
      }
      if case .frame = entry { break }
    }
    guard let opening, statistics.firstTime != nil else { return nil }
    self.opening = opening
    guard opening.description.lacksRanges else {
      description = opening.description
      return
    }
    guard let seen = try Self.observed(from: entry, and: &source) else { return nil }
    description = opening.description.supplemented(with: seen)
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

  /// Of how the device lies on the board.
  func warnings(_ options: RenderOptions, touches: Int) -> [String] {
    RecordingSurvey(self, touches: touches)
      .plan(aspect: options.size.map(BoardSize.init), options: options.mapping).warnings
  }
}

extension RecordingSurvey {
  /// What the beginning of a recording says, where reading all of it would say no more of the board and of when things
  /// are shown: there is one device, with its ranges, no message for a board, and no time that depends on the length.
  /// Its touches are not counted.
  ///
  /// - Returns: `nil` if all of it has to be read.
  package static func ofBeginning(
    _ recording: Recording, options: RenderOptions
  ) throws(FileError) -> RecordingSurvey? {
    guard options.from.isSpan, options.to.isSpan, try recording.isOfOneDevice(), try !recording.mayHaveBoardMessages(),
      let outline = try RecordingOutline(recording)
    else { return nil }
    return RecordingSurvey(outline, touches: 0)
  }

  /// With the touches of its device counted.
  package func counting(touches: Int) -> RecordingSurvey {
    var survey = self
    for index in survey.devices.indices { survey.devices[index].touches = touches }
    return survey
  }
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
