package import TouchReelRecordings

/// The devices of a recording that a user selects, each by number, name or node; all if there is none.
package struct DeviceChoice: Hashable, Sendable {
  private let wanted: [String]

  package init(_ wanted: [String]) { self.wanted = wanted }

  package var isOfAll: Bool { wanted.isEmpty }

  package func answers(_ opening: DeviceOpening) -> Bool { wanted.contains(where: opening.answers(to:)) }

  /// The devices' numbers, as ``DeviceNumbers`` has them; empty for all.
  ///
  /// - Parameter openings: of the recording's devices, as far as they are known. A number that is not among them stays
  ///   one, since the device may be opened later.
  package func numbers(among openings: [DeviceOpening]) -> Set<Int> {
    let others = wanted.filter { name in !openings.contains { $0.answers(to: name) } }
    // A number that no device has selects none, where an empty set would select all.
    return Set(openings.filter(answers).map(\.number) + others.map { Int($0) ?? -1 })
  }

  /// The first device that is not among those that were opened, as a message; `nil` if all are there.
  package func missing(from openings: [DeviceOpening]) -> String? {
    let missing = wanted.first { name in !openings.contains { $0.answers(to: name) } }
    return missing.map { TouchChoice.missing($0, among: openings) }
  }
}
