import TouchReelInkFiles
import TouchReelTouchTracking

/// Reads an array of numbers, of points or of segments.
struct NumberReading {
  /// The members that hold points, by their names.
  enum Kind: String, CaseIterable { case points, pressures, runs, segments }

  private(set) var scanner: JSONScanner
  private(set) var budget: InkBudget
  private(set) var isOverLimit = false
  private let allowsMore: Bool

  init(_ scanner: JSONScanner, _ budget: InkBudget, allowsMore: Bool) {
    (self.scanner, self.budget, self.allowsMore) = (scanner, budget, allowsMore)
  }

  /// - Returns: `nil` if it is not what it should be.
  mutating func read(_ kind: Kind) -> NumberArrays.Content? {
    switch kind {
    case .points: points().map { .points($0) }
    case .pressures: numbers(perPoint: 0).map { .numbers($0) }
    case .runs: list { $0.numbers(perPoint: 3) }.map { .runs($0) }
    case .segments: list { $0.segment() }.map { .segments($0) }
    }
  }

  private mutating func list<Element>(_ read: (inout Self) -> Element?) -> [Element]? {
    guard scanner.accept(UInt8(ascii: "[")) else { return nil }
    var elements: [Element] = []
    if scanner.accept(UInt8(ascii: "]")) { return elements }
    repeat {
      guard let element = read(&self) else { return nil }
      elements.append(element)
    } while scanner.accept(UInt8(ascii: ","))
    return scanner.accept(UInt8(ascii: "]")) ? elements : nil
  }

  private mutating func takePoint() -> Bool {
    isOverLimit = !budget.takes(points: 1)
    return !isOverLimit
  }

  private mutating func points() -> [BoardPoint]? { list { $0.takePoint() ? $0.point() : nil } }

  private mutating func point() -> BoardPoint? {
    guard scanner.accept(UInt8(ascii: "[")), let x = scanner.number(), scanner.accept(UInt8(ascii: ",")),
      let y = scanner.number()
    else { return nil }
    while allowsMore, scanner.accept(UInt8(ascii: ",")) {
      guard scanner.number() != nil else { return nil }
    }
    return scanner.accept(UInt8(ascii: "]")) ? BoardPoint(x: x, y: y) : nil
  }

  /// - Parameter count: the numbers that are a point; 0 if none are.
  private mutating func numbers(perPoint count: Int) -> [Double]? {
    var read = 0
    return list { reading in
      if count > 0, read % count == 0, !reading.takePoint() { return nil }
      read += 1
      return reading.scanner.number()
    }
  }

  private mutating func segment() -> DrawsanaSegment? {
    guard takePoint(), scanner.accept(UInt8(ascii: "{")) else { return nil }
    var (a, b, width): (BoardPoint?, BoardPoint?, Double?) = (nil, nil, nil)
    repeat {
      scanner.skipBlanks()
      let start = scanner.index
      guard scanner.skipName() else { return nil }
      switch scanner.bytes[min(start + 1, scanner.bytes.count - 1)] {
      case UInt8(ascii: "a"): a = point()
      case UInt8(ascii: "b"): b = point()
      case UInt8(ascii: "w"): width = scanner.number()
      default: guard scanner.skipValue() else { return nil }
      }
    } while scanner.accept(UInt8(ascii: ","))
    guard scanner.accept(UInt8(ascii: "}")), let a, let b, let width else { return nil }
    return DrawsanaSegment(a: PointValue(a), b: PointValue(b), width: width)
  }
}

extension JSONScanner {
  /// Reads a finite number.
  ///
  /// - Returns: `nil` if something else comes next.
  mutating func number() -> Double? {
    skipBlanks()
    let start = index
    if let number = bytes.withUnsafeBufferPointer({ DecimalNumber.read($0, &index) }),
      byte.map({ $0 | 0x20 }) != UInt8(ascii: "e")
    {
      return number
    }
    index = start
    while let byte, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { index += 1 }
    return Double(String(decoding: bytes[start..<index], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
