import Foundation
import TestSupport
import Testing
import TouchReelMCAP
import TouchReelRecordings

/// What refuses or leaves out a part of its input says where the limit is and which option raises it, and that option
/// does.
@Suite(.slow)
struct NamedLimitsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameters:
  ///   - words: a shell's, of the command and its arguments.
  ///   - low: what the limit is too low with; the line that says so names it by `value`.
  private func expectLimit(
    _ limit: String, _ words: String, low: String, value: String, enough: String, status: Int32 = 1
  ) throws {
    let option = "--limits \(limit)="
    let refused = try Touchreel.run(shell: "\(words) \(option)\(low)", in: folder.url)
    let lines = (refused.text + refused.errors).split(separator: "\n").filter { $0.contains(option) }
    #expect(refused.status == status && lines.count == 1, "\(words): \(refused)")
    #expect(lines.first?.contains(value) == true, "\(words): \(lines) does not name the limit, \(value)")
    let passed = try Touchreel.run(shell: "\(words) \(option)\(enough)", in: folder.url)
    #expect(passed.status == 0 && !(passed.text + passed.errors).contains(option), "\(words): \(passed)")
    #expect(try Touchreel.run("help", "limits").text.contains("\n  \(limit) "))
  }

  private struct Bytes: MCAPSink {
    var bytes: [UInt8] = []
    mutating func write(_ span: RawSpan) { span.withUnsafeBytes { bytes += $0 } }
  }

  /// An MCAP file with this number of chunks, each of this many MiB of zeros beside a device.
  private func write(_ name: String, chunks: Int, mebibytes: Int) throws {
    let header = MCAPHeader(profile: "touchreel", library: "test")
    var writer = try MCAPWriter(to: Bytes(), header: header, options: .init(chunkSize: 1 << 30))
    for (id, topic, encoding) in [(1, "/device/0/events", "evdev"), (2, "/zeros", "raw")] as [(UInt16, String, String)]
    {
      try writer.write(MCAPChannel(id: ChannelID(rawValue: id), topic: topic, messageEncoding: encoding))
    }
    let data = [UInt8](repeating: 0, count: 1 << 20)
    for number in 0..<UInt32(chunks * mebibytes) {
      let message = MCAPMessage(channel: ChannelID(rawValue: 2), sequence: number, logTime: 1, publishTime: 1)
      try writer.write(message, data: data.span.bytes)
      if number % UInt32(mebibytes) == UInt32(mebibytes) - 1 { try writer.closeChunk() }
    }
    try writer.finish()
    try Data(writer.sink.bytes).write(to: folder.url.appendingPathComponent(name))
  }

  @Test func `The limit chunk: a chunk of an MCAP file`() throws {
    try write("chunk.mcap", chunks: 1, mebibytes: 3)
    try expectLimit("chunk", #""$@" info chunk.mcap"#, low: "1", value: "limit of 1 MiB", enough: "4")
  }

  @Test func `The limit expansion: what the chunks of an MCAP file give`() throws {
    // 80 MiB, of which 64 are free; the rest is more than the compressed size by far.
    try write("zeros.mcap", chunks: 2, mebibytes: 40)
    try expectLimit("expansion", #""$@" info zeros.mcap"#, low: "1", value: "more than 1 times", enough: "100000")
  }

  @Test func `The limit repeats: what the repeated lines of a hexdump stand for`() throws {
    let row = "00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00"
    // 2 MiB of one line, of which 1 MiB is free; the text has less than 400 bytes.
    let dump = """
      00000000  01 00 00 00 00 00 00 00  02 00 00 00 00 00 00 00  |................|
      00000010  03 00 35 00 05 00 00 00  01 00 00 00 00 00 00 00  |..5.............|
      00000020  02 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
      00000030  \(row)  |................|
      *
      00200030  \(row)  |................|

      """
    _ = try folder.write(dump, to: "zeros.hex")
    try expectLimit(
      "repeats", #""$@" info zeros.hex"#, low: "16", value: "16 times its length", enough: "100000", status: 0)
  }

  @Test func `The limit pipe: what comes through a pipe`() throws {
    let events = String(repeating: "E: 0.000001 0000 0000 0000\n", count: 100_000)
    _ = try folder.write(Recorded.header + events, to: "long.evemu")
    try expectLimit("pipe", #"cat long.evemu | "$@" info -"#, low: "1", value: "longer than 1 MiB", enough: "8")
  }

  @Test(arguments: ["info", "render -o a.png --force", "convert"])
  func `The limit drawing: a drawing file`(command: String)
    throws
  {
    let drawing =
      ##"{"version":1,"size":[200,100],"background":{"type":"color","color":"#ffffffff"},"operations":[]"##
      + String(repeating: " ", count: 2 << 20) + "}"
    _ = try folder.write(drawing, to: "wide.touchreel.json")
    let target = command == "convert" ? " b.drawsana.json --force" : ""
    try expectLimit(
      "drawing", "\"$@\" \(command) wide.touchreel.json\(target)", low: "1", value: "longer than 1 MiB",
      enough: "4")
  }

  /// Drawings of two strokes of 60 points each, by the ends of their files' names.
  private static var drawings: [(name: String, text: String)] {
    let points = (0..<60).map { "\($0) \($0 % 7)" }
    let list = points.map { "[" + $0.replacing(" ", with: ",") + "]" }.joined(separator: ",")
    let runs = points.map { $0.replacing(" ", with: ",") + ",2" }.joined(separator: ",")
    let row = (0..<60).map(String.init).joined(separator: ",")
    let segments = (0..<60).map { "{\"a\":[\($0),0],\"b\":[\($0 + 1),0],\"width\":2}" }.joined(separator: ",")
    func twice(_ text: String, _ separator: String = "") -> String { text + separator + text }
    let pen = ##"{"type":"pen","color":"#000000ff","path":{"course":"straight","runs":[[\##(runs)]]}}"##
    return [
      (
        "a.touchreel.json",
        ##"{"version":1,"size":[90,90],"background":{"type":"color","color":"#ffffffff"},"operations":["##
          + #"{"id":1,"operation":"add","shape":\#(pen)},{"id":2,"operation":"add","shape":\#(pen)}]}"#
      ),
      (
        "a.excalidraw",
        #"{"type":"excalidraw","elements":["#
          + twice(##"{"type":"freedraw","x":0,"y":0,"strokeColor":"#000000","points":[\##(list)]}"##, ",") + "]}"
      ),
      (
        "a.xopp",
        "<xournal><page width=\"90\" height=\"90\"><layer>"
          + twice("<stroke width=\"1\">\(points.joined(separator: " "))</stroke>") + "</layer></page></xournal>"
      ),
      ("a.inkml", "<ink>" + twice("<trace>\(points.joined(separator: ","))</trace>") + "</ink>"),
      (
        "timed.inkml",
        "<ink><traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"T\"/></traceFormat>"
          + twice("<trace>\(points.map { $0 + " 5" }.joined(separator: ","))</trace>") + "</ink>"
      ),
      (
        "iam.inkml",
        "<WhiteboardCaptureSession>"
          + twice("<Stroke>" + String(repeating: "<Point x=\"1\" y=\"2\"/>", count: 60) + "</Stroke>")
          + "</WhiteboardCaptureSession>"
      ),
      (
        "a.drawsana.json",
        #"{"size":[90,90],"shapes":["#
          + twice(##"{"type":"Pen","strokeColor":"#000000ff","start":[0,0],"segments":[\##(segments)]}"##, ",") + "]}"
      ),
      ("a.ndjson", #"{"drawing":[\#(twice("[[\(row)],[\(row)]]", ","))]}"# + "\n"),
    ]
  }

  @Test(arguments: drawings.map(\.name))
  func `The limits points and strokes: a drawing`(name: String) throws {
    let text = try #require(Self.drawings.first { $0.name == name }).text
    _ = try folder.write(text, to: name)
    for command in ["info \(name)", "render \(name) -o a.png --force", "convert \(name) out.touchreel.json --force"] {
      try expectLimit("points", "\"$@\" \(command)", low: "119", value: "more than 119 points", enough: "120")
      try expectLimit("strokes", "\"$@\" \(command)", low: "1", value: "more than 1 stroke;", enough: "2")
    }
  }

  @Test func `The limit image: a background, and the images of a recording`() throws {
    _ = try folder.write(Recorded.line, to: "line.evemu")
    // 1.2 million pixels.
    try Touchreel.run("render", folder.path("line.evemu"), "-o", folder.path("big.png"), "--size", "1200x1000")
    try expectLimit(
      "image", #""$@" render line.evemu -o a.png --force --background big.png"#, low: "1", value: "1 million",
      enough: "2")
    let png = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent("big.png")))
    let recording = BoardRecording([.image(name: "big", png: png), .stroke((100, 100), (900, 400))])
    try recording.write(to: folder.url.appendingPathComponent("image.mcap"))
    try expectLimit(
      "image", #""$@" render image.mcap -o a.png --force"#, low: "1", value: "1 million", enough: "2", status: 0)
  }

  @Test func `The limit text: the texts of a drawing`() throws {
    let shape =
      ##"{"type":"text","text":"Hello there","vertex":[10,10],"font":{"family":"Sans","size":12},"color":"#000000ff","width":{"fitting":180}}"##
    let text = #"{"id":1,"operation":"add","shape":\#(shape)}"#
    let drawing =
      ##"{"version":1,"size":[200,100],"background":{"type":"color","color":"#ffffffff"},"operations":["## + text + "]}"
    _ = try folder.write(drawing, to: "text.touchreel.json")
    try expectLimit(
      "text", #""$@" render text.touchreel.json -o a.png --force"#, low: "5", value: "more than 5 characters",
      enough: "11", status: 0)
  }

  @Test func `A small file of many chunks is refused if they give more than the free 64 MiB and its share`() throws {
    // 69 MiB, of which 64 are free, out of chunks of some KB; what else is in the file counts for nothing.
    let header = MCAPHeader(profile: "touchreel", library: "test")
    var writer = try MCAPWriter(to: Bytes(), header: header, options: .init(chunkSize: 1 << 30))
    let channel = ChannelID(rawValue: 1)
    try writer.write(MCAPChannel(id: channel, topic: "/zeros", messageEncoding: "raw"))
    for chunk in 0..<2 {
      let data = [UInt8](repeating: 0, count: chunk == 0 ? 1 << 20 : 0)
      for _ in 0..<(chunk == 0 ? 63 : 200_000) {
        let message = MCAPMessage(channel: channel, sequence: 1, logTime: 1, publishTime: 1)
        try writer.write(message, data: data.span.bytes)
      }
      try writer.closeChunk()
    }
    try writer.finish()
    try Data(writer.sink.bytes).write(to: folder.url.appendingPathComponent("many.mcap"))
    for command in ["info many.mcap", "convert many.mcap out.mcap", "render many.mcap -o out.png"] {
      let outcome = try Touchreel.run(shell: "\"$@\" \(command) --limits expansion=10", in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("--limits expansion=N raises the limit"), "\(outcome)")
    }
    #expect(!folder.names.contains("out.mcap") && !folder.names.contains("out.png"))
  }

  @Test(arguments: ["info", "convert", "cut", "join", "dump", "render", "compare", "salvage"])
  func `Every command that reads recordings has the limits`(command: String) throws {
    #expect(try Touchreel.run(command, "--help").text.contains("--limits"))
  }

  @Test(arguments: [
    ("chunks=5", "the names are chunk, drawing, expansion"), ("chunk=0", "--limits chunk= takes 1 to 4096 (MiB)"),
    ("chunk=x", "--limits chunk= takes 1 to 4096 (MiB)"), ("points=1,chunk", "--limits chunk= takes 1 to 4096 (MiB)"),
    ("", "--limits takes name=count"),
  ])
  func `A limit that is none is refused with what is accepted`(text: String, words: String) throws {
    _ = try folder.write(Recorded.line, to: "line.evemu")
    let outcome = try Touchreel.run("info", folder.path("line.evemu"), "--limits", text)
    #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome)")
  }
}
