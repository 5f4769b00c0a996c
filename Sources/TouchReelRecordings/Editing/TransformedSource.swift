package import TouchReelByteStreams
package import TouchReelInputEvents

/// A recording as transforms, one after another, leave its entries.
package struct TransformedSource: RecordingSource {
  private var source: any RecordingSource
  private var transforms: [any EntryTransform]
  /// What is handed on next, the first one last.
  private var waiting: [RecordingEntry] = []
  private var hasEnded = false

  package init(_ source: any RecordingSource, by transforms: [any EntryTransform]) {
    (self.source, self.transforms) = (source, transforms)
  }

  package var format: RecordingFormat { source.format }
  package var epochOffset: TimeSpan { source.epochOffset }
  package var warnings: WarningList { source.warnings }
  package var losses: [String] { source.losses + transforms.flatMap(\.losses) }
  package var isTruncated: Bool { source.isTruncated }
  package var progress: Double { source.progress }
  package var inference: DescriptionInference? { source.inference }

  package mutating func next(into entry: inout RecordingEntry) throws(FileError) -> Bool {
    while waiting.isEmpty {
      guard !hasEnded else { return false }
      if try source.next(into: &entry) {
        waiting = try passed([entry], from: 0).reversed()
      } else {
        hasEnded = true
        waiting = try rest().reversed()
      }
    }
    entry = waiting.removeLast()
    return true
  }

  private mutating func passed(
    _ entries: [RecordingEntry], from first: Int
  ) throws(FileError) -> [RecordingEntry] {
    var entries = entries
    for index in transforms.indices.dropFirst(first) {
      var next: [RecordingEntry] = []
      for entry in entries { try transforms[index].apply(entry) { next.append($0) } }
      entries = next
    }
    return entries
  }

  private mutating func rest() throws(FileError) -> [RecordingEntry] {
    var rest: [RecordingEntry] = []
    for index in transforms.indices {
      var left: [RecordingEntry] = []
      try transforms[index].finish { left.append($0) }
      rest += try passed(left, from: index + 1)
    }
    return rest
  }
}
