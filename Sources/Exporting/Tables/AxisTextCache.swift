import InputEvents

/// The text of the columns that a position along one axis gives: board points, millimetres and device units.
///
/// A device has a few thousand positions and a table millions of samples: most positions were written before. A
/// position has one place, which the last one that shares it has taken. An entry fills a line of the processor's cache.
struct AxisTextCache: Sendable {
  struct Entry: Sendable {
    fileprivate(set) var board = TableRoom.Block()
    fileprivate(set) var millimetres = TableRoom.Block()
    fileprivate(set) var device = TableRoom.Block()
    /// Which `board` is the text of. No position is NaN.
    fileprivate var boardPoint = Double.nan
    fileprivate var position: Int32 = 0
    /// ``AxisTextCache/unused`` of an entry without texts.
    fileprivate var channel = AxisTextCache.unused
    fileprivate(set) var boardCount: UInt8 = 0
    /// Zero if the device does not tell its size.
    fileprivate(set) var millimetreCount: UInt8 = 0
    fileprivate(set) var deviceCount: UInt8 = 0

    /// Whether the board point that the text is of is this one: on a turned board it depends on the other axis too.
    @inline(__always)
    func isOf(boardPoint other: Double) -> Bool { boardPoint == other }
  }

  private var entries = [Entry](repeating: Entry(), count: 256)
  /// Since the cache grew.
  private var misses = 0

  private static let unused = UInt8.max
  /// Of 64 bytes each: as many as a second-level cache holds beside the rest.
  private static let limit = 4096

  /// Where the texts of a position are, if it was written before.
  /// - Parameters:
  ///   - position: in device units.
  ///   - channel: the device, one of the first 255.
  @inline(__always)
  func place(of position: Int32, on channel: UInt8) -> Int? {
    let place = Int(position) & (entries.count - 1)
    return entries[place].position == position && entries[place].channel == channel ? place : nil
  }

  @inline(__always)
  subscript(place: Int) -> Entry {
    _read { yield entries[place] }
  }

  /// Writes the texts of a position.
  /// - Parameters:
  ///   - boardPoint: where it is on the board.
  ///   - millimetres: from the lower bound of the axis, if the device tells its size.
  /// - Returns: where they are.
  @inline(never)
  mutating func keep(_ position: Int32, on channel: UInt8, boardPoint: Double, millimetres: Double?) -> Int {
    growIfFull()
    var entry = Entry(position: position, channel: channel)
    // Greater ones need not fit, nor do they come.
    if boardPoint.magnitude < 1_000_000 {
      entry.boardPoint = boardPoint
      (entry.board, entry.boardCount) = Self.text { DecimalDigits.write(boardPoint, Thousandths.self, at: $0) }
    }
    if let millimetres {
      (entry.millimetres, entry.millimetreCount) = Self.text {
        DecimalDigits.write(millimetres, TenThousandths.self, at: $0)
      }
    }
    (entry.device, entry.deviceCount) = Self.text { DecimalDigits.write(Int(position), at: $0) }
    let place = Int(position) & (entries.count - 1)
    entries[place] = entry
    return place
  }

  /// A short recording needs few entries, and making many takes longer than its rows.
  private mutating func growIfFull() {
    misses += 1
    guard misses > entries.count, entries.count < Self.limit else { return }
    misses = 0
    entries = [Entry](repeating: Entry(), count: entries.count * 4)
  }

  /// - Parameter write: writes at most a block, and returns where the text ends.
  @inline(__always)
  private static func text(
    _ write: (UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
  ) -> (TableRoom.Block, UInt8) {
    let size = TableRoom.Block.scalarCount
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + TableRoom.slack) { bytes in
      guard let start = bytes.baseAddress else { return (TableRoom.Block(), 0) }
      bytes.initialize(repeating: 0)
      let count = write(start) - start
      return (UnsafeRawPointer(start).loadUnaligned(as: TableRoom.Block.self), UInt8(truncatingIfNeeded: count))
    }
  }
}
