import Canvas
import DrawingBoard
import DrawingFiles
import Foundation
import InputEvents
import Testing
import TouchTracking

/// A Python with the `mcap` and `jsonschema` packages.
private enum Python {
  static let program: URL? = {
    let folder =
      ProcessInfo.processInfo.environment["TOUCHREEL_PYTHON_ENV"].map { URL(fileURLWithPath: $0) }
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("touchreel-python-mcap")
    let program = folder.appendingPathComponent("bin/python")
    do { return try run(program, "import mcap, zstandard, jsonschema").status == 0 ? program : nil } catch {
      return nil
    }
  }()

  static func run(_ program: URL, _ script: String, _ arguments: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = program
    process.arguments = ["-c", script] + arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

@Suite(
  "others read what the board's messages mean",
  .enabled(
    if: Python.program != nil,
    "needs a Python with the packages mcap, zstandard and jsonschema, named by TOUCHREEL_PYTHON_ENV"))
struct BoardSchemaTests {
  private static let script = """
    import json, sys, jsonschema
    from mcap.reader import make_reader
    with open(sys.argv[1], "rb") as file:
        for schema, channel, message in make_reader(file, validate_crcs=True).iter_messages(topics=["/board"]):
            assert (schema.name, schema.encoding) == ("touchreel.BoardMessage", "jsonschema"), schema
            rules = json.loads(schema.data)
            jsonschema.Draft202012Validator.check_schema(rules)
            faults = list(jsonschema.Draft202012Validator(rules).iter_errors(json.loads(message.data)))
            print("right" if not faults else f"{message.data.decode()}: {faults[0].message}")
    """

  @Test("a file that is written carries the schema, and its messages keep to it; others do not")
  func schemaHolds() throws {
    let program = try #require(Python.program)
    let folder = try TemporaryFolder()
    let wrong = [
      #"{"version":2,"command":"undo"}"#, #"{"version":1,"command":"levitate"}"#, #"{"version":1,"command":"width"}"#,
      ##"{"version":1,"command":"color","value":"red"}"##, #"{"version":1,"command":"size","value":[1]}"#,
      #"{"version":1,"command":"restyle","value":{"width":1,"cap":"butt"}}"#,
    ]
    let commands = BoardCommand.examples
    let steps = commands.map(BoardRecording.Step.command) + wrong.map(BoardRecording.Step.text)
    try BoardRecording(steps).write(to: folder.url.appendingPathComponent("plain.mcap"))
    let outcome = try Binary.run("convert", folder.path("plain.mcap"), folder.path("written.mcap"))
    try #require(outcome.status == 0, "\(outcome)")
    let (status, text) = try Python.run(program, Self.script, folder.path("written.mcap"))
    try #require(status == 0, "\(text)")
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == commands.count + wrong.count)
    #expect(lines.prefix(commands.count).filter { $0 != "right" } == [])
    #expect(lines.suffix(wrong.count).filter { $0 == "right" } == [])
  }
}

extension BoardCommand {
  /// One of each kind at least.
  fileprivate static var examples: [BoardCommand] {
    let blue = PixelColor(red: 0, green: 1, blue: 254, alpha: 16)
    let backgrounds: [Background] = [
      .color(blue), .gradient(from: .white, to: blue, angle: 30), .image(ImageID(rawValue: "ab12"), .fit, on: .white),
    ]
    let changes: [Restyling] = [
      .color(blue), .fill(nil), .fill(blue), .width(7), .cap(.square), .join(.bevel), .pattern(.dashed),
    ]
    return BoardSettings().commands + Tool.allCases.map(BoardCommand.tool) + backgrounds.map(BoardCommand.background)
      + changes.map(BoardCommand.restyle) + [
        .fill(blue), .pressure(.off), .pressure(.all(gamma: 1.5)), .text("a\n\"é"), .endText, .delete, .deselect,
        .clear,
        .undo, .redo, .cancel(DeviceIndex(rawValue: 0), TrackingID(rawValue: -7), .window),
        .size(BoardSize(width: 640, height: 480.5)), .rules(TouchRules(palms: .accepted, penOverTouch: .ignored)),
        .mapping(
          SurfaceMapping.Options(fit: .stretch, rotation: .half, range: DeviceRange(x: -5...10, y: 0...4095))),
      ]
  }
}
