import Foundation
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// Others read what the board's messages mean.
@Suite(
  .slow,
  .enabled(
    if: Python.isReady, Python.absence))
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

  @Test func `A file that is written carries the schema, and its messages keep to it; others do not`() throws {
    let folder = try TemporaryFolder()
    let wrong = [
      #"{"version":2,"command":"undo"}"#, #"{"version":1,"command":"levitate"}"#, #"{"version":1,"command":"width"}"#,
      ##"{"version":1,"command":"color","value":"red"}"##, #"{"version":1,"command":"size","value":[1]}"#,
      #"{"version":1,"command":"restyle","value":{"width":1,"cap":"butt"}}"#,
      #"{"version":1,"command":"tool","value":"laser"}"#, #"{"version":1,"command":"cap","value":"pointed"}"#,
      #"{"version":1,"command":"background","value":{"type":"color"}}"#,
      #"{"version":1,"command":"textArea","value":[0,0,640]}"#,
      #"{"version":1,"command":"font","value":{"family":"Sans","size":0}}"#,
    ]
    let commands = BoardCommand.examples
    let right = [
      #"{"version":1,"command":"tool","value":"dashed-line"}"#, #"{"version":1,"command":"width","value":9999}"#,
      ##"{"version":1,"command":"color","value":"#00ff00"}"##,
    ]
    let steps = commands.map(BoardRecording.Step.command) + (right + wrong).map(BoardRecording.Step.text)
    try BoardRecording(steps).write(to: folder.url.appendingPathComponent("plain.mcap"))
    let outcome = try Touchreel.run("convert", folder.path("plain.mcap"), folder.path("written.mcap"))
    try #require(outcome.status == 0, "\(outcome)")
    let text = String(
      decoding: try Python.succeed(["-c", Self.script, folder.path("written.mcap")]), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let good = commands.count + right.count
    #expect(lines.count == good + wrong.count)
    #expect(lines.prefix(good).filter { $0 != "right" } == [])
    #expect(lines.suffix(wrong.count).filter { $0 == "right" } == [])
  }
}

extension TouchLook {
  fileprivate static func restyled(_ color: PixelColor, width: Double) -> TouchLook {
    var look = TouchLook()
    (look.isHidden, look.color, look.width) = (true, color, width)
    return look
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
      .font(.family("Serif")), .font(.size(12)), .font(.bold(true)), .font(.italic(true)), .align(.end),
    ]
    return BoardSettings().commands + Tool.allCases.map { BoardCommand.set(\.tool, $0) }
      + backgrounds.map(BoardCommand.background)
      + changes.map(BoardCommand.restyle) + [
        .set(\.fill, blue), .set(\.pressure, .off), .set(\.pressure, .all(gamma: 1.5)), .text("a\n\"é"), .endText,
        .textArea(TextArea(left: 0, top: 0, right: 640, bottom: 480)!),
        .delete, .deselect,
        .clear,
        .undo, .redo, .cancel(DeviceChannel(rawValue: 0), TrackingID(rawValue: -7), .window),
        .size(BoardSize(width: 640, height: 480.5)), .rules(TouchRules(palms: .accepted, penOverTouch: .ignored)),
        .rules(TouchRules(palmSize: 30)), .touches(TouchChange([Touch.ID(rawValue: 3)], .restyled(blue, width: 7))),
        .mapping(
          SurfaceMapping.Options(fit: .stretch, rotation: .half, range: DeviceRange(x: -5...10, y: 0...4095))),
      ]
  }
}
