import CTouchReelEvdev
import Glibc
package import SystemPackage
import TouchReelByteStreams

/// `eventfd(2)`: what one thread signals is readable for another.
package final class EventSignal: Sendable {
  private let descriptor: OwnedDescriptor

  package init() throws(Errno) {
    descriptor = try OwnedDescriptor(from: { eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC)) })
  }

  package var readiness: CInt { descriptor.number }

  package func raise() { Self.raise(descriptor.number) }

  /// Raises it by the descriptor alone, for a thread that does not own the signal.
  package static func raise(_ number: CInt) {
    var one: UInt64 = 1
    _ = write(number, &one, 8)
  }

  package func acknowledge() { Self.acknowledge(descriptor.number) }

  /// Acknowledges it by the descriptor alone, for a thread that does not own the signal.
  package static func acknowledge(_ number: CInt) {
    var count: UInt64 = 0
    _ = read(number, &count, 8)
  }
}
