package import ArgumentParser
import TouchReelReplaying

// What shells complete, for values whose types do not say it.

extension CompletionKind {
  /// Suffixes that recordings and drawings usually have. What a file is, its content says: any other name can be typed.
  package static let recordings = CompletionKind.file(extensions: recordingSuffixes)

  /// What `compare` compares: recordings, or a picture with what a recording renders to.
  package static let recordingsAndPictures = CompletionKind.file(extensions: recordingSuffixes + ["png"])

  package static let recordingSuffixes = InputSuffixes.all

  /// The nodes of this machine's touch devices.
  package static let touchDevices = CompletionKind.shellCommand("touchreel devices --nodes 2>/dev/null")
}
