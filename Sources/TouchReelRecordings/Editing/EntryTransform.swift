package import TouchReelByteStreams
package import TouchReelInputEvents

/// A change to a recording, entry by entry: a value that receives the entries in file order and replaces each.
package protocol EntryTransform {
  typealias Emit = (RecordingEntry) throws(FileError) -> Void

  /// What was left out that the transform was not asked to leave out, one line a kind. Complete after `finish`.
  var losses: [String] { get }

  /// Emits the entry's replacement, in order: nothing, the entry itself, or others.
  mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError)

  /// Emits what remains at the end.
  mutating func finish(emit: Emit) throws(FileError)
}

extension EntryTransform {
  package var losses: [String] { [] }

  package mutating func finish(emit: Emit) throws(FileError) {}
}

/// A sink that writes what transforms, one after another, make of the entries.
///
///     var sink = TransformedSink(output, by: [TimeCut(from: start), Anonymizer()])
package struct TransformedSink: RecordingSink {
  package private(set) var sink: any RecordingSink
  package private(set) var transforms: [any EntryTransform]
  /// Whether no frame remained so far.
  package private(set) var isEmpty = true

  package init(_ sink: any RecordingSink, by transforms: [any EntryTransform]) {
    self.sink = sink
    self.transforms = transforms
  }

  package var losses: [String] { transforms.flatMap(\.losses) + sink.losses }

  package mutating func write(_ entry: RecordingEntry) throws(FileError) {
    for passed in try passed(entry, from: 0) { try pass(passed) }
  }

  package mutating func finish() throws(FileError) {
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
package struct DeviceFilter: EntryTransform {
  private let fits: @Sendable (DeviceOpening) -> Bool
  private var kept: [DeviceChannel: DeviceChannel] = [:]

  package init(_ fits: @escaping @Sendable (DeviceOpening) -> Bool) { self.fits = fits }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
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
package struct Retiming: EntryTransform {
  private let span: TimeSpan

  package init(by span: TimeSpan) { self.span = span }

  package mutating func apply(_ entry: RecordingEntry, emit: Emit) throws(FileError) {
    var entry = entry
    entry.advance(by: span)
    try emit(entry)
  }
}
