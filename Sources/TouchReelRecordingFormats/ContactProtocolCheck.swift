import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording whose device is described, by itself, by the caller, or by a file beside it: where the description has
/// the other multitouch protocol than the events, theirs counts. The openings are held back until a frame has a
/// contact, unless a device is awaited; then the difference is only said.
struct ContactProtocolCheck: RecordingSource {
  /// What describes the device.
  enum Origin {
    case recording
    /// Another file, or the caller, in words.
    case other(DeviceDescription, String)
  }

  private var base: any RecordingSource
  private let origin: Origin
  private let holdsOpenings: Bool
  /// The descriptions of the devices of which no contact came yet.
  private var described: [DeviceChannel: DeviceDescription] = [:]
  private var hasBegun = false
  private var warningList = WarningList()
  private var waiting: [RecordingEntry] = []
  private var nextIndex = 0
  private var failure: FileError?

  /// The most entries to be held back.
  private static let limit = 64

  /// - Parameters:
  ///   - base: the recording.
  ///   - origin: what describes its device.
  ///   - holdsOpenings: whether they may be held back.
  init(_ base: any RecordingSource, _ origin: Origin, holdsOpenings: Bool) {
    (self.base, self.origin, self.holdsOpenings) = (base, origin, holdsOpenings)
  }

  var format: RecordingFormat { base.format }
  var epochOffset: TimeSpan { base.epochOffset }
  var isTruncated: Bool { base.isTruncated }
  var losses: [String] { base.losses }
  var progress: Double { base.progress }
  var inference: DescriptionInference? { base.inference }

  var warnings: WarningList {
    var warnings = base.warnings
    for line in warningList.lines { warnings.add(line) }
    return warnings
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if !hasBegun, holdsOpenings { begin() }
    hasBegun = true
    guard nextIndex < waiting.count else {
      if let failure { throw failure }
      guard try base.next(into: &entry) else { return false }
      if let found = difference(in: entry) { warningList.add(found.warning + "touches may be missing or merged") }
      return true
    }
    entry = waiting[nextIndex]
    nextIndex += 1
    if nextIndex == waiting.count { (waiting, nextIndex) = ([], 0) }
    return true
  }

  /// Reads up to the first contact, or to a frame without which none is to be expected.
  private mutating func begin() {
    while waiting.count < Self.limit, let entry = nextEntry() {
      waiting.append(entry)
      let count = described.count
      if let found = difference(in: entry) { return adapt(found.channel, to: found.actual, found.warning) }
      if case .frame = entry, described.isEmpty || described.count < count { return }
    }
  }

  /// What a frame shows of a device that is described otherwise, the first time that it shows anything; `nil` for any
  /// other entry.
  private mutating func difference(
    in entry: RecordingEntry
  ) -> (channel: DeviceChannel, actual: ContactProtocol, warning: String)? {
    switch entry {
    case .opening(let opening, let channel):
      if isChecked(opening.description) { described[channel] = opening.description }
      return nil
    case .frame(let frame, let channel):
      guard let device = described[channel], let actual = contactProtocol(of: frame) else { return nil }
      described[channel] = nil
      guard [.anonymous, .slots].contains(device.contactProtocol), device.contactProtocol != actual else { return nil }
      return (channel, actual, warning(of: device, sending: actual))
    default: return nil
    }
  }

  private func isChecked(_ device: DeviceDescription) -> Bool {
    switch origin {
    case .recording: device.isComplete && [.anonymous, .slots].contains(device.contactProtocol)
    case .other(let stated, _): device.codes == stated.codes
    }
  }

  /// How a frame with contacts distinguishes them; `nil` for a frame without. The device's own description is believed
  /// unless an event contradicts it.
  private func contactProtocol(of frame: Frame) -> ContactProtocol? {
    guard case .recording = origin, let shown = ContactProtocol(of: frame) else { return ContactProtocol(of: frame) }
    if frame.selectsSlots { return .slots }
    return shown == .anonymous ? .anonymous : nil
  }

  /// Reads on; an error comes behind what was read before.
  private mutating func nextEntry() -> RecordingEntry? {
    var entry = RecordingEntry()
    do throws(FileError) {
      return try base.next(into: &entry) ? entry : nil
    } catch {
      failure = error
      return nil
    }
  }

  private mutating func adapt(_ channel: DeviceChannel, to actual: ContactProtocol, _ warning: String) {
    warningList.add(warning + "its ranges are used, with protocol \(actual.rawValue)")
    for index in waiting.indices {
      guard case .opening(var opening, channel) = waiting[index] else { continue }
      opening.description.adopt(actual)
      waiting[index] = .opening(opening, as: channel)
    }
  }

  /// What to warn of, up to its effect.
  private func warning(of device: DeviceDescription, sending actual: ContactProtocol) -> String {
    let sign = actual == .anonymous ? "they have SYN_MT_REPORT" : "they have no SYN_MT_REPORT"
    let events = "its events are of protocol \(actual.rawValue) (\(sign)), and "
    let described = device.contactProtocol.rawValue
    switch origin {
    case .recording: return events + "its own description is of protocol \(described): "
    case .other(let stated, let origin):
      return events + "the device \(origin) is of protocol \(described) (\(stated.name)): it may be another device; "
    }
  }
}

extension ContactProtocol {
  /// How a frame with contacts distinguishes them; `nil` for a frame without.
  fileprivate init?(of frame: Frame) {
    let contactAxes: [EventCode] = [.positionX, .positionY, .slot, .trackingID]
    if frame.events.contains(where: { $0.type == .synchronization && $0.code == .multitouchReport }) {
      self = .anonymous
    } else if frame.events.contains(where: { $0.type == .absolute && contactAxes.contains($0.code) }) {
      self = .slots
    } else {
      return nil
    }
  }
}

extension Frame {
  /// Whether an event says which slot is meant, or ends one.
  fileprivate var selectsSlots: Bool {
    events.contains { $0.type == .absolute && ($0.code == .slot || $0.code == .trackingID && $0.value < 0) }
  }
}

extension DeviceDescription {
  /// The most slots that the kernel's drivers have, but for a few.
  private static let assumedSlots: Int32 = 32

  /// Takes on the other protocol's axes.
  fileprivate mutating func adopt(_ contact: ContactProtocol) {
    if contact == .anonymous {
      for code in [EventCode.slot, .trackingID] {
        axes[code] = nil
        codes[.absolute]?.remove(code)
      }
    } else {
      axes[.slot] = AbsoluteAxis(minimum: 0, maximum: Self.assumedSlots - 1)
      if axes[.trackingID] == nil { axes[.trackingID] = AbsoluteAxis(minimum: 0, maximum: 65535) }
      codes[.absolute, default: []].formUnion([.slot, .trackingID])
    }
  }
}
