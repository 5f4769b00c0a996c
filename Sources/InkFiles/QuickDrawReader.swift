/// Reads lines of the data set “Quick, Draw!”, one after another, into memory that is used again.
package struct QuickDrawReader {
  /// Simplified drawings are scaled into a square of this side.
  static let side = 256.0

  package private(set) var word = ""
  /// Empty if the line has none.
  package private(set) var key = ""
  /// The positions of all strokes, one after another.
  package private(set) var x: [Double] = []
  package private(set) var y: [Double] = []
  /// Milliseconds; zeros of strokes without.
  package private(set) var times: [Double] = []
  /// Behind each stroke's last position, and whether the stroke has times.
  private var ends: [(place: Int, isTimed: Bool)] = []
  /// What is not looked at.
  private var rest: [Double] = []

  /// Whether the positions are those of a simplified drawing: without times, and in the square.
  package var isSimplified: Bool {
    !ends.allSatisfy(\.isTimed) && x.allSatisfy((0...255).contains) && y.allSatisfy((0...255).contains)
  }

  private let limits: InkLimits
  private var budget: InkBudget
  /// Whether the line holds more than the limits.
  private var isOverLimit = false

  package init(_ limits: InkLimits = .standard) {
    self.limits = limits
    budget = InkBudget(limits)
  }

  /// Reads a line in place of the one before.
  ///
  /// - Throws: what is wrong with it.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, number: Int = 1) throws(InkFileError) {
    removeAll()
    var scanner = JSONLine(bytes)
    guard readLine(&scanner), scanner.isAtEnd else {
      if isOverLimit { throw InkFileError(line: number, budget.excess, isOfLimit: true) }
      throw InkFileError(line: number, "it is no drawing of Quick, Draw!: {\"drawing\":[[[x…],[y…],[t…]],…]}")
    }
    if ends.isEmpty { throw InkFileError(line: number, "its drawing has no strokes") }
  }

  /// Visits the strokes: where their positions are, and whether they have times.
  package func forEachStroke(_ visit: (_ places: Range<Int>, _ isTimed: Bool) -> Void) {
    var start = 0
    for end in ends {
      visit(start..<end.place, end.isTimed)
      start = end.place
    }
  }

  private mutating func removeAll() {
    (word, key) = ("", "")
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    times.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (budget, isOverLimit) = (InkBudget(limits), false)
  }

  private mutating func readLine(_ scanner: inout JSONLine) -> Bool {
    var hasDrawing = false
    let isObject = scanner.readObject { name, scanner in
      switch name {
      case "word": word = scanner.readText() ?? ""
      case "key_id":
        guard let text = scanner.readTextOrNumber() else { return false }
        key = text
      case "drawing":
        hasDrawing = true
        return scanner.readArray { readStroke(&$0) }
      default: return scanner.skipValue()
      }
      return true
    }
    return isObject && hasDrawing
  }

  /// Two rows of positions, perhaps one of times, and perhaps more. A stroke without positions is left out.
  private mutating func readStroke(_ scanner: inout JSONLine) -> Bool {
    isOverLimit = !budget.takesStroke(points: 0)
    if isOverLimit { return false }
    let start = x.count
    var (rows, count) = (0, 0)
    let isArray = scanner.readArray { scanner in
      guard let numbers = readRow(rows, &scanner), rows == 0 || numbers == count else { return false }
      (rows, count) = (rows + 1, numbers)
      return rows <= 8
    }
    guard isArray, rows >= 2 else { return false }
    if rows == 2 { times.append(contentsOf: repeatElement(0, count: count)) }
    if count > 0 { ends.append((start + count, rows > 2)) }
    return true
  }

  private mutating func readRow(_ row: Int, _ scanner: inout JSONLine) -> Int? {
    switch row {
    case 0:
      // One more than there may be, so that it is known that there are too many.
      let start = x.count
      let count = scanner.readNumbers(into: &x, atMost: budget.pointsLeft + 1)
      isOverLimit = !budget.takes(points: x.count - start)
      return isOverLimit ? nil : count
    case 1: return scanner.readNumbers(into: &y)
    case 2: return scanner.readNumbers(into: &times)
    default:
      rest.removeAll(keepingCapacity: true)
      return scanner.readNumbers(into: &rest)
    }
  }
}
