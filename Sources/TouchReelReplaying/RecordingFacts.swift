public import TouchReelByteStreams
import TouchReelDrawingBoard
import TouchReelDrawings
public import TouchReelInputEvents
public import TouchReelRecordingFormats
public import TouchReelRecordings
public import TouchReelTouchTracking

/// What is known of a recording: devices, times and counts of events; where a ``RecordingScan`` was asked for it, also
/// its touches, their contacts, and their anomalies.
public struct RecordingFacts: Sendable {
  /// One opening of a device.
  public struct Device: Sendable {
    /// The opening that the facts are of.
    public var opening: DeviceOpening
    /// The description, as the recording has it; where it has none or only a part, with what the events show.
    public var description: DeviceDescription
    /// The number of touches that began on it.
    public var touches: Int

    /// The kind of the device.
    public var kind: DeviceKind { description.kind }
    /// The tilt axes of a device with touches whose values are not degrees, since the device gives no resolution.
    package var rawTiltAxes: [EventCode] {
      guard touches > 0 else { return [] }
      return [.tiltX, .tiltY].filter { code in description.axes[code].map { $0.resolution <= 0 } ?? false }
    }
    /// How it reports contacts.
    public var contactProtocol: ContactProtocol { description.contactProtocol }
    /// The slots that the device announces or, if it is not described, has used.
    public var slots: Int { contactProtocol == .none ? 0 : description.slotCount }
  }

  /// What became of the touches. Palms and hover are no touches; began = ended + cancelled.
  public struct Touches: Hashable, Sendable {
    /// The number of touches that began.
    public var began = 0
    /// The number of touches that ended.
    public var ended = 0
    /// The number of touches that were cancelled, by reason.
    public var cancelled: [CancelReason: Int] = [:]
    /// The most touches that were down at one time.
    public var maximumSimultaneous = 0
  }

  /// The format of the file.
  public let format: RecordingFormat
  /// The openings of devices, in their order.
  public internal(set) var devices: [Device] = []
  /// The counts and times of events.
  public internal(set) var statistics = RecordingStatistics()
  /// What became of the touches.
  public internal(set) var touches = Touches()
  /// Contacts that were palms from the beginning.
  public internal(set) var palms = 0
  /// What the recording gave its board last, in points; `nil` if the devices decide its shape.
  public internal(set) var boardSize: BoardSize?
  /// Whether anything is undone, so that a replay has to keep what an undo may want.
  package internal(set) var undoes = false
  /// Whether touches select shapes, so that only a board knows whether a shape is removed from one; see
  /// ``RecordingScan/Facts/touchesOnBoard``.
  package internal(set) var selects = false
  /// Whether pages get sizes of their own, so that only a board knows where devices lie.
  package internal(set) var sizesPages = false
  /// Whether there may be other pages than the first, which only a board knows.
  package internal(set) var changesPages = false
  /// Whether commands bring shapes onto the board: pasted ones, or those of a drawing to begin with.
  package internal(set) var drawsWithoutTouches = false
  /// What was noticed in reading: lines skipped, a file cut short, no description.
  public internal(set) var readingWarnings: [String] = []
  /// Messages of `/board` that are not understood.
  public internal(set) var messageWarnings: [String] = []
  /// What the linter found.
  package internal(set) var findings: [LintFinding] = []
  /// The anomalies of its touches, if that was asked for.
  package internal(set) var anomalies: [TouchAnomaly] = []
  /// Its touches by their numbers, with the contacts that they came of, if that was asked for.
  public internal(set) var contacts = RecordedContacts()
  /// Whether the file ends too early.
  public internal(set) var isTruncated = false
  /// Whether it was read to its end. Where it was not, everything here is of the part that was read.
  public internal(set) var isOfWhole = true

  init(of format: RecordingFormat) { self.format = format }

  /// The facts that a scan finds, of a recording that is read to its end.
  ///
  /// - Parameters:
  ///   - recording: what is read.
  ///   - wanted: what is found besides devices, times and counts of events.
  ///   - rules: of touches, in place of the recording's.
  /// - Throws: if the recording cannot be read.
  public init(
    _ recording: Recording, wanting wanted: RecordingScan.Facts = .touches,
    rules: TouchRuleOverrides = TouchRuleOverrides()
  ) throws(FileError) {
    self = try RecordingScan(wanted, rules: rules).facts(of: recording)
  }

  /// What the beginning of a stream says of its devices. Each that has positions counts as touched.
  init(
    beginning format: RecordingFormat, _ statistics: RecordingStatistics, mayHaveBoardMessages: Bool
  ) {
    self.format = format
    self.statistics = statistics
    // Whether touches will select shapes is not known.
    selects = mayHaveBoardMessages
    devices = statistics.devices.map { device in
      var description = device.opening.description
      // The first frame does not show how hard one can press.
      if !description.isComplete {
        for code in [EventCode.pressure, .contactPressure] where description.axes[code] != nil {
          description.axes[code] = AbsoluteAxis(minimum: 0, maximum: 0)
        }
      }
      return Device(opening: device.opening, description: description, touches: description.hasPositions ? 1 : 0)
    }
  }

  /// The time of the first event in the file; of the first message of `/board` if there are no events, 0 if there is
  /// neither.
  public var start: Timestamp { statistics.firstTime ?? statistics.firstBoardTime ?? Timestamp(nanoseconds: 0) }
  /// All that a user should know, one line each.
  public var warnings: [String] {
    readingWarnings + messageWarnings + findings.map(\.description)
      + SurfaceMapping.Options().warnings(of: descriptions)
  }
  /// The number of events of all devices.
  public var eventCount: Int { statistics.eventCount }
  /// The latest time of all events, which is that of the last one unless the clock was set back.
  /// Without events, it is that of the messages of `/board`.
  public var end: Timestamp { statistics.latest ?? statistics.latestBoardTime ?? start }
  /// The openings of devices, in their order.
  public var openings: [DeviceOpening] { devices.map(\.opening) }
  /// The descriptions of devices, in the order of openings.
  public var descriptions: [DeviceDescription] { devices.map(\.description) }
  /// The same for a part of the recording, whose ink lies on the board where it lies in the whole. Devices that the
  /// recording describes stay as they are, empty ranges and all.
  public var descriptionsOfParts: [DeviceDescription] {
    devices.map { device in
      let stated = device.opening.description
      var description = stated.isComplete ? stated : device.description
      description.hasRangesOfWhole = !description.isComplete && !description.hasOwnRanges
      return description
    }
  }
  /// What the openings' devices are called.
  package var deviceNumbers: DeviceNumbers { DeviceNumbers(openings) }

  /// A time in the recording as an instant of its clock.
  public func instant(_ time: ReplayTime) -> Timestamp { start.advanced(by: time.span(in: end.since(start))) }

  /// The same as a bound of what is played or kept; `nil` for the end of the file, which is behind its last entry
  /// whatever time that has.
  package func bound(_ time: ReplayTime?) -> Timestamp? { time.flatMap { $0.isEnd ? nil : instant($0) } }

  /// The same as the beginning of what is kept; later than all times where that is the end of the file.
  package func beginning(_ time: ReplayTime) -> Timestamp {
    time.isEnd ? Timestamp(nanoseconds: .max) : instant(time)
  }

  /// An instant as a bound of what is shown; `nil` for the last event's and later ones, by which all is shown.
  package func bound(through instant: Timestamp) -> Timestamp? { instant >= end ? nil : instant }

  /// How the devices lie on a board.
  /// - Parameters:
  ///   - aspect: the board's proportions; those of the device with most touches where there is none.
  ///   - options: what the user states of the surface.
  public func plan(
    aspect: BoardSize? = nil, options: SurfaceMapping.Options = SurfaceMapping.Options()
  ) -> BoardLayout {
    let candidates = devices.map { BoardLayout.Candidate(description: $0.description, touches: $0.touches) }
    return BoardLayout(candidates, recorded: boardSize, aspect: aspect, options: options)
  }
}
