import Testing
import TouchReelCanvas
import TouchReelTouchTracking

@testable import TouchReelDrawingBoard
@testable import TouchReelDrawings

/// Strokes along rulers and protractors.
struct GuideTests {
  private let ruler = Guide(.ruler, at: BoardPoint(x: 100, y: 100), angle: 0, size: 40, reach: 10)
  private let protractor = Guide(.protractor, at: BoardPoint(x: 100, y: 100), angle: 0, size: 120, reach: 10)

  private func points(_ guide: Guide?, _ path: [(Double, Double)], _ tool: Tool = .pencil) throws -> [BoardPoint] {
    let moves = path.dropFirst().map { move(1, to: $0) }
    let bench = try Bench(
      width: 300, height: 300,
      [.set(\.guide, guide), .set(\.tool, tool), .set(\.smoothing, .none), down(1, at: path[0])] + moves + [up(1)])
    switch bench.board.operations.first {
    case .add(.pen(let pen)): return pen.path.runs.flatMap { $0.map(\.point) }
    case .add(.line(let line)): return [line.start, line.end]
    default: return []
    }
  }

  @Test func `A stroke that begins near an edge of a ruler lies on it`() throws {
    let path = [(20.0, 125.0), (80, 140), (150, 90), (260, 118)]
    let drawn = try points(ruler, path)
    #expect(drawn.map(\.y) == [120, 120, 120, 120] && drawn.map(\.x) == [20, 80, 150, 260])
    let above = try points(ruler, path.map { ($0.0, $0.1 - 40) })
    #expect(above.allSatisfy { $0.y == 80 })
  }

  @Test func `A stroke that begins elsewhere is free, and a line has both ends on the edge`() throws {
    let path = [(20.0, 160.0), (80, 120), (260, 118)]
    #expect(try points(ruler, path) == points(nil, path))
    let line = try points(ruler, [(20, 125), (80, 170), (260, 150)], .line)
    #expect(line == [BoardPoint(x: 20, y: 120), BoardPoint(x: 260, y: 120)])
  }

  @Test(arguments: [15.0, -37.5, 90, 181, 720.25])
  func `A ruler may lie at any angle`(_ angle: Double) throws {
    var guide = ruler
    guide.angle = angle
    let direction = BoardDirection(degrees: angle)
    let start = BoardPoint(x: 100 - direction.y * 22, y: 100 + direction.x * 22)
    let drawn = try points(guide, [(start.x, start.y), (start.x + 40, start.y + 30), (180, 60)])
    for point in drawn { #expect(abs(direction.across(from: guide.center, to: point) - 20) < 0.01) }
  }

  @Test func `A stroke from the centre of a protractor goes at a multiple of 5 degrees`() throws {
    let drawn = try points(protractor, [(103, 101), (104, 102), (150, 131), (190, 130), (40, 90)])
    #expect(drawn.first == protractor.center)
    let direction = BoardDirection(degrees: 30)
    for point in drawn {
      #expect(abs(direction.across(from: protractor.center, to: point)) < 0.01)
      #expect(direction.along(from: protractor.center, to: point) > -0.01)
    }
  }

  @Test func `A stroke at the rim of a protractor goes round`() throws {
    let drawn = try points(protractor, [(165, 100), (150, 150), (100, 170), (100, 100)])
    for point in drawn.dropLast() {
      let (dx, dy) = (point.x - 100, point.y - 100)
      #expect(abs((dx * dx + dy * dy).squareRoot() - 60) < 0.01)
    }
  }

  @Test func `A guide of numbers that are none is refused`() throws {
    var board = try Board(size: BoardSize(width: 100, height: 100))
    for guide in [
      Guide(.ruler, at: BoardPoint(x: .nan, y: 0), angle: 0, size: 1, reach: 1),
      Guide(.ruler, at: BoardPoint(x: 0, y: 0), angle: .infinity, size: 1, reach: 1),
    ] {
      #expect(throws: BoardError.unusableWidth) { try board.handle(.set(\.guide, guide)) }
    }
    #expect(board.settings.guide == nil)
  }
}
