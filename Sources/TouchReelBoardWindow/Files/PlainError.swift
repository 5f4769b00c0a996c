import TouchReelByteStreams

extension FileError {
  /// Why a file cannot be opened, without what only a command line can do about it: a banner has a button instead.
  nonisolated var plainDescription: String {
    var error = self
    for end in ["; name a", " (known: "] {
      if let found = error.message.firstRange(of: end) { error.message = String(error.message[..<found.lowerBound]) }
    }
    return error.description
  }
}
