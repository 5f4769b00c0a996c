import TouchReelDrawingBoard

/// The tool that a finger, a pen or a button has for itself, in place of the one that is chosen.
struct LentTool: Hashable, Sendable {
  private struct Loan: Hashable {
    var tool: Tool
    /// The one that is chosen.
    var chosen: Tool
  }

  private var loan: Loan?

  /// Whether the chosen tool comes back as soon as nothing draws.
  var isDueAtRest: Bool { loan.map { !$0.tool.leavesWork } ?? false }

  /// The user has chosen a tool, which stays.
  mutating func forget() { loan = nil }

  /// - Returns: the tool to set for a touch that begins; `nil` if it is set already.
  mutating func use(_ tool: Tool, over current: Tool) -> Tool? {
    update(current)
    // Either of the two selects.
    guard tool != current, !(tool == .selection && current.selects) else { return nil }
    let chosen = loan?.chosen ?? current
    loan = tool == chosen ? nil : Loan(tool: tool, chosen: chosen)
    return tool
  }

  /// - Returns: the chosen tool, to be set again; `nil` if it is set.
  mutating func giveBack(over current: Tool) -> Tool? {
    update(current)
    defer { loan = nil }
    return loan?.chosen
  }

  /// Another tool was chosen meanwhile.
  private mutating func update(_ current: Tool) {
    if loan?.tool != current { loan = nil }
  }
}

extension Tool {
  /// Whether what it has begun goes on after its touch: what is selected may be moved, a text is typed, and an angle
  /// waits for its other arm. Another tool would end that.
  fileprivate var leavesWork: Bool { selects || self == .text || self == .angle }
}
