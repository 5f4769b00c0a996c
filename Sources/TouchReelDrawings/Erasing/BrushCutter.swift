import TouchReelClampedNumbers
import TouchReelTouchTracking

/// What a kind of file needs of the pieces into which an eraser cuts strokes.
package struct CutRules: Hashable, Sendable {
  /// The least part of its widest place to which a stroke can thin out.
  package var leastShare = 0.0
  /// How much the radius may change from sample to sample, in board points.
  package var radiusStep = Double.infinity
  /// The radius of every stroke where a file has no widths.
  package var evenRadius: Double?
  /// How much it counts which sample of a stroke is where, in board points for each sample: for strokes with times.
  package var sampleWeight = 0.0
  /// Whether areas can be filled.
  package var hasInsides = false

  package init() {}
}

/// Cuts what erasers have taken away out of a brush's run.
///
/// Wherever an eraser is near, the run is looked at every half point: of the line across it, each part that is left
/// gets the largest disc that touches neither the stroke's edge nor the eraser. Discs that follow on each other make a
/// piece, which thins out where an eraser has gone along the stroke, and ends round before one that has crossed it.
struct BrushCutter {
  /// A disc, and the part of the line across the stroke that it is in.
  private struct Disc {
    var node: BrushNode
    var span: ClosedRange<Double>
  }

  private struct Strip {
    var nodes: [BrushNode]
    var span: ClosedRange<Double>
  }

  private let rules: CutRules
  private let most: Double
  private let least: Double
  private var open: [Strip] = []
  private var finished: [[BrushNode]] = []
  private var isCut = false
  /// How far apart the run is looked at.
  private let step: Double

  private static let step = 0.5
  private static let mostSteps = 100_000.0

  /// What is left of a run; `nil` if that is all of it.
  static func rest(of run: [BrushNode], without area: ErasedArea, _ rules: CutRules) -> [[BrushNode]]? {
    guard let first = run.first else { return nil }
    var cutter = BrushCutter(run, rules)
    let normal = run.count > 1 ? run[0].normal(to: run[1]) : nil
    cutter.add(first, normal, area.near(first.point.square(cutter.most)))
    for (start, end) in zip(run, run.dropFirst()) {
      cutter.goOn(from: start, to: end, start.normal(to: end), area)
    }
    guard cutter.isCut else { return nil }
    let pieces = cutter.finished + cutter.open.map(\.nodes)
    return pieces.flatMap { cutter.parts(of: $0) }
      .map { $0.simplified(step: rules.radiusStep, sample: rules.sampleWeight) }
  }

  private init(_ run: [BrushNode], _ rules: CutRules) {
    self.rules = rules
    most = run.lazy.map(\.radius).reduce(0) { max($0, $1) }
    // What is thinner is a rim that nobody sees.
    least = min(0.4, most / 2)
    let length = zip(run, run.dropFirst()).reduce(0) { $0 + $1.0.point.distance(to: $1.1.point) }
    step = max(Self.step, length / Self.mostSteps)
  }

  private mutating func goOn(
    from start: BrushNode, to end: BrushNode, _ normal: BoardPoint?, _ area: ErasedArea
  ) {
    let near = area.near(BoardRect(from: start.point, to: end.point).outset(by: most))
    if near.isEmpty || start.point.distance(to: end.point) <= step { return add(end, normal, near) }
    let middle = start.toward(end, by: 0.5)
    goOn(from: start, to: middle, normal, near)
    goOn(from: middle, to: end, normal, near)
  }

  private mutating func add(_ node: BrushNode, _ normal: BoardPoint?, _ area: ErasedArea) {
    guard !area.isEmpty, area.clearance(at: node.point) < node.radius else {
      return add([Disc(node: node, span: -node.radius...node.radius)])
    }
    isCut = true
    add(discs(across: node, normal ?? area.direction(at: node.point), area))
  }

  // MARK: Across

  /// The largest disc in each part that is left of the line across a stroke.
  private func discs(across node: BrushNode, _ normal: BoardPoint, _ area: ErasedArea) -> [Disc] {
    let line = CrossLine(node: node, normal: normal, area: area)
    return line.parts.map { part in
      let best = line.best(in: part)
      let center = node.point.moved(normal, by: line.offset(best.place))
      let disc = BrushNode(center, radius: best.room, position: node.position)
      return Disc(node: disc, span: line.offset(Double(part.lowerBound))...line.offset(Double(part.upperBound)))
    }.filter { $0.node.radius >= min(least, node.radius / 2) }
  }

  // MARK: Along

  /// Goes on with the pieces whose part of the stroke they are in, and begins new ones where that has been divided, or
  /// several have become one.
  private mutating func add(_ discs: [Disc]) {
    var next: [Strip] = []
    var isContinued = Array(repeating: false, count: open.count)
    for disc in discs {
      let before = open.indices.filter { open[$0].span.overlaps(disc.span) }
      let isOnly = before.count == 1 && discs.count { $0.span.overlaps(open[before[0]].span) } == 1
      if isOnly {
        isContinued[before[0]] = true
        // Moved, not copied: a strip has as many nodes as the stroke has steps.
        var nodes: [BrushNode] = []
        swap(&nodes, &open[before[0]].nodes)
        nodes.append(disc.node)
        next.append(Strip(nodes: nodes, span: disc.span))
      } else {
        next.append(Strip(nodes: [disc.node], span: disc.span))
      }
    }
    finished += zip(open, isContinued).filter { !$0.1 }.map(\.0.nodes)
    open = next
  }

  /// A piece as the kind of file can hold it.
  private func parts(of nodes: [BrushNode]) -> [[BrushNode]] {
    if let even = rules.evenRadius {
      return nodes.split { $0.radius < min(even, most) * 0.95 }.map(Array.init)
    }
    guard rules.leastShare > 0 else { return [nodes] }
    var parts: [[BrushNode]] = []
    var rest = [nodes]
    while let part = rest.popLast() {
      let limit = part.lazy.map(\.radius).reduce(0) { max($0, $1) } * rules.leastShare
      let wide = part.split { $0.radius < limit }.map(Array.init)
      guard wide.count != 1 || wide[0].count != part.count else {
        parts.append(part)
        continue
      }
      rest += wide + part.split { $0.radius >= limit }.map(Array.init)
    }
    return parts
  }
}

/// The line across a stroke, from edge to edge, in steps of half a point.
private struct CrossLine {
  let node: BrushNode
  let normal: BoardPoint
  let area: ErasedArea

  private var steps: Int { min(max(Int(clamping: (node.radius * 4).rounded(.up)), 4), 512) }

  /// How far a step is from the middle of the stroke.
  func offset(_ step: Double) -> Double { (step / Double(steps) * 2 - 1) * node.radius }

  private func clearance(_ step: Double) -> Double { area.clearance(at: node.point.moved(normal, by: offset(step))) }

  /// The radius of the largest disc around a step.
  private func room(_ step: Double) -> Double { min(node.radius - abs(offset(step)), clearance(step)) }

  /// The steps that are left, part by part.
  var parts: [ClosedRange<Int>] {
    let left = (0...steps).filter { clearance(Double($0)) > 0 }
    return left.reduce(into: []) { parts, step in
      if let last = parts.last, last.upperBound == step - 1 {
        parts[parts.count - 1] = last.lowerBound...step
      } else {
        parts.append(step...step)
      }
    }
  }

  /// The place with most room; of several such steps, the one in the middle of the stroke.
  func best(in part: ClosedRange<Int>) -> (place: Double, room: Double) {
    var best = (place: Double(part.lowerBound), room: room(Double(part.lowerBound)))
    for step in part.dropFirst().map(Double.init) {
      let room = room(step)
      let isNearer = abs(offset(step)) < abs(offset(best.place))
      if room > best.room || room == best.room && isNearer { best = (step, room) }
    }
    for finer in [0.5, 0.25, 0.125, 0.0625] {
      for place in [best.place - finer, best.place + finer] where room(place) > best.room + 1e-9 {
        best = (place, room(place))
      }
    }
    return best
  }
}

extension BrushNode {
  /// A unit vector across the way to another node; `nil` if there is no way.
  fileprivate func normal(to other: BrushNode) -> BoardPoint? {
    let length = point.distance(to: other.point)
    guard length > 0 else { return nil }
    return BoardPoint(x: (point.y - other.point.y) / length, y: (other.point.x - point.x) / length)
  }
}

extension BoardPoint {
  fileprivate func moved(_ direction: BoardPoint, by distance: Double) -> BoardPoint {
    BoardPoint(x: x + direction.x * distance, y: y + direction.y * distance)
  }

  fileprivate func square(_ reach: Double) -> BoardRect { BoardRect(from: self, to: self).outset(by: reach) }
}

extension ErasedArea {
  /// A unit vector away from what was erased.
  fileprivate func direction(at point: BoardPoint) -> BoardPoint {
    let step = 0.01
    func rise(_ x: Double, _ y: Double) -> Double {
      clearance(at: BoardPoint(x: point.x + x, y: point.y + y))
        - clearance(at: BoardPoint(x: point.x - x, y: point.y - y))
    }
    let (x, y) = (rise(step, 0), rise(0, step))
    let length = (x * x + y * y).squareRoot()
    return length > 0 ? BoardPoint(x: x / length, y: y / length) : BoardPoint(x: 1, y: 0)
  }
}
