#if compiler(<6.3)
  extension Array {
    /// Adds elements all at once, as the standard library does it from Swift 6.3 on.
    @inline(__always)
    package mutating func append(
      addingCapacity count: Int, initializingWith initialize: (inout OutputSpan<Element>) -> Void
    ) {
      withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { space in
        var span = OutputSpan(buffer: space, initializedCount: 0)
        initialize(&span)
        let added = UnsafeMutableBufferPointer(rebasing: space[..<span.finalize(for: space)])
        append(contentsOf: added)
        added.deinitialize()
      }
    }
  }
#endif
