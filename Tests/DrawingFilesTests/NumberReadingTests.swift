import Foundation
import SeededCases
import Testing
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Points that are read beside the decoder, and what limits them.
struct NumberReadingTests {
  @Test(arguments: PropertySeeds.from(0x2EA, count: 20))
  func `Numbers are those that the decoder reads`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var text = random.next(below: 2) == 0 ? "-" : ""
      text += random.next(below: 4) == 0 ? "0" : "\(1 + random.next(below: 9))"
      if text.last != "0" { text += Self.digits(random.next(below: 19), &random) }
      if random.next(below: 2) == 0 { text += "." + Self.digits(1 + random.next(below: 18), &random) }
      if random.next(below: 4) == 0 { text += "e\(random.next(below: 560) - 280)" }
      var scanner = JSONScanner(Array(text.utf8))
      let expected = try? JSONDecoder().decode(Double.self, from: Data(text.utf8))
      let number = scanner.number()
      #expect(number?.bitPattern == expected?.bitPattern, "seed \(seed): \(text)")
    }
  }

  private static func digits(_ count: Int, _ random: inout SplitMix64) -> String {
    (0..<count).map { _ in "\(random.next(below: 10))" }.joined()
  }

  private static let pen =
    ##""operation":"add","shape":{"type":"pen","color":"#000000ff","path":{"course":"straight","runs":"##
  private static let head =
    ##"{"version":1,"size":[90,60],"background":{"type":"color","color":"#ffffffff"},"operations":["##
  private static let stroke = ##""stroke":{"color":"#000000ff","width":2"##

  private static let crowded: [String] = [
    head + ##"{"id":1,\##(pen)[[1,2,3,4,5,6,7,8,9]]}}}]}"##,
    head + ##"{"id":1,\##(pen)[[1,2,3],[4,5,6],[7,8,9]]}}}]}"##,
    head + ##"{"id":1,"operation":"add","shape":{"type":"path","points":[[1,2],[3,4],[5,6]],\##(stroke)}}}]}"##,
    head + #"{"id":1,"operation":"erase","path":{"course":"straight","runs":[[1,2,3,4,5,6,7,8,9]]}}]}"#,
    head + #"{"id":1,"operation":"remove","shapes":["# + String(repeating: "1,", count: 110) + "1]}]}",
    #"{"type":"excalidraw","elements":[{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1,1],[2,2]]}]}"#,
    #"{"size":[9,9],"shapes":[{"type":"Pen","strokeWidth":1,"start":[0,0],"segments":["#
      + (0..<3).map { ##"{"width":1,"b":[\##($0),1],"a":[0,0]}"## }.joined(separator: ",") + "]}]}",
    "{\"drawing\":[[[0,1],[0,1]],[[2],[3]]]}",
  ]

  @Test(arguments: crowded)
  func `More points than the limit are refused while they are read, by the option's name`(text: String) throws {
    let error = #expect(throws: DrawingFileError.self) {
      try DrawingDocument(Array(text.utf8), limits: InkLimits(points: 2, strokes: 9))
    }
    #expect(
      error?.description.contains("more than 2 points; --limits points=N raises the limit") == true,
      "\(text): \(error as Any)")
    #expect(throws: Never.self) { try DrawingDocument(Array(text.utf8), limits: InkLimits(points: 20, strokes: 9)) }
  }

  @Test func `A number in the place of points is no points`() throws {
    let bad = [
      ##"{"id":2,\##(Self.pen)0}}}"##,
      ##"{"id":3,"operation":"add","shape":{"type":"path","points":0,\##(Self.stroke)}}}"##,
    ]
    let good = ##"{"id":1,\##(Self.pen)[[1,2,3]]}}}"##
    let document = try DrawingDocument(Array((Self.head + ([good] + bad).joined(separator: ",") + "]}").utf8))
    #expect(document.drawing.elements.count == 1 && document.unread.map(\.index) == [1, 2])
  }

  @Test(arguments: [("1e38", 1), ("-70000", 1), ("65536", 0), ("65537", 1)])
  func `Coordinates that are moved to the edge are said with their number`(number: String, count: Int) throws {
    let text = Self.head + ##"{"id":1,\##(Self.pen)[[1,2,3,\##(number),5,6]]}}}]}"##
    let document = try DrawingDocument(Array(text.utf8))
    let expected = "\(count) \u{d7} a coordinate beyond 65536 points is moved to the edge of what a drawing holds"
    #expect(document.notes == (count == 0 ? [] : [expected]))
  }

  @Test func `A coordinate of a rectangle that is moved to the edge is said once, and not where it is kept`() throws {
    let shape = ##"{"type":"rectangle","from":[10,10],"to":[1e30,4],\##(Self.stroke)}}"##
    let text = Array((Self.head + ##"{"id":1,"operation":"add","shape":\##(shape)}]}"##).utf8)
    let document = try DrawingDocument(text)
    #expect(document.notes.map { $0.prefix(3) } == ["1 \u{d7}"])
    let kept = ConvertedContent(document, of: text, as: .drawsana, written: [])
    #expect(kept.lines.isEmpty, "\(kept.lines)")
  }
}
