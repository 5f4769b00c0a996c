import TouchReelInputEvents
import TouchReelReplaying
import TouchReelTouchTracking

/// Which devices a page shows touches of, and what became of them.
struct PlayerTouches: Sendable {
  private struct Device {
    var name: String
    var kind: String
    var began = 0
    var ended = 0
    var cancelled = 0
  }

  private var devices: [Device]

  init(_ history: InkHistory, _ facts: RecordingFacts) {
    devices = facts.devices.map { Device(name: $0.description.name.printableName, kind: "\($0.kind)") }
    for touch in history.touches where devices.indices.contains(touch.device.rawValue) {
      devices[touch.device.rawValue].began += 1
      guard touch.ended != nil else { continue }
      if touch.isCancelled {
        devices[touch.device.rawValue].cancelled += 1
      } else {
        devices[touch.device.rawValue].ended += 1
      }
    }
  }

  /// `20 touches on 1 device`.
  var summary: String {
    let touches = devices.reduce(0) { $0 + $1.began }
    return "\(touches) \(touches == 1 ? "touch" : "touches") on \(devices.count) "
      + (devices.count == 1 ? "device" : "devices")
  }

  /// Rows of a table in HTML: name, kind, and how many touches began, ended and were cancelled.
  var rows: String {
    devices.map { device in
      let numbers = [device.began, device.ended, device.cancelled].map { "<td class=\"number\">\($0)</td>" }
      return "<tr><td>\(device.name.inXML)</td><td>\(device.kind.inXML)</td>\(numbers.joined())</tr>"
    }.joined(separator: "\n")
  }
}
