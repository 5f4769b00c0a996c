/// How often a kernel lost events (SYN_DROPPED) of what is written in a form that does not say so.
package struct LostEvents {
  private let count: Int
  private let trace: String

  /// - Parameters:
  ///   - count: of the SYN_DROPPEDs.
  ///   - trace: what the output has of them.
  package init(count: Int, trace: String = "which the output does not say") {
    (self.count, self.trace) = (count, trace)
  }

  /// A line if there are any.
  package var warnings: [String] {
    guard count > 0 else { return [] }
    let times = count == 1 ? "once" : "\(count) times"
    return ["events were lost \(times) (SYN_DROPPED), \(trace)"]
  }
}
