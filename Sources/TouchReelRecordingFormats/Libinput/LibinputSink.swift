import SystemPackage
import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Writes what `libinput record` writes, YAML of version 1, with any number of devices.
///
/// The format wants each device's events in one piece. Those of the first device go out as they come, those of the
/// others wait in unlinked temporary files until `finish`.
struct LibinputSink: RecordingSink {
  private var output: TextOutput
  private let temporaryFolder: FilePath
  private var devices: [Device] = []
  private var indexes: [Int: Int] = [:]
  private var channels: [DeviceChannel: (index: Int, start: DeviceDescription?)] = [:]
  private var hasBegun = false
  private var comments = EventComments()
  private var tally = SinkLosses(of: .libinput)

  private struct Device {
    let description: DeviceDescription
    let spool: EventSpool
    var held: HeldState
  }

  init(_ output: any ByteOutput, temporaryFolder: FilePath) {
    self.output = TextOutput(output)
    self.temporaryFolder = temporaryFolder
  }

  var losses: [String] { tally.lines }

  mutating func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): try open(opening, as: channel)
    case .frame(let frame, let channel): try write(frame, of: channel)
    default: tally.add(entry)
    }
  }

  mutating func handOn() throws(FileError) { try output.handOn() }

  mutating func finish() throws(FileError) {
    if !hasBegun { begin() }
    for index in devices.indices.dropFirst() { try writeSpooled(index) }
    for device in devices where !device.held.hasBegun && device.held.lacks(device.description) {
      tally.addStateWithoutFrames()
    }
    try output.finish()
  }

  private mutating func open(_ opening: DeviceOpening, as channel: DeviceChannel) throws(FileError) {
    if let index = indexes[opening.number] {
      channels[channel] = (index, opening.description)
      return
    }
    let index = devices.count
    indexes[opening.number] = index
    channels[channel] = (index, opening.description)
    devices.append(
      Device(
        description: opening.description, spool: EventSpool(in: temporaryFolder),
        held: HeldState(opening.description.withoutState)))
    if hasBegun { tally.add("a device that came later is missing in ndevices, of which libinput replay warns") }
    noteLosses(of: opening.description)
  }

  private mutating func noteLosses(of description: DeviceDescription) {
    if let mark = InferredDescription(description) { tally.add(mark.warning) }
    let hasLocation = [description.phys, description.uniq].contains { !$0.isEmpty }
    if hasLocation { tally.add("the physical place of a device is left out") }
    if description.hasUnannounceableCodes { tally.add("codes that the kernel does not have are left out") }
  }

  private mutating func begin() {
    hasBegun = true
    output.addLibinputHeader(deviceCount: devices.count)
    if let first = devices.first { output.addLibinputDevice(first.description.statingItsKind, number: 0) }
  }

  private mutating func write(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    if !hasBegun { begin() }
    guard let (index, description) = channels[channel] else {
      throw FileError(
        file: output.name, message: "a frame came before its device was opened; the recording is damaged")
    }
    guard let description else {
      devices[index].held.apply(frame)
      return try pass(frame, of: index)
    }
    channels[channel]?.start = nil
    if devices[index].held.isHolding { tally.addReplug() }
    tally.addContacts(of: description, lostAt: frame)
    let beginning = devices[index].held.begin(description, with: frame)
    tally.addStart(beginning)
    for frame in beginning.frames { try pass(frame, of: index) }
  }

  private mutating func pass(_ frame: Frame, of index: Int) throws(FileError) {
    if index == 0 { try write(frame) } else { try devices[index].spool.append(frame) }
  }

  private mutating func writeSpooled(_ index: Int) throws(FileError) {
    output.addLibinputDevice(devices[index].description.statingItsKind, number: index)
    let frames = devices[index].spool
    try frames.drain { frame throws(FileError) in try write(frame) }
  }

  private mutating func write(_ frame: Frame) throws(FileError) {
    guard !frame.events.isEmpty else { return }
    output.add("  - evdev:\n")
    for event in frame.events {
      let time = tally.kernelTime(event.time)
      output.add("    - [")
      output.add(decimal: time.seconds, width: 3)
      output.add(", ")
      output.add(decimal: time.microseconds, width: 6)
      output.add(", ")
      output.add(decimal: Int64(event.type.rawValue), width: 3)
      output.add(", ")
      output.add(decimal: Int64(event.code.rawValue), width: 3)
      output.add(", ")
      output.add(decimal: Int64(event.value), width: 7)
      output.add(comments.text(for: event))
      try output.passOn()
    }
  }
}

/// The names of events as comments, made once each.
private struct EventComments {
  private static let limit = 1 << 12
  private var texts: [UInt32: [UInt8]] = [:]

  @inline(__always)
  mutating func text(for event: InputEvent) -> [UInt8] {
    let key = UInt32(event.type.rawValue) << 16 | UInt32(event.code.rawValue)
    if let known = texts[key] { return known }
    let text = made(for: event)
    if texts.count < Self.limit { texts[key] = text }
    return text
  }

  private func made(for event: InputEvent) -> [UInt8] {
    let code = EventNames.name(of: event.code, in: event.type)
    guard let type = EventNames.name(of: event.type), let code else { return Array("]\n".utf8) }
    let text = event.type == .synchronization ? "------------ \(code) ----------" : "\(type) / \(code)"
    return Array("] # \(text)\n".utf8)
  }
}

extension TextOutput {
  /// The lines before the first device.
  mutating func addLibinputHeader(deviceCount: Int) {
    add(
      """
      # libinput record
      version: 1
      ndevices: \(deviceCount)
      libinput:
        version: "touchreel \(TouchReelVersion.current)"
        git: "unknown"
      system:
        os: "unknown"
        kernel: "unknown"
        dmi: "unknown"
      devices:\(deviceCount == 0 ? " []" : "")

      """)
  }

  /// A device up to where its events follow.
  mutating func addLibinputDevice(_ device: DeviceDescription, number: Int) {
    let identity = device.identity
    add(
      """
      - node: \(yaml(device.node ?? "/dev/input/event\(number)"))
        evdev:
          name: \(yaml(device.name))
          id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]

      """)
    addCodes(of: device)
    let properties = device.properties.map(\.rawValue).filter { $0 <= 0x1f }.sorted().map(String.init)
    add("    properties: [\(properties.joined(separator: ", "))]\n")
    add("  hid: []\n  udev:\n")
    var facts = device.udev
    facts[InferredDescription.fact] = InferredDescription(device)?.rawValue
    addFacts(facts)
    add("    virtual: false\n  quirks:\n  events:\n")
  }

  private mutating func addCodes(of device: DeviceDescription) {
    let table = device.announceableCodes
    add(table.isEmpty ? "    codes: {}\n" : "    codes:\n")
    for (type, codes) in table {
      let list = codes.map { String($0.rawValue) }.joined(separator: ", ")
      let name = EventNames.name(of: type).map { " # \($0)" } ?? ""
      add("      \(type.rawValue): [\(list)]\(name)\n")
    }
    let axes = table.first { $0.type == .absolute }?.codes ?? []
    add(axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n")
    for code in axes {
      let axis = device.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      let fields = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      add("      \(code.rawValue): [\(fields.map(String.init).joined(separator: ", "))]\n")
    }
  }

  private mutating func addFacts(_ udev: [String: String]) {
    add(udev.isEmpty ? "    properties: []\n" : "    properties:\n")
    for (key, value) in udev.sorted(by: { $0.key < $1.key }) { add("    - \(yaml("\(key)=\(value)"))\n") }
  }
}

/// A double-quoted scalar of YAML 1.1: printable characters as they are, the others escaped, and so are those that turn
/// the direction of reading.
private func yaml(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22, 0x5c: quoted += "\\\(scalar)"
    case 0x20...0x7e, 0xa0...0x61b, 0x61d...0x200d, 0x2010...0x2027, 0x202f...0x2065, 0x206a...0xd7ff, 0xe000...0xfefe,
      0xff00...0xfffd, 0x1_0000...0x10_ffff:
      quoted.unicodeScalars.append(scalar)
    case let value:
      let digits = String(value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
  return quoted + "\""
}
