package import SystemPackage

/// Ctrl-C, or another request to stop, while a stream is read: what came until then is used, and the program goes on.
package final class Interruption {
  private let signals: SignalWatch
  private var hasCome = false

  /// - Throws: if the signals cannot be watched.
  package init() throws(Errno) { signals = try SignalWatch() }

  /// The signal has done its work.
  deinit { while signals.next() != nil {} }

  /// A descriptor that has input once a signal came.
  package var readiness: CInt { signals.readiness }

  /// Whether a signal came.
  package func check() -> Bool {
    if signals.next() != nil { hasCome = true }
    return hasCome
  }
}
