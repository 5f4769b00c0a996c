import ByteStreams
import InputEvents

/// The first reading of a text: what describes its devices, or what their events show of them.
struct TextSurvey<Grammar: TextGrammar> {
  private var grammar = Grammar()
  private var inferences: [DescriptionInference] = []
  private var supply: DescriptionResolver

  init(_ supply: DescriptionResolver) { self.supply = supply }

  /// The devices in the order of their channels.
  mutating func devices(in bytes: any ByteSource) throws(FileError) -> [DescribedDevice] {
    let lines = LineReader(bytes)
    while let line = try lines.next() {
      guard case .event(let event, let channel, let isWhole) = grammar.read(line), isWhole || lines.isTerminated else {
        continue
      }
      if Grammar.describesBeforeEvents, try isDescribed() { break }
      while inferences.count <= channel { inferences.append(DescriptionInference(for: .recording)) }
      inferences[channel].observe(event)
      if supply.inference == .firstFrame && event.isReport { break }
    }
    return try finished()
  }

  private mutating func isDescribed() throws(FileError) -> Bool {
    if grammar.devices[0].isDescribed { return true }
    return try supply.supplied() != nil
  }

  private mutating func finished() throws(FileError) -> [DescribedDevice] {
    var devices = grammar.devices
    for index in devices.indices where !devices[index].isDescribed {
      if index == 0, let supplied = try supply.supplied() {
        devices[0].description = supplied
        devices[0].isDescribed = true
      } else {
        let inference = index < inferences.count ? inferences[index] : DescriptionInference(for: .recording)
        devices[index].description = inference.description(adding: devices[index].description)
        supply.noteInference()
      }
    }
    return devices
  }
}
