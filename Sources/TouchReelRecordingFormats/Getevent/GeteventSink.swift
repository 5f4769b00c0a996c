import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Writes what Android's `getevent -t` prints: what describes the devices (as `-i` does), numbers, and the device's
/// node only where there are several.
struct GeteventSink: RecordingSink {
  private var output: TextOutput
  private var devices: [Int: Device] = [:]
  private var channels: [DeviceChannel: (number: Int, start: DeviceDescription?)] = [:]
  private var hasBegun = false
  private var tally = SinkLosses(of: .getevent)

  private struct Device {
    let description: DeviceDescription
    let node: String
    var held: HeldState
    /// The prefix of its event lines.
    var prefix: [UInt8] = []
    /// Whether a line names its node.
    var isIntroduced = false

    var nodePrefix: [UInt8] { Array("\(node): ".utf8) }
  }

  init(_ output: any ByteOutput) {
    self.output = TextOutput(output)
  }

  var losses: [String] { tally.lines }

  mutating func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): open(opening, as: channel)
    case .frame(let frame, let channel): try write(frame, of: channel)
    default: tally.add(entry)
    }
  }

  mutating func handOn() throws(FileError) { try output.handOn() }

  mutating func finish() throws(FileError) {
    if !hasBegun { begin() }
    for device in devices.values where !device.held.hasBegun && device.held.lacks(device.description) {
      tally.addStateWithoutFrames()
    }
    try output.finish()
  }

  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) {
    channels[channel] = (opening.number, opening.description)
    guard devices[opening.number] == nil else { return }
    noteLosses(of: opening.description)
    let node = freeNode(for: opening)
    devices[opening.number] = Device(
      description: opening.description, node: node, held: HeldState(opening.description.withStateOfGetevent))
    guard hasBegun else { return }
    nameNodes()
    introduce(opening.number, namesNode: true)
  }

  private mutating func noteLosses(of device: DeviceDescription) {
    tally.addSurface(of: device)
    if !device.udev.isEmpty { tally.add("udev facts are left out") }
    if device.hasUnannounceableCodes { tally.add("codes that the kernel does not have are left out") }
    let isStated = device.hasOwnRanges || device.axes.values.contains { $0.resolution != 0 }
    if !device.isComplete, isStated {
      tally.add("the range and resolution are left out; state them where the file is drawn")
    }
  }

  private func freeNode(for opening: DeviceOpening) -> String {
    let taken = Set(devices.values.map(\.node))
    if let node = opening.description.node, isNode(node), !taken.contains(node) { return node }
    var number = opening.number
    while taken.contains("/dev/input/event\(number)") { number += 1 }
    return "/dev/input/event\(number)"
  }

  private func isNode(_ text: String) -> Bool {
    text.hasPrefix("/dev/input/") && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 >= 0x7f }
  }

  /// What is written of one device behind the description of another begins with its node from then on.
  private mutating func nameNodes() {
    for (number, device) in devices where device.isIntroduced { devices[number]?.prefix = device.nodePrefix }
  }

  private mutating func begin() {
    hasBegun = true
    for number in devices.keys.sorted() { introduce(number, namesNode: devices.count > 1) }
  }

  /// - Parameter namesNode: whether its events have its node before them.
  private mutating func introduce(_ number: Int, namesNode: Bool) {
    guard let device = devices[number] else { return }
    if namesNode { devices[number]?.prefix = device.nodePrefix }
    // Nothing is known of it.
    guard namesNode || device.description.isComplete || !device.description.name.isEmpty else { return }
    devices[number]?.isIntroduced = true
    output.add("add device \(number + 1): \(device.node)\n")
    if device.description.isComplete {
      output.addGetevent(device.description)
    } else {
      output.add("  name:     \"\(device.description.nameOnOneLine)\"\n")
    }
  }

  private mutating func write(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    if !hasBegun { begin() }
    guard let (number, start) = channels[channel], let device = devices[number] else {
      throw FileError(
        file: output.name, message: "a frame came before its device was opened; the recording is damaged")
    }
    guard let start else {
      devices[number]?.held.apply(frame)
      return try write(frame, after: device.prefix)
    }
    channels[channel]?.start = nil
    if device.held.isHolding { tally.addReplug() }
    tally.addContacts(of: start, lostAt: frame)
    guard let beginning = devices[number]?.held.begin(start, with: frame) else { return }
    tally.addStart(beginning)
    for frame in beginning.frames { try write(frame, after: device.prefix) }
  }

  private mutating func write(_ frame: Frame, after prefix: [UInt8]) throws(FileError) {
    for event in frame.events {
      let time = tally.kernelTime(event.time)
      output.add(byte: UInt8(ascii: "["))
      output.add(decimal: time.seconds, width: 8)
      output.add(byte: UInt8(ascii: "."))
      output.add(decimal: time.microseconds, width: 6, fill: UInt8(ascii: "0"))
      output.add("] ")
      output.add(prefix)
      output.add(hexadecimal: UInt32(event.type.rawValue), digits: 4)
      output.add(byte: UInt8(ascii: " "))
      output.add(hexadecimal: UInt32(event.code.rawValue), digits: 4)
      output.add(byte: UInt8(ascii: " "))
      output.add(hexadecimal: UInt32(bitPattern: event.value), digits: 8)
      output.add(byte: UInt8(ascii: "\n"))
      try output.passOn()
    }
  }
}
