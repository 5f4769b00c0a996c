import TouchReelDrawings

/// The numbers of operations, each higher than the one before: where a damaged file says otherwise, as few as possible
/// are wrong.
struct RisingNumbers {
  /// The indices of the numbers that rise, in order.
  let indices: [Int]

  init(_ numbers: [Int]) {
    // The last index of the best rise of each length, and which index comes before each.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() where NumberedOperation.ids.contains(number) {
      let length = Self.count(in: ends, before: number, numbers)
      if length > 0 { previous[index] = ends[length - 1] }
      // The first of two that are the same is the one that counts.
      if length == ends.count { ends.append(index) } else if numbers[ends[length]] != number { ends[length] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = previous[index]
    }
    indices = rise.reversed()
  }

  /// How many of the numbers at rising ends are less than another.
  private static func count(in ends: [Int], before number: Int, _ numbers: [Int]) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
