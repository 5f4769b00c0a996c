import Canvas
import DrawingBoard
import DrawingFiles
import FoundationEssentials
import Testing
import TouchTracking

@Suite struct BoardMessageTests {
  private static let blue = PixelColor(red: 0, green: 1, blue: 254, alpha: 16)

  static let everyCommand: [BoardCommand] =
    BoardSettings().commands + Tool.allCases.map(BoardCommand.tool) + [

      .fill(blue), .fill(nil), .cap(.butt), .join(.miter), .pattern(.dashed), .sides(9),
      .font(TextFont(family: "DejaVu Serif", size: 13.5)), .text("a\n\"é\u{1F9A5}"), .text(""), .endText,
      .delete, .deselect, .marks(.shown), .restyle(.color(blue)), .restyle(.fill(nil)), .restyle(.fill(blue)),
      .restyle(.width(7)), .restyle(.cap(.square)), .restyle(.join(.bevel)), .restyle(.pattern(.dashed)),
      .pressure(.off),
      .pressure(.all(gamma: 1.5)), .background(.color(blue)),
      .background(.gradient(from: .white, to: blue, angle: 30)),
      .background(.image(ImageID(rawValue: "ab12"), .fit, on: .white)), .clear, .undo, .redo,
      .cancel(DeviceIndex(rawValue: 2), TrackingID(rawValue: -7), .window), .size(BoardSize(width: 640, height: 480.5)),
      .rules(TouchRules(palms: .accepted, penOverTouch: .ignored)), .mapping(SurfaceMapping.Options()),
      .mapping(
        SurfaceMapping.Options(
          fit: .stretch, calibration: CalibrationMatrix(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0.25), rotation: .half,
          range: DeviceRange(x: -5...10, y: 0...4095))),
    ]

  @Test(arguments: everyCommand) func whatIsWrittenIsReadAgain(command: BoardCommand) throws {
    #expect(try BoardMessage.decode(BoardMessage.encode(command)) == command)
  }

  @Test(arguments: [
    (BoardCommand.undo, #"{"command":"undo","version":1}"#),
    (.color(blue), ##"{"command":"color","value":"#0001fe10","version":1}"##),
    (.width(4.5), #"{"command":"width","value":4.5,"version":1}"#),
    (
      .cancel(DeviceIndex(rawValue: 0), TrackingID(rawValue: 5), .window),
      #"{"command":"cancel","value":{"channel":0,"reason":"window","trackingId":5},"version":1}"#
    ),
    (
      .background(.gradient(from: .white, to: .black, angle: 270)),
      ##"{"command":"background","value":{"angle":270,"from":"#ffffffff","to":"#000000ff","type":"gradient"},"version":1}"##
    ),
  ]) func theTextStaysAsItIs(command: BoardCommand, text: String) throws {
    #expect(String(decoding: try BoardMessage.encode(command), as: UTF8.self) == text)
  }

  @Test(arguments: [
    (#"{"version":1,"command":"levitate"}"#, BoardMessageError.unknownCommand("levitate")),
    (#"{"version":2,"command":"undo"}"#, .unknownVersion(2)),
    (#"{"version":1}"#, .malformed("command is missing")),
    (#"{"version":1,"command":"width","value":"wide"}"#, .malformed("value has the wrong type")),
    (#"{"version":1,"command":"tool","value":"laser"}"#, .malformed(#""laser" is none of the known words of value"#)),
    (
      #"{"version":1,"command":"mapping","value":{"fit":"aspect","rotation":0,"calibration":[1,0,0,0,1,0],"range":[5,4,0,1]}}"#,
      .malformed("range is not one that can be")
    ),
    (#"{"version":1,"command":"restyle","value":{"cup":"butt"}}"#, .malformed("style is none of the known ones")),
    (#"{"version":1,"command":"size","value":[1]}"#, .malformed("a size has two sides")),
    (##"{"version":1,"command":"color","value":"#12"}"##, .malformed(##""#12" is no colour"##)),
  ]) func whatIsNotUnderstoodIsReported(text: String, error: BoardMessageError) {
    #expect(throws: error) { try BoardMessage.decode(Array(text.utf8)) }
  }

  @Test(arguments: ["", "{", "[]", "null", "\u{0}", #"{"version":1e99,"command":"undo"}"#, "{\"version\":"])
  func whatIsNoMessageIsReported(text: String) {
    #expect(throws: BoardMessageError.self) { try BoardMessage.decode(Array(text.utf8)) }
  }

  @Test func numbersThatJSONDoesNotHaveAreNotWritten() {
    #expect(throws: BoardMessageError.notWritable) { try BoardMessage.encode(.width(.infinity)) }
  }

  @Test(arguments: ["0xff0080", "ff0080", "#ff0080ff"]) func olderSpellingsOfColoursAreRead(text: String) throws {
    let message = ##"{"version":1,"command":"color","value":"\##(text)"}"##
    #expect(try BoardMessage.decode(Array(message.utf8)) == .color(PixelColor(red: 255, green: 0, blue: 128)))
  }

  @Test func theSchemaIsJSONAndNamesEveryCommand() throws {
    struct Schema: Decodable { var title: String }
    let schema = try JSONDecoder().decode(Schema.self, from: Data(BoardMessage.schema.utf8))
    #expect(schema.title == BoardMessage.schemaName)
    struct Named: Decodable { var command: String }
    for command in Self.everyCommand {
      let name = try JSONDecoder().decode(Named.self, from: Data(BoardMessage.encode(command))).command
      #expect(BoardMessage.schema.contains("\"\(name)\""))
    }
  }
}
