import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelTouchTracking

/// W3: a board on which ten strokes grow over many finished ones.
final class CrowdedBoard {
  private var board: Board
  private var growing: [BoardStroke]
  private var damage: Damage
  private var target: PixelBuffer
  private static let pointsPerTurn = 500

  init(_ size: PixelSize, finished: Int) throws {
    board = try .forBenchmarks(size)
    damage = Damage(size: size)
    target = PixelBuffer(size: size)
    try board.draw(BenchmarkStroke.all(count: finished), from: 100)
    growing = BenchmarkStroke.all(count: 10, points: 4000).enumerated().map { BoardStroke($1, number: $0) }
    for _ in 0..<1000 { for index in growing.indices { board.handle(growing[index].step()) } }
    show()
  }

  /// The mean time that one more point takes until it is composited, in nanoseconds.
  func timePerPoint() -> Double { nanoseconds { grow(by: Self.pointsPerTurn) } / Double(Self.pointsPerTurn) }

  func grow(by points: Int) {
    for point in 0..<points {
      board.handle(growing[point % growing.count].step())
      show()
    }
  }

  private func show() {
    board.drainDamage(into: &damage)
    target.withTarget { board.compose(damage, into: $0) }
  }
}

extension Workload {
  static func points(_ peers: Peers) throws -> [Workload] {
    try [PixelSize.fullHD, .ultraHD].map { size in
      let board = try CrowdedBoard(size, finished: 500)
      let goal = size == .ultraHD ? Goal.ratioAtLeast(500) : .none
      let row = Workload("W3 one more point, \(size.label)", .microseconds, goal: goal) { board.timePerPoint() / 1e3 }
      return row.againstRedrawing(size, peers)
    } + [emptyBoard()]
  }

  /// Beside one more point of a stroke drawn by Cairo: a copy of the picture, and the whole stroke.
  func againstRedrawing(_ size: PixelSize, _ peers: Peers) -> Workload {
    guard let again = peers.measure("Cairo", "again \(size.label)") else { return self }
    let scale = unit == .microseconds ? 1e3 : 1e6
    return against("Cairo, copy and redraw") { try again() / scale }
  }

  /// Beside all strokes of W1 drawn by Cairo: a yardstick for milliseconds that a machine's load does not move.
  func againstW1(_ peers: Peers) -> Workload {
    guard let measure = peers.measure("Cairo", "w1") else { return self }
    return against("Cairo, W1") { try measure() / 1e6 }
  }

  /// What is drawn already should not count.
  private static func emptyBoard() throws -> Workload {
    let board = try CrowdedBoard(.ultraHD, finished: 0)
    return Workload("W3 one more point, 4K, nothing finished", .microseconds) { board.timePerPoint() / 1e3 }
  }
}
