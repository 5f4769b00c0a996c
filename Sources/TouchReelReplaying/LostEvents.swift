/// How often a kernel lost events (SYN_DROPPED) of what is written in a form that does not say so.
package struct LostEvents {
  private let count: Int

  /// - Parameter count: of the SYN_DROPPEDs.
  package init(count: Int) { self.count = count }

  /// A line if there are any.
  package var warnings: [String] {
    guard count > 0 else { return [] }
    let times = count == 1 ? "once" : "\(count) times"
    return ["events were lost \(times) (SYN_DROPPED), which the output does not say"]
  }
}
