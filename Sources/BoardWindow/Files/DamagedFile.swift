/// A recording of which a part could not be read, for someone with a window and no command line.
nonisolated struct DamagedFile {
  /// What was lost, in plain text.
  let loss: String

  /// `nil` if the warning is about something else.
  ///
  /// - Parameter warning: of reading the recording; it ends with what was lost and the command that writes the rest.
  init?(_ warning: String) {
    let parts = warning.split(separator: "; touchreel salvage", maxSplits: 1)
    guard parts.count == 2, let loss = parts[0].split(separator: ": ").last else { return nil }
    self.loss = String(loss)
  }

  var message: String {
    translated("This recording is damaged: %s. All that could be read is here; save it to keep it.", loss)
  }
}
