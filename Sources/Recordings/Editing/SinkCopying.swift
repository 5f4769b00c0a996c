public import ByteStreams

extension RecordingSink {
  /// Writes recordings one after the other, each beginning where the one before ended, and finishes.
  ///
  /// - Parameters:
  ///   - join: how one follows the other.
  ///   - progress: called now and then with the share copied so far, 0…1.
  /// - Returns: what the sources warn of.
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
    return source.warnings.lines
  }

  mutating func finish(_ sink: inout some RecordingSink) throws(FileError) {
    try join?.finish { entry throws(FileError) in try sink.write(entry) }
    try sink.finish()
  }
}
