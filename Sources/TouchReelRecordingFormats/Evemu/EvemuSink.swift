import TouchReelByteStreams
import TouchReelInputEvents
import TouchReelRecordings

/// Writes evemu's text, version 1.3, with a description that libevemu accepts. It holds one device.
struct EvemuSink: RecordingSink {
  private var output: TextOutput
  private var device: SingleDevice
  private var tally = SinkLosses(of: .evemu)

  init(_ output: any ByteOutput) {
    self.output = TextOutput(output)
    device = SingleDevice(format: .evemu, file: output.name) { $0.withStateOfEvemu }
  }

  var losses: [String] { tally.lines }

  mutating func write(_ entry: RecordingEntry) throws(FileError) {
    switch entry {
    case .opening(let opening, let channel): device.open(opening, as: channel)
    case .frame(let frame, let channel): try write(frame, of: channel)
    default: tally.add(entry)
    }
  }

  mutating func handOn() throws(FileError) { try output.handOn() }

  mutating func finish() throws(FileError) {
    if let description = device.silent() {
      writeDescription(description)
      if device.leavesOutState(of: description) { tally.addStateWithoutFrames() }
    }
    for _ in 0..<device.omitted { tally.add("a device without events is left out") }
    try output.finish()
  }

  private mutating func write(_ frame: Frame, of channel: DeviceChannel) throws(FileError) {
    guard let start = try device.start(with: frame, of: channel) else { return try write(frame) }
    if start.letsGo { tally.addReplug() }
    tally.addContacts(of: start.opening, lostAt: frame)
    if let description = start.description { writeDescription(description) }
    tally.addStart(start.beginning)
    for frame in start.beginning.frames { try write(frame) }
  }

  private mutating func writeDescription(_ description: DeviceDescription) {
    let lost = [description.phys, description.uniq].contains { !$0.isEmpty } || !description.udev.isEmpty
    if lost { tally.add("udev facts and the physical place of the device are left out") }
    tally.addSurface(of: description)
    if description.hasUnannounceableCodes { tally.add("codes that the kernel does not have are left out") }
    let mark = InferredDescription(description)
    if let mark { tally.add(mark.warning) }
    output.addEvemu(description.statingItsKind, mark)
  }

  private mutating func write(_ frame: Frame) throws(FileError) {
    for event in frame.events {
      let time = tally.kernelTime(event.time)
      output.add("E: ")
      output.add(decimal: time.seconds)
      output.add(byte: UInt8(ascii: "."))
      output.add(decimal: time.microseconds, width: 6, fill: UInt8(ascii: "0"))
      output.add(byte: UInt8(ascii: " "))
      output.add(hexadecimal: UInt32(event.type.rawValue), digits: 4)
      output.add(byte: UInt8(ascii: " "))
      output.add(hexadecimal: UInt32(event.code.rawValue), digits: 4)
      output.add(byte: UInt8(ascii: " "))
      output.add(decimal: Int64(event.value), width: 4, fill: UInt8(ascii: "0"))
      output.add(byte: UInt8(ascii: "\n"))
      try output.passOn()
    }
  }
}

extension DeviceDescription {
  /// With the state that evemu's description tells: lights and switches, also where a device does not announce them.
  fileprivate var withStateOfEvemu: DeviceDescription {
    var told = withoutState
    for type in [EventType.led, .switches] {
      told.active[type] = active[type]?.filter { $0.rawValue <= type.lastCode ?? 0 }
    }
    return told
  }
}

extension TextOutput {
  fileprivate mutating func addEvemu(_ description: DeviceDescription, _ mark: InferredDescription?) {
    let identity = description.identity
    let name = description.nameOnOneLine
    add("# EVEMU 1.3\n")
    if let mark {
      let isAnonymous = description.has(.synchronization, .multitouchReport)
      add("\(InferredDescription.comment)\(mark.rawValue)")
      add(isAnonymous ? " \(InferredDescription.anonymousContacts)\n" : "\n")
    }
    // libevemu refuses a description without a name.
    add("N: \(name.isEmpty ? EvemuGrammar.missingName : name)\nI:")
    for number in [identity.bus, identity.vendor, identity.product, identity.version] {
      add(byte: UInt8(ascii: " "))
      add(hexadecimal: UInt32(number), digits: 4)
    }
    add("\n")
    addMask(of: description.properties.map(\.rawValue).filter { $0 <= 0x1f }, after: "P:")
    addCodes(of: description)
    addAxes(of: description)
    addStates(of: description)
  }

  private mutating func addCodes(of description: DeviceDescription) {
    let table = description.announceableCodes
    addMask(of: table.map(\.type.rawValue) + [0], after: "B: 00")
    for (type, codes) in table where type != .synchronization && !codes.isEmpty {
      addMask(
        of: codes.map(\.rawValue), after: "B: \(type.rawValue < 16 ? "0" : "")\(String(type.rawValue, radix: 16))")
    }
  }

  /// Lines of 8 bytes, the lowest bit first.
  private mutating func addMask(of bits: [UInt16], after letter: String) {
    var bytes = [UInt8](repeating: 0, count: (Int(bits.max() ?? 0) / 64 + 1) * 8)
    for bit in bits { bytes[Int(bit) / 8] |= 1 << (bit % 8) }
    for (index, byte) in bytes.enumerated() {
      if index % 8 == 0 { add(letter) }
      add(byte: UInt8(ascii: " "))
      add(hexadecimal: UInt32(byte), digits: 2)
      if index % 8 == 7 { add("\n") }
    }
  }

  private mutating func addAxes(of description: DeviceDescription) {
    let codes = description.announceableCodes.first { $0.type == .absolute }?.codes ?? []
    for code in codes {
      let axis = description.axes[code] ?? AbsoluteAxis(minimum: 0, maximum: 0)
      add("A: ")
      add(hexadecimal: UInt32(code.rawValue), digits: 2)
      for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] { add(" \(number)") }
      add("\n")
    }
  }

  private mutating func addStates(of description: DeviceDescription) {
    for (type, letter) in [(EventType.led, "L"), (.switches, "S")] {
      let codes = description.announceableCodes.first { $0.type == type }?.codes ?? []
      let active = description.withStateOfEvemu.active[type] ?? []
      for code in active.union(codes).sorted() {
        add("\(letter): ")
        add(hexadecimal: UInt32(code.rawValue), digits: 2)
        add(active.contains(code) ? " 1\n" : " 0\n")
      }
    }
  }
}
