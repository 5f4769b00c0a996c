import CTouchReelEvdev
public import Glibc
public import SystemPackage
import TouchReelByteStreams

/// Signals as a descriptor to read instead of an interruption (`signalfd(2)`). They stay blocked in this thread as long
/// as their watch lives.
public struct SignalWatch: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let previous: sigset_t

  /// Blocks these signals, and watches for them.
  ///
  /// - Throws: if the system has no descriptors left.
  public init(_ signals: [CInt] = [SIGINT, SIGTERM, SIGHUP]) throws(Errno) {
    var (watched, previous) = (sigset_t(), sigset_t())
    sigemptyset(&watched)
    for signal in signals where !Self.isLeftAlone(signal) { sigaddset(&watched, signal) }
    pthread_sigmask(SIG_BLOCK, &watched, &previous)
    let descriptor: OwnedDescriptor
    do {
      descriptor = try OwnedDescriptor(from: { signalfd(-1, &watched, CInt(SFD_NONBLOCK | SFD_CLOEXEC)) })
    } catch {
      pthread_sigmask(SIG_SETMASK, &previous, nil)
      throw error
    }
    self.descriptor = descriptor
    self.previous = previous
  }

  /// A process under `nohup(1)` survives its terminal.
  private static func isLeftAlone(_ signal: CInt) -> Bool {
    guard signal == SIGHUP else { return false }
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  deinit {
    var mask = previous
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  package var readiness: CInt { descriptor.number }

  /// The next signal that arrived; `nil` if none did.
  package func next() -> CInt? {
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return read(descriptor.number, &information, size) == size ? CInt(information.ssi_signo) : nil
  }
}
