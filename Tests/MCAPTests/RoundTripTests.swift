import SeededCases
import Testing
import TouchReelMCAP

/// A file of random channels and messages.
struct RandomFile {
  var schemas: [MCAPSchema] = []
  var channels: [MCAPChannel] = []
  var notes: [Note] = []
  var attachment = MCAPAttachment(name: "photo.png", mediaType: "image/png", logTime: 5, createTime: 4)
  var attachmentData: [UInt8]
  var metadata = MCAPMetadata(name: "host", values: ["kernel": "6.1", "board": "größer", "": "empty key"])

  init(seed: UInt64, noteCount: Int = 400) {
    var random = SplitMix64(seed: seed)
    schemas = [MCAPSchema(id: SchemaID(rawValue: 7), name: "s", encoding: "jsonschema", data: Array(#"{"a":1}"#.utf8))]
    for id in Set((0..<Int.random(in: 1...5, using: &random)).map { _ in UInt16.random(in: 0...900, using: &random) })
      .sorted()
    {
      let schema = Bool.random(using: &random) ? SchemaID.none : schemas[0].id
      channels.append(
        MCAPChannel(
          id: ChannelID(rawValue: id), schema: schema, topic: "/device/\(id)", messageEncoding: "evdev",
          metadata: ["name": "panel \(id)", "slots": "[]"]))
    }
    attachmentData = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) }
    notes = (0..<noteCount).map { index in RandomFile.note(index, channels, &random) }
  }

  private static func note(_ index: Int, _ channels: [MCAPChannel], _ random: inout SplitMix64) -> Note {
    let time = 1_700_000_000_000_000_000 + UInt64(index) * 8_000_000 - UInt64.random(in: 0...20_000_000, using: &random)
    let size = Int.random(in: 0...12, using: &random) * 8
    return Note(
      channel: channels.randomElement(using: &random)!.id.rawValue, sequence: UInt32(index), logTime: time,
      publishTime: UInt64.random(in: 0...UInt64.max, using: &random),
      data: (0..<size).map { _ in UInt8.random(in: 0...7, using: &random) })
  }

  func write(options: MCAPWriterOptions) throws -> [UInt8] {
    var writer = try MCAPWriter(
      to: MemorySink(), header: MCAPHeader(profile: "touchreel", library: "tests"), options: options)
    for schema in schemas { try writer.write(schema) }
    for channel in channels { try writer.write(channel) }
    for (index, note) in notes.enumerated() {
      try writer.write(note.message, data: note.data.span.bytes)
      if index == notes.count / 2 {
        try writer.write(attachment, data: attachmentData.span.bytes)
        try writer.write(metadata)
      }
    }
    try writer.finish()
    return writer.sink.bytes
  }
}

struct RoundTripTests {
  static let options: [MCAPWriterOptions] = [
    MCAPWriterOptions(),
    MCAPWriterOptions(compression: .zstd(level: 9), chunkSize: 1000),
    MCAPWriterOptions(compression: .zstd(level: -5), chunkSize: 4096),
    MCAPWriterOptions(compression: .none),
    MCAPWriterOptions(compression: .none, chunkSize: 3000),
    MCAPWriterOptions(compression: .zstd(level: 3), chunkSize: 0),
  ]

  @Test(arguments: options, [1, 2, 3] as [UInt64])
  func `What is written is read`(
    options: MCAPWriterOptions, seed: UInt64
  ) throws {
    let file = RandomFile(seed: seed)
    let contents = try Contents(reading: MemorySource(bytes: try file.write(options: options)))
    #expect(contents.ending == .complete)
    #expect(contents.header == MCAPHeader(profile: "touchreel", library: "tests"))
    #expect(contents.schemas == file.schemas)
    #expect(contents.channels == file.channels)
    #expect(contents.notes == file.notes, "seed \(seed)")
    #expect(contents.attachments == [file.attachment])
    #expect(contents.attachmentData == [file.attachmentData])
    #expect(contents.metadata == [file.metadata])
  }
}
