import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// The device of raw events, which do not say what it is.
struct RawDevice {
  var description: DeviceDescription
  /// What all events show of it, if that is all that is known.
  var inference: DescriptionInference?
}

extension RawDevice {
  /// The device that the caller describes, or else what the events show of it.
  ///
  /// - Parameter memory: what earlier readings found; `nil` where the number of events is not known before the end, as
  ///   of a hexdump.
  init(
    of bytes: any ByteSource, _ width: RawWidth, _ options: ReadingOptions, _ issues: ReadingIssues,
    _ memory: DescriptionMemory?
  ) throws(FileError) {
    var supply = DescriptionResolver(options, issues: issues)
    if let supplied = try supply.supplied() {
      self.init(description: supplied)
      return
    }
    supply.noteInference()
    guard let memory else {
      self = try Self(inferredFrom: bytes, width, options)
      return
    }
    self = try memory.device(ofEventsIn: bytes) { () throws(FileError) in
      try Self(inferredFrom: bytes, width, options)
    }
  }

  private init(inferredFrom bytes: any ByteSource, _ width: RawWidth, _ options: ReadingOptions) throws(FileError) {
    let found = try RawSurvey.inference(of: bytes, width: width, options.inference)
    description = found.description(adding: DeviceDescription())
    inference = options.inference == .wholeRecording ? found : nil
  }
}
