public import ByteStreams
public import InputEvents

/// A change to a recording, entry by entry: a value that receives the entries in file order and replaces each.
public protocol EntryTransform {
  typealias Emit = (RecordingEntry) throws(FileError) -> Void

  /// What was left out that the transform was not asked to leave out, one line a kind. Complete after `finish`.
  var losses: [String] { get }

  /// Emits the entry's replacement, in order: nothing, the entry itself, or others.
  mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError)

  /// Emits what remains at the end.
  mutating func finish(emit: Emit) throws(FileError)
}

extension EntryTransform {
  public var losses: [String] { [] }

  public mutating func finish(emit: Emit) throws(FileError) {}
}

/// A sink that writes what transforms, one after another, make of the entries.
///
///     var sink = TransformedSink(output, by: [TimeCut(from: start), Anonymizer()])
public struct TransformedSink: RecordingSink {
  public private(set) var sink: any RecordingSink
  public private(set) var transforms: [any EntryTransform]
  /// Whether no frame remained so far.
  public private(set) var isEmpty = true

  public init(_ sink: any RecordingSink, by transforms: [any EntryTransform]) {
    self.sink = sink
    self.transforms = transforms
  }

  public var losses: [String] { transforms.flatMap(\.losses) + sink.losses }

  public mutating func write(_ entry: RecordingEntry) throws(FileError) {
    for passed in try passed(entry, from: 0) { try pass(passed) }
  }

  public mutating func finish() throws(FileError) {
    for index in transforms.indices {
      var left: [RecordingEntry] = []
      try transforms[index].finish { left.append($0) }
      for entry in left {
        for passed in try passed(entry, from: index + 1) { try pass(passed) }
      }
    }
    try sink.finish()
  }

  private mutating func pass(_ entry: RecordingEntry) throws(FileError) {
    if case .frame = entry { isEmpty = false }
    try sink.write(entry)
  }

  private mutating func passed(_ entry: RecordingEntry, from first: Int) throws(FileError) -> [RecordingEntry] {
    var entries = [entry]
    for index in transforms.indices.dropFirst(first) {
      var next: [RecordingEntry] = []
      for entry in entries { try transforms[index].apply(entry) { next.append($0) } }
      entries = next
    }
    return entries
  }
}

/// Keeps the devices that match, with their frames, and everything that belongs to no device.
///
/// The devices that remain keep their order and are renumbered.
public struct DeviceFilter: EntryTransform {
  private let fits: @Sendable (DeviceOpening) -> Bool
  private var kept: [DeviceChannel: DeviceChannel] = [:]

  public init(_ fits: @escaping @Sendable (DeviceOpening) -> Bool) { self.fits = fits }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel):
      guard fits(opening) else { return }
      let number = DeviceChannel(rawValue: kept.count)
      kept[channel] = number
      try emit(.opening(opening, as: number))
    case .frame(let frame, let channel): if let number = kept[channel] { try emit(.frame(frame, of: number)) }
    case .sync(let frame, let channel): if let number = kept[channel] { try emit(.sync(frame, of: number)) }
    case .board, .note:
      var entry = entry
      if entry.renumberChannel(by: { kept[$0] }) { try emit(entry) }
    case .attachment, .foreignMessage, .foreignMetadata: try emit(entry)
    }
  }
}

/// Moves a recording in time.
public struct Retiming: EntryTransform {
  private let span: TimeSpan

  public init(by span: TimeSpan) { self.span = span }

  public mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    entry.advance(by: span)
    try emit(entry)
  }
}

extension RecordingSink {
  /// Writes recordings one after the other, each beginning where the one before ended, and finishes.
  ///
  /// - Parameters:
  ///   - sources: the recordings, in order.
  ///   - join: how one follows the other.
  ///   - progress: called now and then with the share copied so far, 0…1.
  /// - Returns: what the sources warn of, and what they hold besides.
  public mutating func copy(
    _ sources: [any RecordingSource], joinedBy join: Join = Join(), progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> [String] {
    var copying = Copying(join: sources.count > 1 ? join : nil)
    var warnings: [String] = []
    for (index, source) in sources.enumerated() {
      let share = 1 / Double(sources.count)
      warnings += try copying.copy(source, to: &self) { progress(share * (Double(index) + $0)) }
    }
    try copying.finish(&self)
    return warnings + (copying.join?.warnings ?? [])
  }
}

/// The state of a copy of one or several recordings.
private struct Copying {
  var join: Join?
  private var entry = RecordingEntry()

  init(join: Join?) { self.join = join }

  mutating func copy(
    _ source: any RecordingSource, to sink: inout some RecordingSink, progress: (Double) -> Void
  ) throws(FileError) -> [String] {
    var source = source
    var count = 0
    try join?.beginPart { entry throws(FileError) in try sink.write(entry) }
    while try source.next(into: &entry) {
      if join == nil {
        try sink.write(entry)
      } else {
        try join?.apply(entry) { entry throws(FileError) in try sink.write(entry) }
      }
      count += 1
      if count.isMultiple(of: 256) { progress(source.progress) }
    }
    return source.warnings.lines + source.losses
  }

  mutating func finish(_ sink: inout some RecordingSink) throws(FileError) {
    try join?.finish { entry throws(FileError) in try sink.write(entry) }
    try sink.finish()
  }
}
