import Testing
import TouchReelDrawings

@testable import TouchReelDrawingFiles

/// Values of an Excalidraw element that are none, or that no board draws, are named with a count.
struct ReplacedValuesTests {
  private func notes(_ members: String, _ others: String = "") throws -> [String] {
    let element = "{\(members)}"
    let text = #"{"type":"excalidraw","version":2,"elements":[\#(element),\#(element)]\#(others)}"#
    let document = try DrawingDocument(Array(text.utf8))
    #expect(document.drawing.elements.count == (members.contains("\"text\":\"\"") ? 0 : 2))
    return document.notes
  }

  private static let box = #""type":"rectangle","x":0,"y":0,"width":9,"height":9"#
  private static let text = #""type":"text","x":0,"y":0,"width":9,"height":9,"text":"a""#
  private static let pen = #""type":"freedraw","x":0,"y":0,"points":[[0,0],[5,5],[9,9]],"simulatePressure":false"#

  @Test(arguments: [
    (box + #","strokeWidth":1000"#, "a stroke is thinner or wider than a board draws"),
    (pen + #","strokeWidth":1000,"pressures":[1,1,1]"#, "a stroke is thinner or wider than a board draws"),
    (box + #","strokeWidth":-3"#, "a strokeWidth of 0 or less is none: 2 is taken"),
    (box + #","strokeWidth":0"#, "a strokeWidth of 0 or less is none: 2 is taken"),
    (box + #","strokeStyle":"weird""#, "the strokeStyle \"weird\" is not known; a solid line is drawn"),
    (box + #","opacity":150"#, "an opacity is not within 0 and 100"),
    (#""type":"ellipse","x":0,"y":0,"width":null,"height":9"#, "a position or a side is missing: 0 is taken"),
    (text + #","fontSize":5000"#, "a font is smaller or larger than a board draws"),
    (text + #","textAlign":"justify""#, "the textAlign \"justify\" is not known; left is taken"),
    (text + #","fontFamily":99"#, "the fontFamily 99 is not known; Excalifont is taken"),
    (pen + #","pressures":[0.1,0.5]"#, "a stroke has fewer pressures than points: 0.5 is taken"),
    (pen + #","pressures":[0.1,0.5,1,1]"#, "a stroke has more pressures than points"),
    (pen + #","pressures":[5,0.5,-1]"#, "a stroke has a pressure that is not within 0 and 1"),
  ])
  func `A value that is replaced is one line with a count`(members: String, line: String) throws {
    #expect(try notes(members) == ["2 × " + line])
  }

  @Test func `An empty text is not drawn, which is said`() throws {
    let empty = #""type":"text","x":0,"y":0,"width":9,"height":9,"text":"","originalText":"a""#
    #expect(try notes(empty) == ["2 × an empty text is not drawn"])
  }

  @Test(arguments: [
    box, text, pen + #","pressures":[0,0.5,1]"#, box + #","strokeWidth":4,"opacity":0,"strokeStyle":"dotted""#,
    text + #","fontSize":28,"textAlign":"right","fontFamily":5"#,
  ])
  func `Values that are drawn are not named`(members: String) throws {
    #expect(try notes(members) == [])
  }

  @Test func `A grid that is shown is named with its usual distances`() throws {
    let state = #"{"gridSize":20,"gridStep":5,"gridModeEnabled":true}"#
    let text = #"{"type":"excalidraw","version":2,"elements":[{\#(Self.box)}],"appState":\#(state)}"#
    let losses = try DrawingDocument(Array(text.utf8)).file(as: .touchreel).losses
    #expect(losses == ["gridModeEnabled", "gridSize", "gridStep"].map { "1 × appState.\($0) is not kept" })
  }
}
