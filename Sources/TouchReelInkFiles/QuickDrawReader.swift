/// Reads a line of the data set “Quick, Draw!”.
struct QuickDrawReader {
  /// Simplified drawings are scaled into a square of this side.
  static let side = 256.0

  private(set) var word = ""
  /// Empty if the line has none.
  private(set) var key = ""
  /// The positions of all strokes, one after another.
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// Milliseconds; zeros of strokes without.
  private(set) var times: [Double] = []
  /// Behind each stroke's last position, and whether the stroke has times.
  private var ends: [(offset: Int, isTimed: Bool)] = []
  /// What is not looked at.
  private var rest: [Double] = []

  var strokeCount: Int { ends.count }

  /// Whether the positions are those of a simplified drawing: without times, and in the square.
  var isSimplified: Bool { !ends.allSatisfy(\.isTimed) && isVisitedInSquare && isInSquare }

  private var isInSquare: Bool { x.allSatisfy((0...255).contains) && y.allSatisfy((0...255).contains) }
  /// The same of the strokes that were handed on while they were read.
  private var isVisitedInSquare = true
  /// What each stroke is handed on to as soon as it is read, so that it takes no more room.
  private var visit: ((QuickDrawReader, _ isTimed: Bool) -> Void)?

  private var emptyCount = 0
  private var rowCount = 0
  /// What the strokes hold besides points, one line for each kind.
  var leftOut: [String] {
    let counts = [
      ("a stroke without points", emptyCount), ("a row of a stroke that is neither x, y nor times", rowCount),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.1) × \($0.0) is not kept" }
  }

  /// What was not read of the line since it is damaged.
  private(set) var damage = InkDamage()

  private var number = 1
  private let limits: InkLimits
  private var budget: InkBudget
  /// Whether the line ends before its content does.
  private(set) var isCutOff = false
  /// Whether the line holds more than the limits.
  private var isOverLimit = false

  init(_ limits: InkLimits = .standard) {
    self.limits = limits
    budget = InkBudget(limits)
  }

  /// Reads a line, once, as far as it goes and past strokes that are damaged.
  ///
  /// - Throws: what is wrong with it if no stroke could be read.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, number: Int = 1) throws(InkFileError) {
    self.number = number
    var scanner = JSONLine(bytes)
    let isWhole = readLine(&scanner) && scanner.isAtEnd
    isCutOff = !isWhole && scanner.isAtEnd
    if isOverLimit { throw InkFileError(line: number, budget.excess, isOfLimit: true) }
    if ends.isEmpty {
      if isWhole && damage.isEmpty { throw InkFileError(line: number, "its drawing has no strokes") }
      throw InkFileError(line: number, "it is no drawing of Quick, Draw!: {\"drawing\":[[[x…],[y…],[t…]],…]}")
    }
    guard !isWhole else { return }
    if scanner.isAtEnd {
      damage.add("it is truncated after \(ends.count) stroke\(ends.count == 1 ? "" : "s")", line: number)
      damage.isTruncated = true
    } else {
      damage.add("it is damaged behind its strokes; what follows is lost", line: number)
    }
  }

  /// Visits the strokes: where their positions are, and whether they have times.
  func forEachStroke(_ visit: (_ positions: Range<Int>, _ isTimed: Bool) -> Void) {
    var start = 0
    for end in ends {
      visit(start..<end.offset, end.isTimed)
      start = end.offset
    }
  }

  /// Reads as ``read(_:number:)`` does, and hands on each stroke as soon as it is read, which is then no longer here.
  ///
  /// - Parameter visit: is given the reader with the positions and times of one stroke.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, number: Int, visit: @escaping (QuickDrawReader, _ isTimed: Bool) -> Void
  ) throws(InkFileError) {
    self.visit = visit
    defer { self.visit = nil }
    try read(bytes, number: number)
  }

  private mutating func handOn() {
    guard let visit, let end = ends.last, end.offset > 0 else { return }
    visit(self, end.isTimed)
    isVisitedInSquare = isVisitedInSquare && isInSquare
    truncate(to: 0)
    ends[ends.count - 1].offset = 0
  }

  private mutating func readLine(_ scanner: inout JSONLine) -> Bool {
    var (hasDrawing, names) = (false, [String]())
    let isObject = scanner.readObject { name, scanner in
      if names.contains(name) {
        damage.add("a member has the name of another in its object: the last one counts", line: number)
      } else if names.count < QuickDrawLine.nameLimit {
        names.append(name)
      }
      switch name {
      case "word": word = scanner.readText() ?? ""
      case "key_id":
        guard let text = scanner.readTextOrNumber() else { return false }
        key = text
      case "drawing":
        hasDrawing = true
        // What is handed on cannot be taken back.
        if visit != nil, scanner.hasMember("drawing") { return scanner.skipValue() }
        forgetStrokes()
        return scanner.readArray { readStroke(&$0) }
      default: return scanner.skipValue()
      }
      return true
    }
    return isObject && hasDrawing
  }

  /// Forgets those of a drawing that another one follows in its line.
  private mutating func forgetStrokes() {
    guard !ends.isEmpty, visit == nil else { return }
    truncate(to: 0)
    ends = []
    (budget, emptyCount, rowCount) = (InkBudget(limits), 0, 0)
  }

  /// One that is damaged is passed over.
  ///
  /// - Returns: false if it has no end.
  private mutating func readStroke(_ scanner: inout JSONLine) -> Bool {
    let (start, count, beginning) = (x.count, ends.count, scanner)
    if readRows(&scanner) {
      handOn()
      return true
    }
    if isOverLimit { return false }
    truncate(to: start)
    ends.removeLast(ends.count - count)
    let fault = scanner
    scanner = beginning
    guard scanner.skipDamagedStroke() else {
      // Where it is cut off says how far the line goes.
      scanner = fault
      return false
    }
    damage.add("a stroke is not two or more rows of as many numbers: skipped", line: number)
    return true
  }

  private mutating func truncate(to count: Int) {
    x.removeLast(x.count - count)
    y.removeLast(max(y.count - count, 0))
    times.removeLast(max(times.count - count, 0))
  }

  /// Two rows of positions, perhaps one of times, and perhaps more. A stroke without positions is left out.
  private mutating func readRows(_ scanner: inout JSONLine) -> Bool {
    isOverLimit = !budget.takesStroke(points: 0)
    if isOverLimit { return false }
    let start = x.count
    var (rows, count) = (0, 0)
    let isArray = scanner.readArray { scanner in
      guard let numbers = readRow(rows, of: count, &scanner), rows == 0 || numbers == count else { return false }
      (rows, count) = (rows + 1, numbers)
      return rows <= 8
    }
    guard isArray, rows >= 2 else { return false }
    if rows == 2 { times.append(contentsOf: repeatElement(0, count: count)) }
    if count > 0 { ends.append((start + count, rows > 2)) } else { emptyCount += 1 }
    rowCount += max(rows - 3, 0)
    return true
  }

  /// - Parameter most: the most numbers that a row after the first may have.
  private mutating func readRow(_ row: Int, of most: Int, _ scanner: inout JSONLine) -> Int? {
    switch row {
    case 0:
      // One more than there may be, so that it is known that there are too many.
      let start = x.count
      let count = scanner.readNumbers(into: &x, atMost: budget.pointsLeft + 1)
      isOverLimit = !budget.takes(points: x.count - start)
      return isOverLimit ? nil : count
    case 1: return scanner.readNumbers(into: &y, atMost: most)
    case 2: return scanner.readNumbers(into: &times, atMost: most)
    default:
      rest.removeAll(keepingCapacity: true)
      return scanner.readNumbers(into: &rest, atMost: most)
    }
  }
}
