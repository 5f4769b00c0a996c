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

  init(of touch: Touch, _ numbers: DeviceNumbers) {
    device = numbers[touch.device]
    slot = touch.slot
    tool = touch.tool.isPen ? touch.tool : nil
  }

  var name: String { tool?.rawValue ?? "slot \(slot.rawValue)" }

  package static func < (left: PlotLane, right: PlotLane) -> Bool {
    (left.device, left.slot, left.tool?.rawValue ?? "") < (right.device, right.slot, right.tool?.rawValue ?? "")
  }
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
    let lane = PlotLane(of: touch, numbers)
    if indices[lane] == nil {
      guard all.count < Self.limit else { return nil }
      indices[lane] = all.count
      all.append(lane)
    }
    latest = indices[lane].map { (touch.id, $0) }
    return latest?.index
  }

  mutating func leaveOut() { leftOutCount += 1 }
}

extension TouchTool {
  var isPen: Bool { self == .pen || self == .eraser }
}
