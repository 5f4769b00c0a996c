import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording whose device the caller, or a file beside it, described: what it sends is compared with that, since the
/// kernel sends nothing that a device does not announce. Without the positions that are sent there are no touches.
struct StatedDescriptionCheck: RecordingSource {
  private var base: any RecordingSource
  private let stated: DeviceDescription
  private let announced: AnnouncedCodes
  /// What the description is from, as a warning names it.
  private let origin: String
  /// The devices that have the description.
  private var channels: Set<DeviceChannel> = []
  /// Codes that are sent and that the device does not have: those of positions, and others, of which nothing is said
  /// besides.
  private var missingPositions = WarningList()
  private var missingCodes = WarningList()
  private var hasSentContacts = false
  private var hasSentPositions = false

  /// - Parameters:
  ///   - base: the recording.
  ///   - stated: the device that was described.
  ///   - origin: what the description is from, as a warning names it.
  init(_ base: any RecordingSource, against stated: DeviceDescription, _ origin: String) {
    (self.base, self.stated, self.origin) = (base, stated, origin)
    announced = AnnouncedCodes(stated)
  }

  var format: RecordingFormat { base.format }
  var epochOffset: TimeSpan { base.epochOffset }
  var isTruncated: Bool { base.isTruncated }
  var losses: [String] { base.losses }
  var progress: Double { base.progress }
  var inference: DescriptionInference? { base.inference }

  var warnings: WarningList {
    var warnings = base.warnings
    for line in (missingPositions.isEmpty ? missingCodes : missingPositions).lines { warnings.add(line) }
    return warnings
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    guard try base.next(into: &entry) else {
      noteMissingContacts()
      return false
    }
    switch entry {
    case .opening(let opening, let channel):
      if opening.description.codes == stated.codes { channels.insert(channel) }
    case .frame(let frame, let channel):
      if channels.contains(channel) { for event in frame.events { check(event) } }
    case .sync, .board, .note, .attachment, .foreignMessage, .foreignMetadata: break
    }
    return true
  }

  private mutating func check(_ event: InputEvent) {
    guard [.absolute, .key, .relative].contains(event.type) else { return }
    let isAxis = event.type == .absolute
    if isAxis, [.positionX, .positionY].contains(event.code) { hasSentContacts = true }
    if isAxis, [.x, .y].contains(event.code) { hasSentPositions = true }
    // ContactProtocolCheck warns of slots.
    guard !announced.has(event), !(isAxis && [.slot, .trackingID].contains(event.code)) else { return }
    let code = EventNames.name(of: event.code, in: event.type) ?? "code \(event.code.rawValue)"
    if isAxis, isPosition(event.code) {
      missingPositions.add(otherDevice, at: code)
    } else {
      missingCodes.add(otherCodes, at: code)
    }
  }

  /// Whether touches come from the axis alone, so that none are found without it.
  private func isPosition(_ code: EventCode) -> Bool {
    switch code {
    case .positionX, .positionY: true
    case .x, .y: !stated.hasAxis(.positionX)
    default: false
    }
  }

  private var otherDevice: String {
    "is sent, and the device \(origin) does not have it (\(stated.name), \(stated.kind)): touches are missing; pass the "
      + "recorded one to --description or --device-like"
  }

  private var otherCodes: String {
    "is sent, and the device \(origin) does not have it (\(stated.name)): it may be another device"
  }

  /// A device with contacts has its touches from them; what else it sends repeats one of them.
  private mutating func noteMissingContacts() {
    guard stated.hasAxis(.positionX), hasSentPositions, !hasSentContacts else { return }
    hasSentPositions = false
    missingPositions.add(
      "no contacts (ABS_MT_POSITION_X) are sent, which the device \(origin) has, but positions (ABS_X): touches are "
        + "missing; pass the recorded one to --description or --device-like")
  }
}

extension ReadingOptions {
  /// The device that the caller described; `nil` if none.
  fileprivate func statedDevice() throws(FileError) -> DeviceDescription? {
    if let description { return try DescriptionFile.read(description) }
    return knownDevice?.description
  }
}

extension RecordingSource {
  /// The source, whose events are compared with what describes its device: the caller, a file beside it, or itself.
  func checked(against options: ReadingOptions) throws(FileError) -> any RecordingSource {
    let stated = try options.statedDevice()
    let origin = stated == nil ? "beside it" : "that was passed"
    guard let device = stated ?? (self as? EvemuSource)?.text.supplied else {
      // What we wrote is as the kernel sent it.
      guard format != .mcap else { return self }
      return ContactProtocolCheck(self, .recording, holdsOpenings: !options.opensAtOnce)
    }
    return ContactProtocolCheck(
      StatedDescriptionCheck(self, against: device, origin), .other(device, origin),
      holdsOpenings: !options.opensAtOnce)
  }
}
