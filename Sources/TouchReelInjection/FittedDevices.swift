import TouchReelInputEvents
import TouchReelRecordings
import TouchReelReplaying
import TouchReelTouchTracking

/// Which recorded devices are replayed, and what becomes of them on the way into others.
struct FittedDevices {
  /// The opening of each device, as it was opened first and as its surface is stated to be.
  let openings: [DeviceOpening]
  /// When the replay ends; `nil` for the recording's end.
  let end: Timestamp?
  /// Whether events change; if not, nodes have to match.
  let isFitted: Bool
  let target: DeviceDescription?
  private let fit: FitOptions
  private let options: InjectionOptions

  init(_ facts: RecordingFacts, _ options: InjectionOptions) throws(InjectionError) {
    // What is down is lifted with the last frame, however much later the span ends.
    let end = facts.bound(options.end).flatMap { $0 <= facts.end ? $0 : nil }
    try self.init(facts.firstOpenings, until: end, options)
  }

  /// - Parameters:
  ///   - all: the recorded devices.
  ///   - end: `nil` for the recording's end.
  init(_ all: [DeviceOpening], until end: Timestamp?, _ options: InjectionOptions) throws(InjectionError) {
    for name in options.devices where !all.contains(where: { $0.answers(to: name) }) {
      throw .noDevice(name, recorded: all)
    }
    openings = all.filter { opening in options.devices.isEmpty || options.devices.contains(where: opening.answers) }
      .map { DeviceOpening(number: $0.number, description: options.stated.stated(in: $0.description)) }
    guard options.nodes.isEmpty || options.nodes.count == openings.count else {
      throw .deviceCount(recorded: openings.map(\.description.name), nodes: options.nodes.count)
    }
    self.end = end
    fit = options.fit ?? FitOptions()
    target = options.target
    isFitted = options.target != nil || (options.fit != nil && !options.nodes.isEmpty) || fit.movesPositions
    self.options = options
    let wantsPositions = fit.movesPositions || options.stated.statesSurface
    guard !wantsPositions || openings.contains(where: { $0.description.hasPositions }) else { throw .nothingToMove }
  }

  /// - Parameters:
  ///   - other: the device that it is fitted on; `nil` for one like the recorded device.
  ///   - name: what errors call that.
  func fit(
    _ opening: DeviceOpening, on other: DeviceDescription?, called name: String? = nil
  ) throws(InjectionError) -> FittedOpening {
    guard isFitted else { return FittedOpening(opening: opening) }
    let name = name ?? other?.name ?? opening.description.name
    guard !opening.description.hasGuessedPositions else {
      throw .unknownRange(device: opening.description.name, target: name)
    }
    do throws(FitError) {
      var fit = try DeviceFit(opening.description, on: other, fit)
      let description = fit.start(opening.description)
      return FittedOpening(
        opening: DeviceOpening(number: opening.number, description: description), losses: fit.losses,
        additions: fit.additions)
    } catch {
      switch error {
      case .unlike(let reason): throw .unlike(target: name, device: opening.description.name, reason: reason)
      case .outside(let x, let y): throw .areaOutside(target: name, x: x, y: y)
      }
    }
  }

  /// - Parameter targets: by number, what each device was fitted on.
  func changes(fitting targets: [Int: DeviceDescription?], tally: FitTally) -> InjectionChanges {
    InjectionChanges(
      end: end, devices: options.devices, stated: options.stated,
      fitting: targets.isEmpty ? nil : DeviceFitting(targets, fit, tally: tally))
  }
}

extension InjectionOptions {
  /// A rotation moves the touches instead of being a fact of the device.
  fileprivate var stated: SurfaceMapping.Options {
    var stated = surface
    stated.rotation = nil
    return stated
  }
}

/// A recorded device as it is replayed.
struct FittedOpening {
  var opening: DeviceOpening
  /// What is left out of it, one line a kind.
  var losses: [String] = []
  /// What is made up for it, one line an axis.
  var additions: [String] = []
}

/// What happens to the entries of a recording on their way into the kernel.
struct InjectionChanges: Sendable {
  /// `nil` for the recording's end.
  let end: Timestamp?
  let devices: [String]
  let stated: SurfaceMapping.Options
  let fitting: DeviceFitting?

  var transforms: [any EntryTransform] {
    var transforms: [any EntryTransform] = []
    if !devices.isEmpty {
      transforms.append(DeviceFilter { [devices] opening in devices.contains(where: opening.answers) })
    }
    if let end { transforms.append(TimeCut(before: end)) }
    if stated.statesSurface { transforms.append(StatedSurface(stated, file: "the recording")) }
    if let fitting { transforms.append(fitting) }
    return transforms
  }
}

extension RecordingFacts {
  /// The first opening of each device.
  fileprivate var firstOpenings: [DeviceOpening] {
    var seen: Set<Int> = []
    return devices.filter { seen.insert($0.opening.number).inserted }.map {
      DeviceOpening(number: $0.opening.number, description: $0.description)
    }
  }
}

extension DeviceDescription {
  /// Whether the ends of its surface are only those of its touches, so that no touch has a known position on it.
  fileprivate var hasGuessedPositions: Bool { hasPositions && !isComplete && !hasOwnRanges }
}
