import TouchReelInputEvents
import TouchReelReplaying
import TouchReelTouchTracking

/// Any range, resolution, calibration and rotation, and any board: positions come out on or around the board, and the
/// corners of an uncalibrated surface on its edges. The words of the command line for them are read or refused.
func fuzzSurface(_ bytes: [UInt8]) {
  var feed = ByteFeed(bytes)
  checkWords(feed)
  let flags = feed.byte()
  let device = device(&feed, isMultitouch: flags & 1 == 0)
  var options = SurfaceMapping.Options(
    fit: flags & 2 == 0 ? .aspect : .stretch, rotation: QuarterTurn.allCases[Int(flags >> 2 & 3)])
  if flags & 16 != 0 { options.calibration = calibration(&feed) }
  if flags & 32 != 0 {
    let (x, y) = ((feed.int32(), feed.int32()), (feed.int32(), feed.int32()))
    options.range = DeviceRange(x: min(x.0, x.1)...max(x.0, x.1), y: min(y.0, y.1)...max(y.0, y.1))
  }
  let natural = SurfaceMapping.defaultBoard(for: device, options: options).size
  require(natural.width == 1920 && (1...20000).contains(natural.height), "a board of \(natural)")
  let stated = BoardSize(width: Double(feed.int16()).magnitude + 1, height: Double(feed.int16()).magnitude + 1)
  for board in [natural, stated] {
    let mapping = SurfaceMapping(device: device, board: board, options: options)
    checkPoints(mapping, on: board, [DevicePoint(x: feed.int32(), y: feed.int32()), DevicePoint(x: .min, y: .max)])
    // A surface that is part of a board is not fitted to it.
    if options.calibration == nil, device.unitsPerPoint == nil {
      checkCorners(mapping, of: options.range ?? DeviceRange(of: device), on: board, options)
    }
  }
  checkPlan(device, options)
}

private func device(_ feed: inout ByteFeed, isMultitouch: Bool) -> DeviceDescription {
  var device = DeviceDescription()
  let codes: [EventCode] = isMultitouch ? [.positionX, .positionY] : [.x, .y]
  for code in codes {
    device.axes[code] = AbsoluteAxis(minimum: feed.int32(), maximum: feed.int32(), resolution: feed.int32())
  }
  if feed.byte() == 7 { device.udev[DeviceDescription.unitsPerPointFact] = feed.text(6) }
  return device
}

/// Six numbers: of any bits if the first byte says so, else between −8 and 8.
private func calibration(_ feed: inout ByteFeed) -> CalibrationMatrix {
  let isAny = feed.byte() == 0
  func number() -> Double { isAny ? feed.double() : Double(feed.int16()) / 4096 }
  return CalibrationMatrix(a: number(), b: number(), c: number(), d: number(), e: number(), f: number())
}

private func checkPoints(_ mapping: SurfaceMapping, on board: BoardSize, _ points: [DevicePoint]) {
  for point in points {
    let found = mapping.boardPoint(of: point)
    require(
      (-board.width...(2 * board.width)).contains(found.x) && (-board.height...(2 * board.height)).contains(found.y),
      "\(point) lies at \(found), on a board of \(board)")
  }
}

/// The corners of the range lie on the board, and stretched in its corners.
private func checkCorners(
  _ mapping: SurfaceMapping, of range: DeviceRange?, on board: BoardSize, _ options: SurfaceMapping.Options
) {
  guard let range, range.x.count > 1, range.y.count > 1 else { return }
  let tolerance = max(board.width, board.height) * 1e-6
  for x in [range.x.lowerBound, range.x.upperBound] {
    for y in [range.y.lowerBound, range.y.upperBound] {
      let point = mapping.boardPoint(of: DevicePoint(x: x, y: y))
      require(
        (-tolerance...(board.width + tolerance)).contains(point.x)
          && (-tolerance...(board.height + tolerance)).contains(point.y),
        "the corner \(x),\(y) of \(range) lies at \(point), on a board of \(board)")
      guard options.fit == .stretch else { continue }
      let isCorner =
        min(point.x.magnitude, (point.x - board.width).magnitude) <= tolerance
        && min(point.y.magnitude, (point.y - board.height).magnitude) <= tolerance
      require(isCorner, "the corner \(x),\(y) of \(range), stretched, lies at \(point), on a board of \(board)")
    }
  }
}

private func checkPlan(_ device: DeviceDescription, _ options: SurfaceMapping.Options) {
  let plan = BoardLayout([BoardLayout.Candidate(description: device, touches: 1)], options: options)
  require(plan.board.width >= 1 && (1...20000).contains(plan.board.height), "a plan of \(plan.board)")
}

private func checkWords(_ feed: ByteFeed) {
  var feed = feed
  let text = feed.text(64)
  if let matrix = CalibrationMatrix(text) {
    let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
    let again = CalibrationMatrix(numbers.map { "\($0)" }.joined(separator: " "))
    require(numbers.allSatisfy(\.isFinite) && again == matrix, "\(text) is read as \(matrix)")
  }
  if let range = DeviceRange(text) {
    let again = DeviceRange("\(range.x.lowerBound),\(range.x.upperBound),\(range.y.lowerBound),\(range.y.upperBound)")
    require(again == range, "\(text) is read as \(range)")
  }
  if let time = ReplayTime(text) {
    let span = time.span(in: TimeSpan(nanoseconds: 10_000_000_000))
    require(span.nanoseconds >= 0, "\(text) is read as \(time), \(span.nanoseconds) ns")
  }
}
