import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// A recording whose device the caller, or a file beside it, described: where the description has the other multitouch
/// protocol than the events, theirs counts. The openings are held back until a frame has a contact, unless a
/// device is awaited; then the difference is only said.
struct ContactProtocolCheck: RecordingSource {
  private var base: any RecordingSource
  private let stated: DeviceDescription
  /// What the description is from, as a warning names it.
  private let origin: String
  private let holdsOpenings: Bool
  private var channels: Set<DeviceChannel> = []
  private var isDecided = false
  private var warning: String?
  private var waiting: [RecordingEntry] = []
  private var nextIndex = 0
  private var failure: FileError?

  /// The most entries to be held back.
  private static let limit = 64

  /// - Parameters:
  ///   - base: the recording.
  ///   - stated: the device that was described.
  ///   - origin: what the description is from, as a warning names it.
  ///   - holdsOpenings: whether they may be held back.
  init(_ base: any RecordingSource, against stated: DeviceDescription, _ origin: String, holdsOpenings: Bool) {
    (self.base, self.stated, self.origin, self.holdsOpenings) = (base, stated, origin, holdsOpenings)
  }

  var format: RecordingFormat { base.format }
  var epochOffset: TimeSpan { base.epochOffset }
  var isTruncated: Bool { base.isTruncated }
  var losses: [String] { base.losses }
  var progress: Double { base.progress }
  var inference: DescriptionInference? { base.inference }

  var warnings: WarningList {
    var warnings = base.warnings
    if let warning { warnings.add(warning) }
    return warnings
  }

  mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    if !isDecided, holdsOpenings { decide() }
    guard nextIndex < waiting.count else {
      if let failure { throw failure }
      guard try base.next(into: &entry) else { return false }
      if !isDecided, let actual = contactProtocol(in: entry) { (isDecided, warning) = (true, difference(from: actual)) }
      return true
    }
    entry = waiting[nextIndex]
    nextIndex += 1
    if nextIndex == waiting.count { (waiting, nextIndex) = ([], 0) }
    return true
  }

  private mutating func decide() {
    isDecided = true
    while waiting.count < Self.limit, let entry = nextEntry() {
      waiting.append(entry)
      if let actual = contactProtocol(in: entry) { return adapt(to: actual) }
    }
  }

  /// The protocol that a frame of the described device shows; `nil` for any other entry.
  private mutating func contactProtocol(in entry: RecordingEntry) -> ContactProtocol? {
    switch entry {
    case .opening(let opening, let channel):
      if opening.description.codes == stated.codes { channels.insert(channel) }
      return nil
    case .frame(let frame, let channel): return channels.contains(channel) ? ContactProtocol(of: frame) : nil
    default: return nil
    }
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

  private mutating func adapt(to actual: ContactProtocol) {
    warning = difference(from: actual)
    guard warning != nil else { return }
    for index in waiting.indices {
      guard case .opening(var opening, let channel) = waiting[index], channels.contains(channel) else { continue }
      opening.description.adopt(actual)
      waiting[index] = .opening(opening, as: channel)
    }
  }

  /// What to warn of; `nil` if the description has the same protocol, or none of the two.
  private func difference(from actual: ContactProtocol) -> String? {
    let described = stated.contactProtocol
    guard [.anonymous, .slots].contains(described), described != actual else { return nil }
    let sign = actual == .anonymous ? "they have SYN_MT_REPORT" : "they have no SYN_MT_REPORT"
    let effect =
      holdsOpenings ? "its ranges are used, with protocol \(actual.rawValue)" : "touches may be missing or merged"
    return "its events are of protocol \(actual.rawValue) (\(sign)), and the device \(origin) is of protocol "
      + "\(described.rawValue) (\(stated.name)): it may be another device; \(effect)"
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

extension DeviceDescription {
  /// As many as the kernel's drivers have at most, but for a few.
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
