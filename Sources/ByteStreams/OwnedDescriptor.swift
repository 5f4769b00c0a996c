import Glibc

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable, Sendable {
  package let number: CInt

  /// - Parameter number: an open descriptor that nothing else closes.
  package init(number: CInt) { self.number = number }

  deinit { _ = close(number) }
}
