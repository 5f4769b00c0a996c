/// A recording of which a part could not be read, for someone with a window and no command line.
nonisolated struct DamagedFile {
  /// What was lost, in plain text.
  let loss: String

  /// How warnings of a recording end whose end is missing.
  private static let cuts = [
    "the file is truncated inside a record", "the recording was not finished: it ends after its last whole chunk",
    "reading stopped at damage",
  ]

  /// `nil` if the warning is about something else.
  ///
  /// - Parameter warning: of reading the recording; it ends with what was lost and the command that writes the rest, or
  ///   says that the end is missing.
  init?(_ warning: String) {
    if Self.cuts.contains(where: { warning.hasSuffix($0) }) {
      loss = translated("its end is missing, as after a crash")
      return
    }
    let parts = warning.split(separator: "; touchreel salvage", maxSplits: 1)
    guard parts.count == 2, let loss = parts[0].split(separator: ": ").last else { return nil }
    self.loss = String(loss)
  }

  var message: String {
    translated(
      "This recording is damaged (%s). All that could be read is here; save it as a recording to keep it.", loss)
  }
}
