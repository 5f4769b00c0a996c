import TouchReelInputEvents
import TouchReelRecordings
package import TouchReelTouchTracking

/// What has a line or a row of its own in a plot: a slot of a device, or a tool of a pen.
package struct PlotLane: Hashable, Comparable, Sendable {
  /// The device's number, as people call it.
  package let device: Int
  package let slot: Slot
  /// `nil` for a finger.
  package let tool: TouchTool?
  /// Whether it is of what hovers, not of touches.
  package let isOfHover: Bool

  init(of touch: Touch, _ numbers: DeviceNumbers) {
    self.init(device: numbers[touch.device], touch.slot, touch.tool, isOfHover: false)
  }

  init(of hover: HoverEvent, _ numbers: DeviceNumbers) {
    self.init(device: numbers[hover.device], hover.slot, hover.sample.tool, isOfHover: true)
  }

  private init(device: Int, _ slot: Slot, _ tool: TouchTool, isOfHover: Bool) {
    (self.device, self.slot, self.isOfHover) = (device, slot, isOfHover)
    self.tool = tool.isPen ? tool : nil
  }

  var name: String { (tool?.rawValue ?? "slot \(slot.rawValue)") + (isOfHover ? ", hovering" : "") }

  package static func < (left: PlotLane, right: PlotLane) -> Bool { left.order < right.order }

  private var order: (Int, Slot, String, Int) { (device, slot, tool?.rawValue ?? "", isOfHover ? 1 : 0) }
}

/// The lanes of a recording, in the order in which touches began on them.
struct PlotLanes: Sendable {
  /// More are not shown: a file may name any number of slots.
  static let limit = 64

  private(set) var all: [PlotLane] = []
  /// Touches of lanes beyond the limit.
  private(set) var leftOutCount = 0
  private var indices: [PlotLane: Int] = [:]
  /// The lane of the touch that was met last, so that few steps need a search.
  private var latest: (touch: Touch.ID, index: Int)?

  /// The index of a touch's lane, which is new if need be; `nil` if there are too many.
  @inline(__always)
  mutating func index(of touch: Touch, _ numbers: DeviceNumbers) -> Int? {
    if let latest, latest.touch == touch.id { return latest.index }
    latest = index(of: PlotLane(of: touch, numbers)).map { (touch.id, $0) }
    return latest?.index
  }

  mutating func index(of lane: PlotLane) -> Int? {
    if let index = indices[lane] { return index }
    guard all.count < Self.limit else { return nil }
    indices[lane] = all.count
    all.append(lane)
    return all.count - 1
  }

  mutating func leaveOut() { leftOutCount += 1 }
}

extension TouchTool {
  var isPen: Bool { self == .pen || self == .eraser }
}
