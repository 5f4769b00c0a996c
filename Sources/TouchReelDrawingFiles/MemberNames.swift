/// The names of all members in a JSON value that is well formed, each with the names of the members that it is in, and
/// how many there are of each.
struct MemberNames {
  private var counts: [[ArraySlice<UInt8>]: Int] = [:]

  init(_ text: some Collection<UInt8>) {
    let bytes = Array(text)
    var scanner = JSONScanner(bytes)
    /// The names of the objects that are open, and the name that was read last.
    var (open, last): ([ArraySlice<UInt8>], ArraySlice<UInt8>) = ([], [])
    while let byte = scanner.byte {
      switch byte {
      case UInt8(ascii: "\""):
        let start = scanner.index + 1
        guard scanner.skipString() else { return }
        let name = bytes[start..<scanner.index - 1]
        guard scanner.skipBlanks() == UInt8(ascii: ":") else { continue }
        last = name
        counts[open + [name], default: 0] += 1
        continue
      case UInt8(ascii: "{"):
        open.append(last)
        last = []
      case UInt8(ascii: "}"): last = open.popLast() ?? []
      default: break
      }
      scanner.index += 1
    }
  }

  func isSuperset(of other: MemberNames) -> Bool { other.counts.allSatisfy { counts[$0.key, default: 0] >= $0.value } }
}
