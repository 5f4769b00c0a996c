import Foundation
import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Numbers that no program writes, in every place of every kind of drawing: it is refused, drawn or left out, and
/// written as every kind.
struct ExtremeNumberTests {
  private static let numbers = [
    "1e38", "-1e38", "1e300", "-1e300", "1e-310", "0", "-0", "50", "1e19", "9.3e18", "2147483648", "-2147483649",
    "1e60", "1e154", "4294967296.5", "1.7976931348623157e308", "1e11", "99999999",
  ]
  /// XML holds them as text.
  private static let textNumbers = numbers + ["NaN", "inf", "-inf", "1e999"]

  /// Each `~` is a number, and each `@` the sign before a colour.
  private static let drawings: [String] = [
    #"{"version":1,"size":[~,100],"background":{"type":"gradient","from":"@ff0000ff","to":"@0000ff80","angle":~},"operations":["#
      + #"{"id":1,"operation":"add","shape":{"type":"pen","color":"@000000ff","path":{"course":"throughMidpoints","runs":[[~,~,4,~,~,~,~,~,4,~,~,2]]}}},"#
      + #"{"id":2,"operation":"add","shape":{"type":"rectangle","from":[~,~],"to":[~,~],"fill":"@00ff0080","stroke":{"color":"@000000ff","width":~,"dashes":[~,~],"dashPhase":~}}},"#
      + #"{"id":3,"operation":"add","shape":{"type":"angle","vertex":[~,~],"from":[~,~],"to":[~,~],"stroke":{"color":"@000000ff","width":4}}},"#
      + #"{"id":4,"operation":"add","shape":{"type":"ngon","sides":5,"from":[~,~],"to":[~,~],"stroke":{"color":"@000000ff","width":4}}},"#
      + #"{"id":5,"operation":"add","shape":{"type":"line","head":"arrow","from":[~,~],"to":[~,~],"stroke":{"color":"@000000ff","width":4}}},"#
      + #"{"id":6,"operation":"add","shape":{"type":"text","text":"ab","vertex":[~,~],"font":{"family":"Sans","size":~},"color":"@000000ff","width":{"fixed":~}}},"#
      + #"{"id":7,"operation":"transform","shapes":[1],"transform":{"translation":[~,~],"rotation":~,"scale":~}},"#
      + #"{"id":8,"operation":"erase","path":{"course":"straight","runs":[[~,~,9,~,~,9]]}}]}"#,
    #"{"type":"excalidraw","version":2,"elements":["#
      + ["freedraw", "line", "arrow", "rectangle", "ellipse", "diamond", "text"].map {
        #"{"type":"\#($0)","x":~,"y":~,"width":~,"height":~,"angle":~,"strokeColor":"@ff0000","strokeWidth":~,"opacity":~,"#
          + #""points":[[0,0],[~,~],[~,~]],"pressures":[~,~,~],"text":"ab","fontSize":~}"#
      }.joined(separator: ",") + "]}",
    ##"<xournal><page width="~" height="~"><background type="solid" color="@ffffffff" style="plain"/><layer>"##
      + ##"<stroke tool="pen" color="@ff0000ff" width="~ ~ ~">~ ~ ~ ~ ~ ~</stroke><stroke tool="pen" width="~">~ ~</stroke>"##
      + ##"<text font="Sans" size="~" x="~" y="~" color="black">hi</text></layer></page></xournal>"##,
    ##"<ink><traceFormat><channel name="X" max="~"/><channel name="Y" units="mm" min="~"/><channel name="F" min="~" max="~"/>"##
      + ##"<channel name="OA"/><channel name="OE"/></traceFormat><brush id="b"><brushProperty name="width" value="~" units="mm"/>"##
      + ##"<brushProperty name="transparency" value="~"/></brush><trace brushRef="#b">~ ~ ~ ~ ~,'~ '~ ~ ~ ~,"~ "~ ~ ~ ~</trace></ink>"##,
    "{\"drawing\":[[[~,~,~],[~,~,~]],[[~],[~]]]}\n",
    #"{"size":[~,100],"shapes":[{"type":"Pen","id":"1","strokeWidth":~,"strokeColor":"@ff0000ff","isFinished":true,"#
      + #""segments":[{"a":[~,~],"b":[~,~],"width":~}],"start":[~,~],"transform":{"translation":[~,~],"rotation":~,"scale":~}},"#
      + #"{"type":"Ellipse","id":"2","a":[~,~],"b":[~,~],"strokeWidth":~,"strokeColor":"@ff0000ff","fillColor":"@00ff00ff","capStyle":0,"joinStyle":0}]}"#,
  ]

  /// Few of its numbers are extreme, since one is enough to refuse what it is of.
  private func filled(_ template: String, _ random: inout SplitMix64) -> [UInt8] {
    let numbers = template.hasPrefix("<") ? Self.textNumbers : Self.numbers
    let share = 2 + random.next(below: 20)
    return template.replacing("@", with: "#").split(separator: "~", omittingEmptySubsequences: false)
      .reduce(into: [UInt8]()) { text, part in
        if !text.isEmpty {
          let isExtreme = random.next(below: share) == 0
          text += (isExtreme ? numbers[random.next(below: numbers.count)] : "\(1 + random.next(below: 99))").utf8
        }
        text += part.utf8
      }
  }

  @Test(arguments: drawings.indices)
  func `No number ends the program`(kind: Int) throws {
    var readCount = 0
    for seed in PropertySeeds.from(0xE0, count: 60) {
      var random = SplitMix64(seed: seed &* 7 &+ UInt64(kind))
      guard let document = try? DrawingDocument(filled(Self.drawings[kind], &random)) else { continue }
      readCount += 1
      for other in DrawingKind.allCases { _ = try? document.file(as: other) }
      let scale = 40 / max(document.drawing.size.width, document.drawing.size.height)
      _ = try? Board(document.drawing, scale: scale).picture.composed()
    }
    #expect(readCount > 0)
  }

  @Test func `A stroke to the end of all numbers is written as a page of Xournal++`() throws {
    let text =
      ##"{"version":1,"size":[100,100],"background":{"type":"color","color":"#ffffffff"},"operations":["##
      + ##"{"id":1,"operation":"add","shape":{"type":"pen","color":"#000000ff","path":{"course":"throughMidpoints","##
      + ##""runs":[[0,0,4,50,50,4,1e60,60,4]]}}}]}"##
    let document = try DrawingDocument(Array(text.utf8))
    let (bytes, _) = try document.file(as: .xournal)
    #expect(try DrawingDocument(bytes).kind == .xournal)
  }
}
