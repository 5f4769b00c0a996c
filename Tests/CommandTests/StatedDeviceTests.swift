import Foundation
import TestSupport
import Testing
import TouchReelInputEvents

/// What a user states of the device of a recording: a built-in device, a range, a resolution, a turn.
@Suite(.slow)
struct StatedDeviceTests {
  private let folder: TemporaryFolder
  private let raw: String

  init() throws {
    folder = try TemporaryFolder()
    raw = folder.path("line.raw24")
    try Touchreel.succeed("convert", try folder.write(Recorded.diagonal, to: "line.evemu"), raw)
  }

  private func picture(of file: String, _ options: [String] = []) throws -> DecodedPicture {
    let out = folder.path("picture.png")
    try Touchreel.succeed(["render", file, "-o", out, "--force"] + options)
    return try DecodedPicture(out)
  }

  private func firstTouch(of file: String, _ options: String...) throws -> String? {
    try Touchreel.succeed(["dump", "--touches", file] + options).text.split(separator: "\n").first.map(String.init)
  }

  // MARK: Built-in devices

  @Test func `A pen of a reMarkable 2 draws upright`() throws {
    // The pen begins in the lower left of the digitizer's own axes, which is that of the screen, then goes up along x.
    let lines = [
      "[ 1.0] 0003 0000 00000000", "[ 1.0] 0003 0001 00000000", "[ 1.0] 0001 0140 00000001",
      "[ 1.0] 0001 014a 00000001", "[ 1.0] 0003 0018 000007d0", "[ 1.0] 0000 0000 00000000",
      "[ 1.1] 0003 0000 000028f3", "[ 1.1] 0000 0000 00000000", "[ 1.2] 0001 014a 00000000",
      "[ 1.2] 0000 0000 00000000",
    ]
    let log = try folder.write(lines.map { "\($0)\n" }.joined(), to: "pen.log")
    let touches = try Touchreel.succeed("dump", "--touches", log, "--device-like", "reMarkable 2 Pen").text
    // 1920 points for 157.25 mm: 1920 · 209.66 / 157.25 = 2559.9 in a board of 2560. 0x28f3 = 10483 is half of 20966.
    #expect(touches.contains(" x 0 y 2559.959 "), "\(touches)")
    #expect(touches.contains(" x 0 y 1280 "), "\(touches)")
  }

  @Test(arguments: KnownDevice.allCases)
  func `Every built-in device gives a recording its name, its ranges and its kind`(device: KnownDevice) throws {
    let out = folder.path("\(device.rawValue).mcap")
    try Touchreel.succeed("convert", raw, out, "--device-like", device.rawValue)
    let facts = try JSONSerialization.jsonObject(with: try Touchreel.succeed("info", "--json", out).output)
    let found = try #require(((facts as? [String: Any])?["devices"] as? [[String: Any]])?.first)
    #expect(found["name"] as? String == device.description.name)
    #expect(found["kind"] as? String == (device.rawValue.hasSuffix("pen") ? "pen" : "touchscreen"))
    #expect(device.description.hasAxis(.x) == device.rawValue.hasSuffix("pen"))
  }

  @Test func `An unknown device is refused with those that are known`() throws {
    let outcome = try Touchreel.run("info", raw, "--device-like", "remarkable-9-pen")
    #expect(outcome.status == 64)
    for device in KnownDevice.allCases { #expect(outcome.errors.contains(device.rawValue)) }
    let both = try Touchreel.run("info", raw, "--device-like", "remarkable-2-pen", "--description", raw)
    #expect(both.status == 64 && both.errors.contains("--description and --device-like"), "\(both)")
  }

  @Test(arguments: ["evemu", "mcap", "libinput"])
  func `A description of what describes itself has no effect, as a warning says`(format: String) throws {
    let file = folder.path("described.\(format)")
    try Touchreel.succeed("convert", folder.path("line.evemu"), file, "--format", format, "--force")
    for option in [["--device-like", "remarkable-2-pen"], ["--description", folder.path("line.evemu")]] {
      let outcome = try Touchreel.succeed(["dump", file] + option)
      #expect(outcome.errors.contains("--description and --device-like have no effect"), "\(outcome.errors)")
    }
    #expect(try Touchreel.succeed("dump", raw, "--device-like", "remarkable-2-pen").errors.isEmpty)
  }

  @Test(arguments: [["--rotate", "90"], ["--range", "0,1,0,1"], ["--fit", "stretch"], ["--palm-size", "30"]])
  func `Events have no place on a board`(options: [String]) throws {
    let outcome = try Programs.run(Touchreel.path, ["dump", raw] + options)
    #expect(outcome.status == 64 && outcome.errors.contains("remove \(options[0])"), "\(outcome)")
    #expect(try Programs.run(Touchreel.path, ["dump", "--touches", raw] + options).status == 0)
  }

  @Test func `What came through a pipe without a description is described afterwards`() throws {
    let (events, out) = (try Data(contentsOf: URL(fileURLWithPath: raw)), folder.path("piped.mcap"))
    #expect(try Touchreel.run("convert", "-", "-o", out, input: events).status == 0)
    for option in [["--device-like", "remarkable-2-pen"], ["--description", folder.path("line.evemu")]] {
      #expect(try picture(of: out, option).buffer == picture(of: raw, option).buffer)
    }
  }

  @Test func `A log that describes its device behind its first events says what to do with it`() throws {
    let device = """
      add device 1: /dev/input/event2
        name:     "Phone"
        events:
          ABS (0003): 0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                      0036  : value 0, min 0, max 2339, fuzz 0, flat 0, resolution 0

      """
    func frame(_ time: Int) -> String {
      ["0003 0035 00000064", "0003 0036 00000064", "0000 0000 00000000"].map {
        "[ \(time).0] /dev/input/event2: \($0)\n"
      }.joined()
    }
    let text = frame(1) + device + frame(2)
    let log = try folder.write(text, to: "late.log")
    let outcome = try Touchreel.run("convert", "-", "-o", folder.path("late.mcap"), input: Data(text.utf8))
    #expect(outcome.status == 0 && outcome.errors.contains("is described behind its first events"), "\(outcome.errors)")
    let info = try Touchreel.succeed("info", folder.path("late.mcap"), "--description", log)
    #expect(info.text.contains("device 0: Phone"), "\(info)")
  }

  // MARK: Surfaces in recordings

  private static let statements = [
    ["--range", "0,1000,0,500"], ["--range=-50,350,0,300", "--rotate", "90"], ["--rotate", "270"],
    ["--range", "0,1000,0,500", "--resolution", "10,20"], ["--resolution", "7", "--rotate", "180"],
    ["--calibration=-1 0 1 0 0.5 0.25", "--range", "0,1000,0,500"],
  ]

  /// Every format that holds a description, from those that do and those that do not.
  @Test(arguments: statements)
  func `What is stated when converting is drawn without stating it again`(options: [String]) throws {
    for input in [raw, folder.path("line.evemu"), Fixture.path("pen-and-touch.mcap")] {
      let wanted = try picture(of: input, options)
      for format in ["mcap", "libinput"] {
        let out = folder.path("stated.\(format)")
        try Touchreel.succeed(["convert", input, out, "--format", format, "--force"] + options)
        #expect(try picture(of: out).buffer == wanted.buffer, "\(input) \(format)")
        let again = folder.path("again.\(format)")
        try Touchreel.succeed("convert", out, again, "--format", format, "--force")
        #expect(try picture(of: again).buffer == wanted.buffer, "\(input) \(format), converted again")
      }
    }
  }

  @Test func `evemu holds range and resolution, and says that the turn is left out`() throws {
    let out = folder.path("stated.evemu")
    let options = ["--range", "0,1000,0,500", "--resolution", "10,20", "--rotate", "90"]
    let outcome = try Touchreel.run(
      shell: #""$@" convert line.raw24 stated.evemu \#(options.joined(separator: " "))"#, in: folder.url)
    #expect(outcome.errors.contains("TOUCHREEL_ROTATION=90 is left out; state it with --rotate"), "\(outcome)")
    #expect(try picture(of: out, ["--rotate", "90"]).buffer == picture(of: raw, options).buffer)
  }

  @Test(arguments: ["getevent", "raw24"])
  func `Formats without descriptions say in one line what is left out`(format: String) throws {
    let out = folder.path("stated.\(format)")
    let outcome = try Touchreel.run("convert", raw, out, "--format", format, "--range", "0,1000,0,500")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("range and resolution are left out") }
    #expect(outcome.status == 0 && lines.count == 1, "\(outcome)")
  }

  @Test func `A desktop's surface is fitted as its stated range says`() throws {
    let file = folder.path("line.evemu")
    #expect(try firstTouch(of: file, "--range", "0,2000,0,500") == firstTouch(of: try converted(file)))
  }

  private func converted(_ file: String) throws -> String {
    let out = folder.path("half.mcap")
    try Touchreel.succeed("convert", file, out, "--range", "0,2000,0,500")
    return out
  }

  /// What comes through a pipe is not known to its end when its device is opened.
  @Test(arguments: statements, [("getevent", ""), ("raw24", ""), ("evemu", "grep ^E: ")])
  func `What is stated of a stream is drawn as it is for the file`(options: [String], stream: (String, String)) throws {
    let file = folder.path("stream.\(stream.0)")
    try Touchreel.succeed("convert", raw, file, "--format", stream.0)
    let (piped, stated) = (folder.path("piped.mcap"), folder.path("stated.mcap"))
    let feed = stream.1.isEmpty ? "cat " : stream.1
    try Programs.succeed("sh", ["-c", "\(feed) \"$1\" > \"$2\"", "sh", file, folder.path("input")])
    let input = try Data(contentsOf: URL(fileURLWithPath: folder.path("input")))
    let outcome = try Touchreel.run(
      input: input,
      shell: "\"$1\" convert - -o '\(piped)' \(options.map { "'\($0)'" }.joined(separator: " "))")
    #expect(outcome.status == 0, "\(outcome)")
    try Touchreel.succeed(["convert", folder.path("input"), stated, "--force"] + options)
    #expect(try picture(of: piped).buffer == picture(of: stated).buffer)
    #expect(
      try Touchreel.succeed("dump", "--touches", piped).text == Touchreel.succeed("dump", "--touches", stated).text)
  }

  @Test func `Where nothing in a stream has the stated surface, what came is kept`() throws {
    let keys = (1...200).map { "[ \($0).0] 0001 001e 0000000\($0 % 2)\n[ \($0).0] 0000 0000 00000000\n" }.joined()
    let out = folder.path("keys.mcap")
    let outcome = try Touchreel.run("convert", "-", "-o", out, "--rotate", "90", input: Data(keys.utf8))
    #expect(outcome.status == 1 && outcome.errors.contains("has no device with positions"), "\(outcome)")
    let kept = try Touchreel.succeed("dump", out)
    #expect(
      kept.errors.isEmpty && kept.text.split(separator: "\n").count { !$0.hasPrefix("#") } == 400, "\(kept.errors)")
  }

  @Test func `A finger that is first seen without a position is placed where it is`() throws {
    let lines = [
      "[ 1.0] 0001 014a 00000001", "[ 1.0] 0000 0000 00000000", "[ 1.1] 0003 0039 00000007",
      "[ 1.1] 0003 0035 00000064", "[ 1.1] 0003 0036 00000032", "[ 1.1] 0000 0000 00000000",
      "[ 1.2] 0003 0039 ffffffff", "[ 1.2] 0001 014a 00000000", "[ 1.2] 0000 0000 00000000",
    ]
    let (input, out) = (Data(lines.map { "\($0)\n" }.joined().utf8), folder.path("late.mcap"))
    let outcome = try Touchreel.run("convert", "-", "-o", out, "--range", "0,200,0,100", input: input)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try firstTouch(of: out)?.contains(" x 960 y 480 ") == true)
  }

  @Test(arguments: ["5,5,0,10", "10,0,0,10", "0,10", "a,b,c,d"])
  func `An empty or reversed range is refused`(range: String) throws {
    let outcome = try Touchreel.run("convert", raw, folder.path("x.mcap"), "--range", range)
    #expect(outcome.status == 64 && outcome.errors.contains("--range"), "\(outcome)")
  }

  @Test func `A recording without positions has no surface to state`() throws {
    let keys = try folder.write("[ 1.0] 0001 001e 00000001\n[ 1.0] 0000 0000 00000000\n", to: "keys.log")
    let out = folder.path("keys.mcap")
    let outcome = try Touchreel.run("convert", keys, out, "--rotate", "90")
    #expect(outcome.status == 1 && outcome.errors.contains("has no device with positions"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
