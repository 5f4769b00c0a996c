import Foundation
import SeededCases
import TestSupport
import Testing

/// What other programs put into an MCAP file, checked with the readers and writers of others: the `mcap` package of
/// PyPI.
@Suite(.slow, .enabled(if: Python.isReady, Python.absence))
struct ForeignContentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One thing that another program wrote, as Python reads it.
  private struct Item: Decodable, Hashable {
    var kind: String
    var name: String
    /// Everything but the times.
    var content: String
    /// When it was logged, and published or created, in nanoseconds.
    var log: Int
    var other: Int

    func moved(by span: Int) -> Item {
      var item = self
      item.log += span
      // A record without a second time goes on having none.
      if item.other != 0 { item.other += span }
      return item
    }
  }

  /// Writes a touch of 1 s in 101 frames beside a camera, a microphone and others; a seed decides what lies where.
  private static let writing = """
    import json, random, struct, sys
    from mcap.writer import Writer, CompressionType
    path, seed, offset = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    random.seed(seed)
    compression = random.choice([CompressionType.NONE, CompressionType.ZSTD])
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=random.choice([200, 4000, 1 << 20]), compression=compression)
        writer.start(profile=random.choice(["touchreel", "", "ros2"]), library="test")
        if seed % 3:
            writer.add_metadata("touchreel", {"epoch_offset": str(offset), **({"by": "me"} if seed % 2 else {})})
        axes = {47: [0, 1, 0, 0, 0, 0], 53: [0, 1000, 0, 0, 0, 0], 54: [0, 500, 0, 0, 0, 0], 57: [0, 65535, 0, 0, 0, 0]}
        device = writer.register_channel("/device/0/events", "evdev", 0, {
            "name": "Test Screen", "properties": "[1]", "codes": json.dumps({"1": [330], "3": [47, 53, 54, 57]}),
            "absinfo": json.dumps({str(code): axis for code, axis in axes.items()})})
        image = writer.register_schema("sensor/Image", "protobuf", bytes(range(256)))
        same = writer.register_schema("sensor/Image", "ros2msg", b"uint8[] data")
        topics = [
            writer.register_channel("/camera", "protobuf", image, {"lens": "50 mm", "é": "ü"}),
            writer.register_channel("/camera", "ros2", same, {}),
            writer.register_channel("/microphone", "pcm", 0, {}),
            writer.register_channel("/board", "protobuf", image, {})]
        start = 10_000_000_000
        frames = []
        for number in range(101):
            events = [(3, 57, 7)] if number == 0 else []
            events += [(3, 53, number), (3, 54, 5)] if number < 100 else [(3, 57, -1)]
            frames.append((start + number * 10_000_000, events + [(0, 0, 0)]))
        others = [(random.randrange(start - 500_000_000, start + 1_500_000_000), "other") for _ in range(60)]
        both = sorted([(time, events) for time, events in frames] + others, key=lambda each: each[0])
        if seed % 4 == 1:
            both.sort(key=lambda each: each[1] != "other")  # the others first
        if seed % 4 == 2:
            both.sort(key=lambda each: each[1] == "other")  # the others last
        for number, (time, events) in enumerate(both):
            log = time + offset
            if events != "other":
                data = b"".join(struct.pack("<HHi", *event) for event in events)
                writer.add_message(device, log, data, time, number)
                continue
            data = random.randbytes(random.choice([0, 1, 8, 5000]))
            publish = random.choice([log, log - 1234567, 0, log + 3])
            writer.add_message(random.choice(topics), log, data, publish, random.randrange(1 << 32))
            if random.randrange(10) == 0:
                created = random.choice([0, 1_600_000_000_000_000_000, log])
                writer.add_attachment(created, log, f"file {number}.txt", "text/plain", random.randbytes(300))
            if random.randrange(10) == 0:
                writer.add_metadata(f"facts {number}", {"key": str(number), "ü": ""})
        writer.finish()
    """

  /// Prints what is not a recording's as JSON.
  private static let reading = """
    import json, sys
    from mcap.reader import make_reader
    items = []
    with open(sys.argv[1], "rb") as file:
        reader = make_reader(file, validate_crcs=True)
        for schema, channel, message in reader.iter_messages(log_time_order=False):
            if channel.message_encoding in ("evdev", "json"):
                continue
            about = [channel.message_encoding, sorted(channel.metadata.items()), message.sequence, message.data.hex()]
            about += [schema.name, schema.encoding, schema.data.hex()] if schema else [None]
            items.append({"kind": "message", "name": channel.topic, "content": json.dumps(about),
                "log": message.log_time, "other": message.publish_time})
        for each in reader.iter_attachments():
            items.append({"kind": "attachment", "name": each.name, "content": each.media_type + each.data.hex(),
                "log": each.log_time, "other": each.create_time})
        for each in reader.iter_metadata():
            facts = {key: value for key, value in each.metadata.items() if key != "epoch_offset"}
            if facts:
                items.append({"kind": "metadata", "name": each.name, "content": json.dumps(sorted(facts.items())),
                    "log": 0, "other": 0})
    print(json.dumps(items))
    """

  private static let start = 10_000_000_000

  private func made(_ name: String, seed: UInt64, offset: Int) throws -> String {
    let path = folder.path(name)
    _ = try Python.succeed(["-c", Self.writing, path, "\(seed)", "\(offset)"])
    return path
  }

  private func items(_ path: String) throws -> [Item: Int] {
    let items = try JSONDecoder().decode([Item].self, from: Python.succeed(["-c", Self.reading, path]))
    return Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Runs the program, which must succeed, and reads what it wrote.
  private func written(_ arguments: String...) throws -> [Item: Int] {
    let outcome = try Touchreel.run(shell: #"p=$1; shift; "$p" "# + arguments.map { "'\($0)'" }.joined(separator: " "))
    try #require(outcome.status == 0, "\(arguments): \(outcome)")
    return try items(try #require(arguments.last))
  }

  private func expectSame(_ found: [Item: Int], _ wanted: [Item: Int], _ place: String) {
    let missing = wanted.filter { found[$0.key] != $0.value }.keys.map { "\($0.kind) \($0.name) at \($0.log)" }
    let added = found.filter { wanted[$0.key] != $0.value }.keys.map { "\($0.kind) \($0.name) at \($0.log)" }
    #expect(missing.isEmpty && added.isEmpty, "\(place): missing \(missing.sorted()), added \(added.sorted())")
  }

  /// On the epoch by 2023, and on no epoch.
  private static func offset(_ seed: UInt64) -> Int { seed % 2 == 0 ? 0 : 1_690_000_000_123_456_789 }

  @Test(arguments: PropertySeeds.from(0, count: 12))
  func `Survives convert, salvage and cut`(seed: UInt64) throws {
    let offset = Self.offset(seed)
    let file = try made("in.mcap", seed: seed, offset: offset)
    let original = try items(file)
    #expect(original.count > 40)
    expectSame(try written("convert", file, folder.path("a.mcap")), original, "convert \(seed)")
    expectSame(try written("convert", folder.path("a.mcap"), folder.path("b.mcap")), original, "again \(seed)")
    expectSame(try written("salvage", file, "-o", folder.path("c.mcap")), original, "salvage \(seed)")
    expectSame(try written("cut", file, "--device", "0", folder.path("d.mcap")), original, "device \(seed)")
    expectSame(try written("cut", file, "--tracking-id", "7", folder.path("e.mcap")), original, "touch \(seed)")
    // The part from 0.25 s to 0.6 s of a recording that begins at 10 s.
    let window = (Self.start + 250_000_000 + offset)..<(Self.start + 600_000_000 + offset)
    let kept = original.filter { $0.key.kind != "message" || window.contains($0.key.log) }
    #expect(kept.count < original.count)
    let cut = try written("cut", file, "--from", "0.25", "--to", "0.6", folder.path("f.mcap"))
    expectSame(cut, kept, "cut \(seed)")
    // All begins at 100 s instead of 10.25 s.
    let moved = kept.map { ($0.key.kind == "metadata" ? $0.key : $0.key.moved(by: 89_750_000_000), $0.value) }
    let retimed = try written(
      "cut", file, "--from", "0.25", "--to", "0.6", "--retime", "100", folder.path("g.mcap"))
    expectSame(retimed, Dictionary(uniqueKeysWithValues: moved), "retime \(seed)")
  }

  @Test(arguments: PropertySeeds.from(0, count: 8))
  func `Survives join: parts of one recording, and recordings that have nothing to do with each other`(seed: UInt64)
    throws
  {
    let offset = Self.offset(seed)
    let file = try made("in.mcap", seed: seed, offset: offset)
    let original = try items(file)
    let parts = [folder.path("head.mcap"), folder.path("tail.mcap")]
    _ = try written("cut", file, "--to", "0.5", parts[0])
    _ = try written("cut", file, "--from", "0.5", parts[1])
    expectSame(try written("join", parts[0], parts[1], "-o", folder.path("whole.mcap")), original, "parts \(seed)")
    // The second begins a second after the first's last event: 2 s after its own time, and the first's offset counts.
    let other = try made("other.mcap", seed: seed + 100, offset: offset + 5_000_000_000)
    let second = try items(other).map { item, count in
      (item.kind == "metadata" ? item : item.moved(by: 2_000_000_000 - 5_000_000_000), count)
    }
    let wanted = original.merging(second, uniquingKeysWith: +)
    let joined = try written("join", file, other, "-o", folder.path("both.mcap"))
    let once = wanted.mapValues { $0 }.map { ($0.key, $0.key.kind == "metadata" ? min($0.value, 1) : $0.value) }
    expectSame(joined, Dictionary(uniqueKeysWithValues: once), "join \(seed)")
  }

  @Test func `Is saved from a damaged file, as far as it can be read`() throws {
    let file = try made("in.mcap", seed: 4, offset: 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    try bytes.prefix(bytes.count * 2 / 3).write(to: folder.url.appendingPathComponent("broken.mcap"))
    let saved = try written("salvage", folder.path("broken.mcap"), "-o", folder.path("saved.mcap"))
    let original = try items(file)
    #expect(saved.allSatisfy { original[$0.key] == $0.value })
    #expect(saved.count > original.count / 3)
  }

  @Test func `info counts it, and compare takes it for no difference`() throws {
    let file = try made("in.mcap", seed: 5, offset: 3)
    let items = try items(file)
    let facts = try #require(
      try JSONSerialization.jsonObject(with: Touchreel.run("info", "--json", file).output) as? [String: Any])
    let foreign = try #require(facts["foreign"] as? [String: Any])
    let messages = try #require(foreign["messages"] as? [String: Int])
    func count(_ kind: String, _ name: String? = nil) -> Int {
      items.filter { $0.key.kind == kind && (name ?? $0.key.name) == $0.key.name }.values.reduce(0, +)
    }
    #expect(foreign["attachments"] as? Int == count("attachment"))
    #expect(foreign["metadata"] as? Int == count("metadata"))
    for topic in ["/camera", "/microphone", "/board"] { #expect(messages[topic] == count("message", topic)) }
    let text = try Touchreel.run("info", file).text
    #expect(text.contains("  from other programs: \(count("attachment")) attachment"), "\(text)")
    #expect(text.contains("\(messages["/camera"] ?? 0) messages of /camera"))
    let line = try #require((facts["warnings"] as? [String]))
    #expect(!line.contains { $0.contains("/camera") })
  }

  @Test(arguments: ["evemu", "yml", "getevent", "raw"])
  func `Is named where a format cannot carry it`(suffix: String)
    throws
  {
    let file = try made("in.mcap", seed: 6, offset: 0)
    let outcome = try Touchreel.run("convert", file, folder.path("out.\(suffix)"))
    let format = ["evemu": "evemu", "yml": "libinput", "getevent": "getevent", "raw": "raw24"][suffix] ?? ""
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("/camera") }
    #expect(outcome.status == 0 && lines.count == 1, "\(outcome)")
    #expect(lines.first?.contains("not carried into \(format); convert to .mcap keeps them") == true, "\(outcome)")
    #expect(lines.first?.contains("messages of /microphone") == true && lines.first?.contains("attachment") == true)
  }

  @Test func `Is left out if the recording is anonymized, with a message`() throws {
    let file = try made("in.mcap", seed: 7, offset: 0)
    let out = folder.path("out.mcap")
    let outcome = try Touchreel.run("convert", "--anonymize", file, out)
    #expect(outcome.status == 0 && outcome.errors.contains("left out: other programs' content may name anyone"))
    #expect(try items(out).isEmpty)
  }

  @Test func `The recording's place on the epoch survives every command`() throws {
    let script = """
      import sys
      from mcap.reader import make_reader
      with open(sys.argv[1], "rb") as file:
          reader = make_reader(file)
          for schema, channel, message in reader.iter_messages(topics=["/device/0/events"]):
              print(message.publish_time, message.log_time)
              break
      """
    // Without and with the record of the offset.
    for seed in [0, 1] as [UInt64] {
      let file = try made("in.mcap", seed: seed, offset: 5_000_000_000)
      for arguments in [["convert", file], ["salvage", file, "-o"], ["cut", "--to", "end", file]] {
        let out = folder.path("out.mcap")
        let words = (arguments + [out, "--force"]).map { "'\($0)'" }.joined(separator: " ")
        let outcome = try Touchreel.run(shell: "\"$1\" \(words)")
        try #require(outcome.status == 0, "\(outcome)")
        #expect(try Python.run(["-c", script, out]).text == "10000000000 15000000000\n", "\(arguments)")
      }
    }
  }

  @Test func `Does not gather in memory`() throws {
    // 200 messages of 1 MiB, before and after the events: no command holds half of them.
    let script = """
      import json, struct, sys
      from mcap.writer import Writer, CompressionType
      with open(sys.argv[1], "wb") as file:
          writer = Writer(file, chunk_size=1 << 20, compression=CompressionType.NONE)
          writer.start()
          camera = writer.register_channel("/camera", "raw", 0)
          device = writer.register_channel("/device/0/events", "evdev", 0)
          def film(start):
              for number in range(100):
                  writer.add_message(camera, start + number, bytes(1 << 20), start + number)
          film(0)
          for number in range(10):
              data = struct.pack("<HHi", 3, 0, number) + bytes(8)
              writer.add_message(device, 1000 + number * 1_000_000, data, 1000 + number * 1_000_000)
          film(20_000_000)
          writer.finish()
      """
    let file = folder.path("film.mcap")
    try #require(try Python.run(["-c", script, file]).status == 0)
    for words in [
      "convert '\(file)' out.mcap", "salvage '\(file)' -o out.mcap", "join '\(file)' '\(file)' -o out.mcap",
      "cut '\(file)' out.mcap --from 0.002",
    ] {
      let outcome = try Touchreel.run(
        shell: "ulimit -v 1048576; \"$1\" \(words) --force && stat -c %s out.mcap", in: folder.url)
      #expect(outcome.status == 0, "\(words): \(outcome)")
    }
  }
}
