import Foundation
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

struct BoardMessageTests {
  private static let blue = PixelColor(red: 0, green: 1, blue: 254, alpha: 16)

  private static let pasted: [PlacedShape] = {
    let style = StrokeStyle(color: blue, width: 3)
    let line = LineShape(from: BoardPoint(x: 10, y: 10), to: BoardPoint(x: 60, y: 40), style: style)
    let path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 30, y: 22), width: 9))
    let holes = [ShapeTransform.identity, .move(byX: 1, y: 2)].map { PlacedShape.Mask(path: path, transform: $0) }
    return [PlacedShape(.line(line)), PlacedShape(.line(line), .turn(by: 1, about: line.end), masks: holes)]
  }()

  static let everyCommand: [BoardCommand] =
    BoardSettings().commands + Tool.allCases.map { BoardCommand.set(\.tool, $0) } + [

      .set(\.fill, blue), .set(\.fill, nil), .set(\.cap, .butt), .set(\.join, .miter), .set(\.pattern, .dashed),
      .set(\.sides, 9),
      .set(\.font, TextFont(family: "DejaVu Serif", size: 13.5)), .text("a\n\"é\u{1F9A5}"), .text(""), .endText,
      .textArea(TextArea(left: -8, top: 0.5, right: 1272, bottom: 712)!),
      .delete, .deselect, .select([ElementID(rawValue: 3), ElementID(rawValue: 1)]), .selectAll, .paste([]),
      .paste(pasted),
      .duplicate(BoardPoint(x: 16, y: -0.5)), .order(.front), .order(.back), .set(\.selecting, .removed),
      .flip(.horizontal), .flip(.vertical), .align(.left), .align(.middle), .distribute(.vertical),
      .set(\.handles, .scaling), .set(\.dragging, .constrained), .set(\.grid, .step(12.5)), .set(\.grid, .none),
      .set(\.marks, .shown), .restyle(.color(blue)), .restyle(.fill(nil)), .restyle(.fill(blue)),
      .restyle(.width(7)), .restyle(.cap(.square)), .restyle(.join(.bevel)), .restyle(.pattern(.dashed)),
      .restyle(.font(.family("Serif"))), .restyle(.font(.size(12.5))), .restyle(.font(.bold(true))),
      .restyle(.font(.italic(false))), .restyle(.align(.end)), .set(\.guide, nil),
      .set(\.guide, Guide(.protractor, at: BoardPoint(x: 7, y: -0.5), angle: -30, size: 99, reach: 12)),
      .set(\.textAlign, .center),
      .set(\.font, TextFont(family: "Sans", size: 9, isBold: true, isItalic: true)),
      .set(\.pressure, .off),
      .set(\.pressure, .all(gamma: 1.5)), .background(.color(blue)),
      .background(.gradient(from: .white, to: blue, angle: 30)),
      .background(.image(ImageID(rawValue: "ab12"), .fit, on: .white)), .background(.ruled(Ruling(.lines), on: blue)),
      .clear, .undo, .redo,
      .cancel(DeviceChannel(rawValue: 2), TrackingID(rawValue: -7), .window),
      .size(BoardSize(width: 640, height: 480.5)),
      .rules(TouchRules(palms: .accepted, penOverTouch: .ignored)), .rules(TouchRules(palmSize: 27.5)),
      .mapping(SurfaceMapping.Options()),
      .mapping(SurfaceMapping.Options(calibration: .identity, rotation: .upright)),
      .mapping(
        SurfaceMapping.Options(
          fit: .stretch, calibration: CalibrationMatrix(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0.25), rotation: .half,
          range: DeviceRange(x: -5...10, y: 0...4095))),
    ]

  @Test(arguments: everyCommand)
  func `What is written is read again`(command: BoardCommand) throws {
    #expect(try BoardMessage.decode(BoardMessage.encode(command)) == command)
  }

  @Test(arguments: [
    (BoardCommand.undo, #"{"command":"undo","version":1}"#),
    (.set(\.color, blue), ##"{"command":"color","value":"#0001fe10","version":1}"##),
    (.set(\.width, 4.5), #"{"command":"width","value":4.5,"version":1}"#),
    (.set(\.eraserWidth, .points(30)), #"{"command":"eraserWidth","value":30,"version":1}"#),
    (.set(\.eraserWidth, .ofStrokes), #"{"command":"eraserWidth","value":null,"version":1}"#),
    (.set(\.erasing, .shapes), #"{"command":"erasing","value":"shapes","version":1}"#),
    (.set(\.eraserEnd, .draws), #"{"command":"eraserEnd","value":"draws","version":1}"#),
    (
      .rules(TouchRules()),
      #"{"command":"rules","value":{"palms":"rejected","penOverTouch":"silencesFingers"},"version":1}"#
    ),
    (
      .rules(TouchRules(palmSize: 30)),
      #"{"command":"rules","value":{"palmSize":30,"palms":"rejected","penOverTouch":"silencesFingers"},"version":1}"#
    ),
    (.mapping(SurfaceMapping.Options()), #"{"command":"mapping","value":{"fit":"aspect"},"version":1}"#),
    (
      .cancel(DeviceChannel(rawValue: 0), TrackingID(rawValue: 5), .window),
      #"{"command":"cancel","value":{"channel":0,"reason":"window","trackingId":5},"version":1}"#
    ),
    (
      .background(.gradient(from: .white, to: .black, angle: 270)),
      ##"{"command":"background","value":{"angle":270,"from":"#ffffffff","to":"#000000ff","type":"gradient"},"version":1}"##
    ),
  ]) func `The text stays as it is`(command: BoardCommand, text: String) throws {
    #expect(String(decoding: try BoardMessage.encode(command), as: UTF8.self) == text)
  }

  @Test(arguments: [
    (#"{"version":1,"command":"levitate"}"#, BoardMessageError.unknownCommand("levitate")),
    (#"{"version":2,"command":"undo"}"#, .unknownVersion(2)),
    (#"{"version":1}"#, .malformed("command is missing")),
    (#"{"version":1,"command":"width","value":"wide"}"#, .malformed("value has the wrong type")),
    (
      #"{"version":1,"command":"cap","value":"pointed"}"#,
      .malformed(#"unknown cap "pointed"; known are butt, round, square"#)
    ),
    (
      #"{"version":1,"command":"restyle","value":{"join":"glued"}}"#,
      .malformed(#"unknown join "glued"; known are miter, round, bevel"#)
    ),
    (
      #"{"version":1,"command":"cancel","value":{"channel":0,"trackingId":1,"reason":"boredom"}}"#,
      .malformed(
        #"unknown reason "boredom"; known are "# + CancelReason.allCases.map(\.rawValue).joined(separator: ", "))
    ),
    (#"{"version":1,"command":"sides","value":3.5}"#, .malformed("value is not a whole number")),
    (#"{"version":1,"#, .malformed("it is not JSON, or has a number that cannot be used")),
    (
      #"{"version":1,"command":"mapping","value":{"fit":"aspect","rotation":0,"calibration":[1,0,0,0,1,0],"range":[5,4,0,1]}}"#,
      .malformed("range is not one that can be")
    ),
    (
      #"{"version":1,"command":"restyle","value":{"cup":"butt"}}"#,
      .malformed(
        "a change is one of color, fill, width, cap, join, pattern, family, textSize, bold, italic and align")
    ),
    (#"{"version":1,"command":"size","value":[1]}"#, .malformed("a size has two sides")),
    (##"{"version":1,"command":"color","value":"#12"}"##, .malformed(##""#12" is not a colour"##)),
  ]) func `What is not understood is reported`(text: String, error: BoardMessageError) {
    #expect(throws: error) { try BoardMessage.decode(Array(text.utf8)) }
  }

  @Test func `An unknown tool is named with all that are known`() {
    let message = #"{"version":1,"command":"tool","value":"\#(String(repeating: "laser", count: 100))"}"#
    let known = Tool.allCases.map(\.rawValue).joined(separator: ", ")
    let reason = "unknown tool \"\(String(repeating: "laser", count: 8))…\"; known are \(known)"
    #expect(throws: BoardMessageError.malformed(reason)) { try BoardMessage.decode(Array(message.utf8)) }
  }

  @Test(arguments: [
    (#"{"version":1,"command":"tool","value":"dashed-line"}"#, BoardCommand.set(\.tool, .dashedLine)),
    (#"{"version":1,"command":"tool","value":"Dashedline"}"#, .set(\.tool, .dashedLine)),
    (#"{"version":1,"command":"smoothing","value":"one-euro"}"#, .set(\.smoothing, .oneEuro)),
    (#"{"version":1,"command":"stacking","value":"under-ink"}"#, .set(\.stacking, .underInk)),
    (#"{"version":1,"command":"color","value":"teal"}"#, .set(\.color, PixelColor(red: 0, green: 128, blue: 128))),
    (#"{"version":1,"command":"theme","value":"red-in-progress"}"#, .set(\.theme, .redInProgress)),
    (#"{"version":1,"command":"pressure","value":{"law":"All","gamma":-3}}"#, .set(\.pressure, .all(gamma: 0.1))),
  ]) func `What the command line takes is read in messages`(text: String, command: BoardCommand) throws {
    #expect(try BoardMessage.decode(Array(text.utf8)) == command)
  }

  /// Whoever writes messages by the schema alone gets what they say.
  @Test func `Every word of the schema is read and has its effect`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(BoardMessage.schema.utf8)) as? [String: Any])
    let kinds = try #require(schema["oneOf"] as? [[String: Any]]).compactMap { $0["properties"] as? [String: Any] }
    var words: [String: [String]] = [:]
    for kind in kinds {
      guard let command = (kind["command"] as? [String: Any])?["const"] as? String,
        let value = (kind["value"] as? [String: Any])?["enum"] as? [String]
      else { continue }
      words[command] = value
      for word in value {
        let message = #"{"version":1,"command":"\#(command)","value":"\#(word)"}"#
        let decoded = try BoardMessage.decode(Array(message.utf8))
        var board = try Board(size: BoardSize(width: 10, height: 10))
        try board.handle(decoded)
        // What is aligned is what is selected; all others are settings.
        guard command != "align" else { continue }
        #expect(board.settings.commands.contains(decoded), "\(message)")
      }
    }
    #expect(
      Set(words.keys) == [
        "tool", "cap", "join", "pattern", "smoothing", "speed", "coloring", "theme", "cancelledInk", "marks", "erasing",
        "eraserEnd", "selecting", "stacking", "shapeEnds", "handles", "dragging",
        "align", "textAlign",
      ])
    #expect(words["tool"] == Tool.allCases.map(\.rawValue) + ["dashed-line"])
    #expect(words["smoothing"] == ["none", "midpoint", "oneEuro", "one-euro"])
  }

  @Test(arguments: ["", "{", "[]", "null", "\u{0}", #"{"version":1e99,"command":"undo"}"#, "{\"version\":"])
  func `What is no message is reported`(text: String) {
    #expect(throws: BoardMessageError.self) { try BoardMessage.decode(Array(text.utf8)) }
  }

  @Test func `Numbers that JSON does not have are not written`() {
    #expect(throws: BoardMessageError.notWritable) { try BoardMessage.encode(.set(\.width, .infinity)) }
  }

  @Test(arguments: ["0xff0080", "ff0080", "#ff0080ff"])
  func `Older spellings of colours are read`(text: String) throws {
    let message = ##"{"version":1,"command":"color","value":"\##(text)"}"##
    #expect(try BoardMessage.decode(Array(message.utf8)) == .set(\.color, PixelColor(red: 255, green: 0, blue: 128)))
  }

  @Test func `The schema is JSON and names every command`() throws {
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
