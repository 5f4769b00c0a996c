package import TouchReelByteStreams
package import TouchReelDrawingBoard
package import TouchReelInputEvents
package import TouchReelRecordings
package import TouchReelTouchTracking

/// Collects the lines of touches between two flushes.
package struct TouchLines: ReplaySink {
  private var dump: TextDump
  private var text = ""
  private var isEmpty = true
  /// The number of touches that began, also those that are not chosen.
  package private(set) var touchCount = 0
  /// Which touches are printed.
  package var choice: TouchChoice
  private let span: RecordingSpan
  private var clock = ReachedTime()

  /// - Parameters:
  ///   - start: the recording's, from which times are counted.
  ///   - numbers: what the devices are called.
  ///   - choice: which touches are printed.
  ///   - span: which part of the recording is printed.
  package init(from start: Timestamp, _ numbers: DeviceNumbers, _ choice: TouchChoice, _ span: RecordingSpan) {
    dump = TextDump(from: start, numbers)
    (self.choice, self.span) = (choice, span)
  }

  /// What the devices are called.
  package var deviceNumbers: DeviceNumbers {
    get { dump.deviceNumbers }
    set { dump.deviceNumbers = newValue }
  }

  package mutating func beginEntry(at time: Timestamp?) { clock.advance(to: time) }

  package mutating func handle(_ event: TouchEvent) {
    if case .began = event.phase { touchCount += 1 }
    guard choice.contains(event.touch, deviceNumbers), span.contains(clock.time(of: event.time)) else { return }
    isEmpty = false
    text += dump.line(of: event)
  }

  package mutating func handle(_ command: BoardCommand, at time: Timestamp) {}

  /// Writes the lines that were collected.
  package mutating func flush(to out: OutputFile) throws(FileError) {
    guard !text.isEmpty else { return }
    try out.write(text)
    text = ""
  }

  /// What the user should know of the choice.
  package var warnings: [String] { choice.warnings(ofNone: isEmpty, inPart: !span.isOfAll) }
}
