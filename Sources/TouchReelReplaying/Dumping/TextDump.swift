package import TouchReelInputEvents
package import TouchReelRecordings
package import TouchReelTouchTracking

/// Entries and touches as text, one a line, in columns that `grep` and `awk` cut easily: seconds from the first event,
/// device, and what happened.
package struct TextDump {
  private let start: Timestamp
  /// What the devices are called.
  package var deviceNumbers: DeviceNumbers

  /// - Parameters:
  ///   - start: of the recording, from which times are counted.
  ///   - deviceNumbers: of the recording's devices, as far as they are known.
  package init(from start: Timestamp, _ deviceNumbers: DeviceNumbers = DeviceNumbers()) {
    (self.start, self.deviceNumbers) = (start, deviceNumbers)
  }

  /// What has to be known of the lines of touches: a line for each tilt axis whose values are the device's own, as it
  /// has no resolution.
  package static func heading(of facts: RecordingFacts) -> String {
    facts.devices.reduce(into: "") { text, device in
      for code in device.rawTiltAxes {
        let name = EventNames.name(of: code, in: .absolute) ?? "\(code.rawValue)"
        text +=
          "# device \(device.opening.number): \(name) has no resolution; its tilt is in device units, not degrees\n"
      }
    }
  }

  /// A line for each event of a frame: `0.008333 0 EV_ABS ABS_MT_POSITION_X 1204`. What the kernel has no name for is a
  /// number. A synced state's lines begin with `sync`.
  package func lines(of entry: RecordingEntry) -> String {
    switch entry {
    case .frame(let frame, let channel): events(frame, of: channel, mark: "")
    case .sync(let frame, let channel): events(frame, of: channel, mark: "sync ")
    case .opening(let opening, _):
      "# device \(opening.number): \(opening.description.name.printableName)\n"
    case .board(let text, let time): message("board", text, at: time)
    case .note(let text, let time): message("note", text, at: time)
    case .attachment(let attachment):
      "# attachment \(attachment.name.printableName), \(attachment.bytes.count) bytes\n"
    case .foreignMessage(let message):
      "# message of \(message.channel.topic.printableName), \(message.data.count) bytes\n"
    case .foreignMetadata(let metadata): "# metadata \(metadata.name.printableName)\n"
    }
  }

  /// `0.008333 0 touch 3 moved slot 1 id 77 x 512.25 y 80 finger pressure 0.5`: board points, y downward.
  package func line(of event: TouchEvent) -> String {
    let (touch, sample) = (event.touch, event.sample)
    var line = "\(clock(event.time)) \(deviceNumbers[touch.device]) touch \(touch.id.rawValue) \(phase(event.phase))"
    line += " slot \(touch.slot.rawValue) id \(touch.trackingID.rawValue)"
    line += " x \(rounded(sample.boardPoint.x)) y \(rounded(sample.boardPoint.y)) \(sample.tool.rawValue)"
    if let pressure = sample.pressure { line += " pressure \(rounded(pressure))" }
    if let tilt = sample.tilt { line += " tilt \(rounded(tilt.x)) \(rounded(tilt.y))" }
    return line + "\n"
  }

  private func events(_ frame: Frame, of channel: DeviceChannel, mark: String) -> String {
    var text = ""
    for event in frame.events {
      let type = EventNames.name(of: event.type) ?? "\(event.type.rawValue)"
      let code = EventNames.name(of: event.code, in: event.type) ?? "\(event.code.rawValue)"
      text += "\(clock(event.time)) \(deviceNumbers[channel]) \(mark)\(type) \(code) \(event.value)\n"
    }
    return text
  }

  private func message(_ topic: String, _ text: [UInt8], at time: Timestamp) -> String {
    "\(clock(time)) - \(topic) \(String(decoding: text, as: UTF8.self).safeJSONLine)\n"
  }

  private func clock(_ time: Timestamp) -> String {
    let span = time.since(start).nanoseconds
    let (seconds, rest) = (span.magnitude / 1_000_000_000, span.magnitude % 1_000_000_000 / 1000)
    let digits = String(rest)
    return (span < 0 ? "-" : "") + "\(seconds)." + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func phase(_ phase: TouchPhase) -> String {
    switch phase {
    case .began: "began"
    case .moved(let gap): gap ? "moved after a gap" : "moved"
    case .ended: "ended"
    case .cancelled(let reason): "cancelled (\(reason.rawValue))"
    }
  }

  /// The number with at most three decimals.
  private func rounded(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    guard thousandths.magnitude < 1e15 else { return "\(value)" }
    let scaled = thousandths / 1000
    return scaled == scaled.rounded() ? "\(Int64(scaled))" : "\(scaled)"
  }
}
