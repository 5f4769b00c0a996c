public import TouchReelInputEvents

/// A map from a device's units to points of the board.
///
/// A position is normalised to 0…1 of the device's range, calibrated, turned, and fitted into the board: the least
/// value lies on the board's one edge and the greatest on the other. A position far outside of the range is held within
/// one board's extent around the board, so that no number that a file holds leads out of bounds later.
///
/// A surface that is part of a board (`DeviceDescription.unitsPerPoint`) is not fitted, unless the options want that:
/// its zero is the board's upper left corner.
public struct SurfaceMapping: Hashable, Sendable {
  /// How a device whose proportions are not the board's is placed on it.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// The device keeps its proportions and lies in the middle of the board.
    case aspect
    /// The device covers the board.
    case stretch
  }

  /// What holds instead of what a device says of itself.
  public struct Options: Hashable, Sendable {
    /// How a surface of other proportions lies on the board.
    public var fit: Fit
    /// Applied before the rotation; `nil` for the device's own, as recorded.
    public var calibration: CalibrationMatrix?
    /// `nil` for that of the device's screen, as recorded.
    public var rotation: QuarterTurn?
    /// Instead of what the device says.
    public var range: DeviceRange?
    /// Instead of what the device says.
    public var resolution: DeviceResolution?

    /// What holds instead of what the device says.
    public init(
      fit: Fit = .aspect, calibration: CalibrationMatrix? = nil, rotation: QuarterTurn? = nil,
      range: DeviceRange? = nil, resolution: DeviceResolution? = nil
    ) {
      self.fit = fit
      self.calibration = calibration
      self.rotation = rotation
      self.range = range
      self.resolution = resolution
    }
  }

  /// The size of the board, in points.
  public let board: BoardSize
  /// How far outside of it positions are held, in points.
  private let reach: BoardSize
  /// The device's least position.
  private let minimum: BoardPoint
  /// The map from device units above the least to board points.
  private let transform: CalibrationMatrix

  /// Where neither the device nor the options have a range, a device unit is a board point.
  ///
  /// - Parameters:
  ///   - device: what is mapped.
  ///   - board: on which it lies, in points.
  ///   - options: what holds instead of what the device says.
  ///   - reach: how far outside of the board positions are held, in points; `nil` for its own extent.
  public init(
    device: DeviceDescription, board: BoardSize, options: Options = Options(), reach: BoardSize? = nil
  ) {
    self.board = board
    self.reach = reach ?? board
    if let units = device.unitsPerPoint, options == Options() {
      minimum = BoardPoint(x: 0, y: 0)
      transform = CalibrationMatrix(a: 1 / units, b: 0, c: 0, d: 0, e: 1 / units, f: 0)
      return
    }
    let range = options.range ?? DeviceRange(of: device)
    minimum = BoardPoint(x: Double(range?.x.lowerBound ?? 0), y: Double(range?.y.lowerBound ?? 0))
    let extent = Self.extent(of: Self.proportions(of: device, options), in: board, fit: options.fit)
    let placed = CalibrationMatrix(
      a: extent.width, b: 0, c: (board.width - extent.width) / 2, d: 0, e: extent.height,
      f: (board.height - extent.height) / 2)
    transform = placed.after(options.rotation(of: device).matrix).after(options.calibration(of: device))
      .perUnit(width: Self.length(range?.x, or: board.width), height: Self.length(range?.y, or: board.height))
  }

  /// Where a position lies on the board, or outside of it as far as is allowed.
  @inline(__always)
  public func boardPoint(of point: DevicePoint) -> BoardPoint {
    let x = Double(point.x) - minimum.x
    let y = Double(point.y) - minimum.y
    return BoardPoint(
      x: Self.hold(transform.a * x + transform.b * y + transform.c, board.width, reach.width),
      y: Self.hold(transform.d * x + transform.e * y + transform.f, board.height, reach.height))
  }

  /// How far two positions lie apart on the board, in points, were they within it.
  public func distance(from start: DevicePoint, to end: DevicePoint) -> Double {
    let (x, y) = (Double(end.x) - Double(start.x), Double(end.y) - Double(start.y))
    let (dx, dy) = (transform.a * x + transform.b * y, transform.d * x + transform.e * y)
    return (dx * dx + dy * dy).squareRoot()
  }

  @inline(__always)
  private static func hold(_ value: Double, _ extent: Double, _ reach: Double) -> Double {
    // Written so that a NaN, which a hostile matrix could give, becomes a bound.
    min(max(-reach, value), extent + reach)
  }

  private static func length(_ range: ClosedRange<Int32>?, or extent: Double) -> Double {
    guard let length = range?.length, length > 0 else { return extent > 0 ? extent : 1 }
    return Double(length)
  }

  private static func extent(of proportions: BoardSize?, in board: BoardSize, fit: Fit) -> BoardSize {
    guard fit == .aspect, let proportions else { return board }
    let scale = min(board.width / proportions.width, board.height / proportions.height)
    return BoardSize(width: proportions.width * scale, height: proportions.height * scale)
  }
}

extension SurfaceMapping {
  /// The board that a device gives.
  public struct DefaultBoard: Hashable, Sendable {
    /// The size in board points.
    public var size: BoardSize
    /// The device's proportions were too extreme, or not known, and gave way.
    public var isAdjusted: Bool
  }

  /// A board of the device's proportions: millimetres where both axes have a resolution, else units. The height is
  /// rounded to whole points and clamped to 1…20000.
  ///
  /// - Parameters:
  ///   - device: whose board it is.
  ///   - width: in points, positive.
  ///   - options: rotation and calibration.
  public static func defaultBoard(
    for device: DeviceDescription, width: Double = 1920, options: Options = Options()
  ) -> DefaultBoard {
    guard let proportions = proportions(of: device, options) else {
      return DefaultBoard(size: BoardSize(width: width, height: (width * 9 / 16).rounded()), isAdjusted: true)
    }
    let height = (width * proportions.height / proportions.width).rounded()
    let clamped = min(max(height, 1), 20000)
    return DefaultBoard(size: BoardSize(width: width, height: clamped), isAdjusted: clamped != height)
  }

  /// The size of the surface as it lies on the board, in millimetres or units; `nil` if the range is not known.
  private static func proportions(of device: DeviceDescription, _ options: Options) -> BoardSize? {
    guard let range = options.range ?? DeviceRange(of: device) else { return nil }
    var (width, height) = (Double(max(range.x.length, 1)), Double(max(range.y.length, 1)))
    if let resolution = options.resolution ?? DeviceRange.axes(of: device).flatMap(DeviceResolution.init) {
      width /= Double(resolution.x)
      height /= Double(resolution.y)
    }
    let rotation = options.rotation(of: device)
    let isTurned = (rotation == .quarter || rotation == .threeQuarters) != options.calibration(of: device).swapsAxes
    return isTurned ? BoardSize(width: height, height: width) : BoardSize(width: width, height: height)
  }
}

/// How a recording says that a device lies on its screen: facts of its description.
extension DeviceDescription {
  /// The recorded calibration, on positions of 0…1. The identity if there is none, if it is malformed, and for
  /// touchpads, which libinput does not calibrate.
  package var calibration: CalibrationMatrix {
    kind == .touchpad ? .identity : udev[Self.calibrationFact].flatMap(CalibrationMatrix.init) ?? .identity
  }

  /// The recorded turn of the screen; upright if there is none, or it is not one of the four.
  package var rotation: QuarterTurn { udev[Self.rotationFact].flatMap(Self.rotation(in:)) ?? .upright }

  private static func rotation(in fact: String) -> QuarterTurn? { Int(fact).flatMap(QuarterTurn.init) }

  /// The names of the facts about the surface that are malformed, and have no effect.
  package var malformedSurfaceFacts: [String] {
    var facts: [String] = []
    if let text = udev[Self.calibrationFact], CalibrationMatrix(text) == nil { facts.append(Self.calibrationFact) }
    if let text = udev[Self.rotationFact], Self.rotation(in: text) == nil { facts.append(Self.rotationFact) }
    return facts
  }
}

extension SurfaceMapping.Options {
  func calibration(of device: DeviceDescription) -> CalibrationMatrix { calibration ?? device.calibration }
  func rotation(of device: DeviceDescription) -> QuarterTurn { rotation ?? device.rotation }
}

/// The rectangle of device units that a device's positions lie in.
public struct DeviceRange: Hashable, Sendable {
  /// Both bounds are positions of the device.
  public var x: ClosedRange<Int32>
  /// The least and the greatest y, in device units.
  public var y: ClosedRange<Int32>

  /// The ranges of both axes, in device units.
  public init(x: ClosedRange<Int32>, y: ClosedRange<Int32>) {
    self.x = x
    self.y = y
  }

  /// The range of `X0,X1,Y0,Y1`. `nil` if these are not four whole numbers of which each second is the greater.
  public init?(_ text: String) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    guard numbers.count == 4, let x0 = numbers[0], let x1 = numbers[1], let y0 = numbers[2], let y1 = numbers[3],
      x0 < x1, y0 < y1
    else { return nil }
    self.init(x: x0...x1, y: y0...y1)
  }

  /// The range of the multitouch axes, else of ABS_X and ABS_Y; `nil` if neither pair has a range. Ranges that are the
  /// wrong way round are turned.
  package init?(of device: DeviceDescription) {
    let pair = Self.axes(of: device)
    guard let x = pair?.x.orderedRange, let y = pair?.y.orderedRange else { return nil }
    self.init(x: x, y: y)
  }

  /// The pairs of axes that positions come in.
  package static let pairs: [(x: EventCode, y: EventCode)] = [(.positionX, .positionY), (.x, .y)]

  /// The pair of axes that say where contacts are.
  static func axes(of device: DeviceDescription) -> (x: AbsoluteAxis, y: AbsoluteAxis)? {
    for (x, y) in pairs {
      guard let x = device.axes[x], let y = device.axes[y] else { continue }
      if x.span != 0 && y.span != 0 { return (x, y) }
    }
    return nil
  }
}

extension AbsoluteAxis {
  /// `nil` if the range is empty.
  fileprivate var orderedRange: ClosedRange<Int32>? {
    minimum == maximum ? nil : min(minimum, maximum)...max(minimum, maximum)
  }
}

extension ClosedRange<Int32> {
  var length: Int64 { Int64(upperBound) - Int64(lowerBound) }
}
