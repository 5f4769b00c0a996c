public import ByteStreams

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
