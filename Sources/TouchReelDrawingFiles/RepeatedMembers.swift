/// The members that another of the same name follows in their object: as for `JSON.parse`, the last one counts.
struct RepeatedMembers {
  /// The ranges of those that do not count, each with the comma behind it.
  private(set) var ranges: [Range<Int>] = []
  private let bytes: [UInt8]
  /// The names of the members of objects that are open.
  private var names: [Name] = []
  /// The indices of the first names of those objects.
  private var open: [Int] = []

  private struct Name {
    /// Where its letters are.
    let range: Range<Int>
    let hash: UInt64
  }

  init(in bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes with blanks instead of the members that do not count, so that all others are where they were.
  var blanked: [UInt8] {
    var blanked = bytes
    for range in ranges {
      for index in range where !JSONScanner.isBlank(blanked[index]) { blanked[index] = 0x20 }
    }
    return blanked
  }

  /// Adds those of a value that is well formed.
  mutating func add(in range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = readString(from: index, before: range.upperBound)
        continue
      case UInt8(ascii: "{"): open.append(names.count)
      case UInt8(ascii: "}"): endObject()
      default: break
      }
      index += 1
    }
    names.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  /// - Returns: the offset behind the string.
  private mutating func readString(from quote: Int, before end: Int) -> Int {
    var (index, hash): (Int, UInt64) = (quote + 1, 0xCBF2_9CE4_8422_2325)
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") { index += 1 }
      if index < end { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
      index += 1
    }
    let letters = quote + 1..<min(index, end)
    index = min(index + 1, end)
    while index < end, JSONScanner.isBlank(bytes[index]) { index += 1 }
    if index < end, bytes[index] == UInt8(ascii: ":") { names.append(Name(range: letters, hash: hash)) }
    return index
  }

  private mutating func endObject() {
    guard let first = open.popLast() else { return }
    let count = names.count - first
    if count > 1 { count < 24 ? addPairs(from: first) : addSorted(from: first) }
    names.removeSubrange(first...)
  }

  private mutating func addPairs(from first: Int) {
    for index in first..<names.count - 1 where (index + 1..<names.count).contains(where: { areSame(index, $0) }) {
      addMember(at: index)
    }
  }

  /// Adds what ``addPairs(from:)`` does, for an object of so many members that not all pairs are compared.
  private mutating func addSorted(from first: Int) {
    let sorted = (first..<names.count).sorted { (names[$0].hash, $0) < (names[$1].hash, $1) }
    for (index, next) in zip(sorted, sorted.dropFirst()) where areSame(index, next) { addMember(at: index) }
  }

  private func areSame(_ index: Int, _ other: Int) -> Bool {
    names[index].hash == names[other].hash
      && bytes[names[index].range].elementsEqual(bytes[names[other].range])
  }

  /// Another member follows, as one of the same name does.
  private mutating func addMember(at index: Int) {
    ranges.append(names[index].range.lowerBound - 1..<names[index + 1].range.lowerBound - 1)
  }
}
