public import InputEvents

/// Puts recordings one after another. Call `beginPart` before the entries of each.
///
/// Each part begins where the one before it ended. Devices of equal description keep one number; each part opens them anew.
public struct Join: EntryTransform {
  private let pause: TimeSpan
  private var known: [(device: DeviceDescription, number: Int)] = []
  private var firstChannel = 0
  private var channelCount = 0
  /// The numbers of the part's devices, by the ones that the part gave them.
  private var numbers: [Int: Int] = [:]
  private var waiting: [RecordingEntry] = []
  private var span: TimeSpan?
  private var end: Timestamp?

  /// - Parameter pause: the time between the last entry of a part and the first of the next.
  public init(pause: TimeSpan = .zero) { self.pause = pause }

  /// The entries that follow are those of the next recording.
  public mutating func beginPart(emit: Emit) throws(RecordingError) {
    try release(emit: emit)
    firstChannel = channelCount
    numbers = [:]
    span = end == nil ? .zero : nil
  }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(RecordingError) {
    var entry = entry
    switch entry.kind {
    case .opening:
      entry.opening.number = number(of: entry.opening)
      entry.channel = moved(entry.channel)
      channelCount = max(channelCount, entry.channel.rawValue + 1)
    case .frame, .sync: entry.channel = moved(entry.channel)
    case .board, .note: _ = entry.renumberChannel(by: moved)
    case .attachment: break
    }
    if span == nil, let time = entry.occurrence, let end { span = end.advanced(by: pause).since(time) }
    guard let span else { return waiting.append(entry) }
    try release(emit: emit)
    try pass(entry, by: span, emit: emit)
  }

  public mutating func finish(emit: Emit) throws(RecordingError) { try release(emit: emit) }

  /// What came before the part's first time.
  private mutating func release(emit: Emit) throws(RecordingError) {
    let entries = waiting
    waiting = []
    for entry in entries { try pass(entry, by: span ?? .zero, emit: emit) }
  }

  private mutating func pass(_ entry: RecordingEntry, by span: TimeSpan, emit: Emit) throws(RecordingError) {
    var entry = entry
    entry.advance(by: span)
    if let time = entry.occurrence { end = max(end ?? time, time) }
    try emit(entry)
  }

  private func moved(_ channel: DeviceChannel) -> DeviceChannel {
    DeviceChannel(rawValue: firstChannel &+ channel.rawValue)
  }

  /// Two devices of one part never share a number, but openings of one device do.
  private mutating func number(of opening: DeviceOpening) -> Int {
    if let number = numbers[opening.number] { return number }
    var facts = opening.description.withoutState
    facts.node = nil
    let match = known.first { $0.device == facts && !numbers.values.contains($0.number) }
    let number = match?.number ?? known.count
    if match == nil { known.append((facts, number)) }
    numbers[opening.number] = number
    return number
  }
}

extension DeviceDescription {
  /// The description without what was down, on or elsewhere at the start.
  var withoutState: DeviceDescription {
    var facts = self
    facts.slots = []
    facts.active = [:]
    for code in facts.axes.keys { facts.axes[code]?.value = 0 }
    return facts
  }
}
