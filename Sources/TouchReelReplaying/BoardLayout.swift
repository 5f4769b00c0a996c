public import TouchReelInputEvents
public import TouchReelTouchTracking

/// Which device gives the board its shape, and how each is mapped to it.
public struct BoardLayout: Sendable {
  /// What a scan found of one opening of a device.
  package struct Candidate: Sendable {
    /// The description, as the recording has it, or inferred from the events.
    package var description: DeviceDescription
    package var touches: Int

    package init(description: DeviceDescription, touches: Int) {
      self.description = description
      self.touches = touches
    }
  }

  /// The board, in points.
  public private(set) var board: BoardSize
  /// How far from the board positions may lie; `nil` for its own extent.
  private var reach: BoardSize?
  /// The descriptions by channel, in the order of opening.
  public private(set) var descriptions: [DeviceDescription]
  private var options: SurfaceMapping.Options
  private let hasStatedOptions: Bool
  private let hasStatedSize: Bool
  /// What the user should know of how the board came about.
  public let warnings: [String]
  /// The device that gives the board its shape.
  private let chosen: DeviceDescription

  /// - Parameters:
  ///   - candidates: by channel.
  ///   - recorded: the size that the recording itself gives its board, in points.
  ///   - aspect: width to height of the board; the chosen device's where there is none.
  ///   - width: of the board where the aspect is the device's, in points.
  ///   - options: what the user states of the surface.
  package init(
    _ candidates: [Candidate], recorded: BoardSize? = nil, aspect: BoardSize? = nil, width: Double = 1920,
    options: SurfaceMapping.Options = SurfaceMapping.Options()
  ) {
    let candidates = candidates.map {
      Candidate(description: options.stated(in: $0.description), touches: $0.touches)
    }
    let chosen = Self.chosen(of: candidates)
    let device = chosen.map { candidates[$0].description } ?? DeviceDescription()
    let natural = SurfaceMapping.defaultBoard(for: device, width: width, options: options)
    let size = Self.board(recorded ?? natural.size, grownTo: aspect)
    board = size
    self.chosen = device
    descriptions = candidates.map(\.description)
    self.options = options
    // What the user states holds against the recording.
    hasStatedSize = aspect != nil
    hasStatedOptions = options != SurfaceMapping.Options()
    warnings =
      Self.warnings(chosen.map { candidates[$0] }, natural: natural, options: options)
      + options.warnings(of: descriptions)
  }

  /// How a device lies on the board; by the board alone for a channel that the recording does not have.
  public func mapping(of channel: DeviceChannel) -> SurfaceMapping {
    let known = descriptions.indices.contains(channel.rawValue)
    let device = known ? descriptions[channel.rawValue] : DeviceDescription()
    // What a recording says of its devices is of those that have to be fitted.
    let isPartOfBoard = device.unitsPerPoint != nil && !hasStatedOptions
    return SurfaceMapping(
      device: device, board: board, options: isPartOfBoard ? SurfaceMapping.Options() : options, reach: reach)
  }

  /// How many board points a millimetre of the board's own device covers; `nil` if it does not report its size.
  public var pointsPerMillimetre: Double? {
    let resolutions = [EventCode.positionX, .x].lazy.compactMap { chosen.axes[$0]?.resolution }
    guard let resolution = resolutions.first(where: { $0 > 0 }) else { return nil }
    let mapping = SurfaceMapping(device: chosen, board: board, options: options)
    let (origin, beside) = (DevicePoint(x: 0, y: 0), DevicePoint(x: resolution, y: 0))
    let length = mapping.distance(from: origin, to: beside)
    return length > 0 && length.isFinite ? length : nil
  }

  /// A device is opened that no scan has seen, as in a recording that is just being made.
  mutating func describe(_ channel: DeviceChannel, as description: DeviceDescription) {
    // What the recording says of its devices is no statement of the user's.
    let stated = hasStatedOptions ? options.stated(in: description) : description
    if channel.rawValue == descriptions.count { descriptions.append(stated) }
  }

  mutating func forgetOpenings(after count: Int) {
    descriptions.removeLast(max(descriptions.count - count, 0))
  }

  /// The recording maps its devices otherwise from here.
  mutating func map(by recorded: SurfaceMapping.Options) {
    if !hasStatedOptions { options = recorded }
  }

  /// The recording's board gets another size.
  /// - Returns: whether it does; a stated size holds.
  mutating func resize(to size: BoardSize) -> Bool {
    if !hasStatedSize { (board, reach) = (size, nil) }
    return !hasStatedSize
  }

  /// A page of another size is shown, on which the devices lie then.
  ///
  /// - Parameter reach: how far from it positions may lie; `nil` for its own extent.
  mutating func show(_ page: BoardSize, reach: BoardSize?) { (board, self.reach) = (page, reach) }

  /// The direct device with most touches, else the one with most; the first of equals.
  private static func chosen(of candidates: [Candidate]) -> Int? {
    func rank(_ index: Int) -> (Int, Int) {
      let kind = candidates[index].description.kind
      let isDirect = kind == .touchscreen || candidates[index].description.hasProperty(.direct)
      let touches = candidates[index].touches
      return (touches == 0 ? 0 : isDirect ? 2 : 1, touches)
    }
    return candidates.indices.max { rank($0) < rank($1) }
  }

  /// The natural board, widened or heightened to the proportions asked for: the drawing keeps its size and lies in the
  /// middle.
  private static func board(_ natural: BoardSize, grownTo aspect: BoardSize?) -> BoardSize {
    guard let aspect else { return natural }
    let scale = min(aspect.width / natural.width, aspect.height / natural.height)
    return BoardSize(width: aspect.width / scale, height: aspect.height / scale)
  }

  private static func warnings(
    _ chosen: Candidate?, natural: SurfaceMapping.DefaultBoard, options: SurfaceMapping.Options
  ) -> [String] {
    guard let chosen, chosen.touches > 0 else { return [] }
    if !chosen.description.isComplete && !chosen.description.hasOwnRanges && options.range == nil {
      return [
        "no axis ranges: the board is the extent of the touches grown by 2 %; --range X0,X1,Y0,Y1 gives the device's"
      ]
    }
    return natural.isAdjusted ? ["the device's proportions are not usable; the board has others"] : []
  }
}

extension SurfaceMapping.Options {
  /// What to warn of in the recorded facts that these options use: each malformed one, once a device.
  func warnings(of devices: [DeviceDescription]) -> [String] {
    var warnings: [String] = []
    for device in devices {
      for fact in device.malformedSurfaceFacts {
        guard let option = option(insteadOf: fact) else { continue }
        let name = device.name.isEmpty ? "a device" : device.name.printableName
        let warning = "\(fact) of \(name) is malformed and has no effect; state it with \(option)"
        if !warnings.contains(warning) { warnings.append(warning) }
      }
    }
    return warnings
  }

  /// `nil` if the fact is not used.
  private func option(insteadOf fact: String) -> String? {
    switch fact {
    case DeviceDescription.calibrationFact: calibration == nil ? "--calibration" : nil
    case DeviceDescription.rotationFact: rotation == nil ? "--rotate" : nil
    default: nil
    }
  }
}

/// Rules of touches that hold whatever a recording's `/board` says; those that are `nil` are the recording's, or the
/// usual ones.
public struct TouchRuleOverrides: Hashable, Sendable {
  /// What becomes of palms.
  public var palms: TouchRules.Palms?
  /// What becomes of fingers while a pen is near.
  public var penOverTouch: TouchRules.PenOverTouch?
  /// The palm size, in millimetres; see `TouchRules.palmSize`.
  public var palmSize: Double?

  /// Rules that hold instead of the recording's; palms are in millimetres.
  public init(palms: TouchRules.Palms? = nil, penOverTouch: TouchRules.PenOverTouch? = nil, palmSize: Double? = nil) {
    self.palms = palms
    self.penOverTouch = penOverTouch
    self.palmSize = palmSize
  }

  /// - Parameter recorded: the rules that the recording has.
  package func applied(to recorded: TouchRules = TouchRules()) -> TouchRules {
    TouchRules(
      palms: palms ?? recorded.palms, penOverTouch: penOverTouch ?? recorded.penOverTouch,
      palmSize: palmSize ?? recorded.palmSize)
  }
}
