import Foundation
import SeededCases
import SeededDrawings
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelTouchTracking

struct DrawingFileTests {
  static let seeds = PropertySeeds.from(0xF11E, count: 20)

  /// One of each kind of operation and shape, and what a later version might write.
  private static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/version-1.touchreel.json")

  @Test(arguments: seeds)
  func `What is saved is loaded again`(seed: UInt64) throws {
    let drawing = try RandomDrawing(
      seed: seed, pages: seed.isMultiple(of: 2) ? 3 : 0, layers: seed.isMultiple(of: 3) ? 3 : 0
    ).drawing
    let text = try DrawingFile(drawing).json()
    let file = try DrawingFile(json: text)
    #expect(file.drawing == drawing, "seed \(seed)")
    #expect(try file.unread.isEmpty && file.json() == text, "seed \(seed)")
  }

  @Test(arguments: seeds.prefix(4))
  func `A loaded drawing looks the same and can be undone`(seed: UInt64) throws {
    let drawing = try RandomDrawing(
      seed: seed, pages: seed.isMultiple(of: 2) ? 3 : 0, layers: seed.isMultiple(of: 3) ? 3 : 0
    ).drawing
    var board = try Board(drawing)
    #expect(board.drawing == drawing, "seed \(seed)")
    let loaded = try Board(DrawingFile(json: DrawingFile(board.drawing).json()).drawing)
    #expect(loaded.picture.composed() == board.picture.composed(), "seed \(seed)")
    while board.canUndo { try board.handle(.undo) }
    let blank = try Board(Drawing(size: drawing.boardSize, background: drawing.background))
    #expect(board.picture.composed() == blank.picture.composed(), "seed \(seed)")
  }

  @Test func `The first version is read and written as it is`() throws {
    let text = [UInt8](try Data(contentsOf: Self.golden))
    let file = try DrawingFile(json: text)
    #expect(file.drawing.operations.map(\.id.rawValue) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19])
    #expect(file.unread.map(\.index) == [12, 16])
    #expect(String(decoding: try file.json(), as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }

  @Test func `A text that starts at its anchor is saved as such, in both kinds of files`() throws {
    var drawing = Drawing(size: BoardSize(width: 400, height: 200), background: .color(.white))
    let text = TextShape(
      "Hé\nשלום", font: TextFont(family: "Sans", size: 24), color: .black, at: BoardPoint(x: 120.25, y: 50.5), .start,
      width: .fitting(limit: 200))
    try drawing.append(.add(.text(text)))
    #expect(try DrawingFile(json: DrawingFile(drawing).json()).drawing == drawing)
    let shapes = try DrawsanaFile(json: DrawsanaFile(drawing).json()).drawing.elements.map(\.shape?.shape)
    #expect(shapes == [.text(text)])
  }

  private func file(_ operations: String, extra: String = "") -> [UInt8] {
    Array(
      ##"{"version":1,"size":[40,30],"background":{"type":"color","color":"#ffffffff"}\##(extra),"operations":[\##(operations)]}"##
        .utf8)
  }

  static let line =
    ##"{"id":1,"operation":"add","shape":{"type":"line","from":[1,2],"to":[3,4],"stroke":{"color":"#000000ff","width":2}}}"##

  @Test(arguments: [
    (#"{"id":9,"operation":"levitate","by" : 1e2}"#, "levitate"),
    (#"{"id":9,"operation":"add","shape":{"type":"helix"}}"#, "helix"),
    (#"{"id":9,"operation":"add"}"#, "shape is missing"),
    (#"{"id":1,"operation":"clear"}"#, "the number 1 is taken"),
    (#"{"id":-4,"operation":"clear"}"#, "not usable"),
    (#"{"id":9223372036854775807,"operation":"clear"}"#, "not usable"),
    (#"{"id":9,"operation":"remove","shapes":[7]}"#, "there is no shape 7"),
    (
      #"{"id":9,"operation":"transform","shapes":[1],"transform":{"translation":[0,0],"rotation":0,"scale":0}}"#,
      "transform is not usable"
    ),
    (
      ##"{"id":9,"operation":"add","shape":{"type":"line","from":[1,2],"to":[3],"stroke":{"color":"#0","width":2}}}"##,
      "two coordinates"
    ),
    (
      ##"{"id":9,"operation":"add","shape":{"type":"pen","color":"#000000","path":{"course":"straight","runs":[[1,2,1e9]]}}}"##,
      "width"
    ),
    (#"{"id":9,"operation":"erase","path":{"course":"straight","runs":[]}}"#, "no vertices"),
    (#"{"id":9,"operation":"editText","shapes":[1],"text":"x"}"#, "not a text"),
    ("17", "it has the wrong type"), ("null", "it has the wrong type"),
    (#""text, with \" and }""#, "it has the wrong type"),
  ]) func `What is not understood is reported and written back as it stood`(element: String, reason: String) throws {
    let file = try DrawingFile(json: file("\(Self.line) , \(element),\n" + #"{"id":20,"operation":"clear"}"#))
    #expect(file.drawing.operations.map(\.id.rawValue) == [1, 20])
    let unread = try #require(file.unread.first)
    #expect(unread.index == 1 && String(decoding: unread.text, as: UTF8.self) == element)
    #expect(unread.reason.contains(reason), "\(unread.reason)")
    let again = try DrawingFile(json: file.json())
    #expect(again.unread == file.unread && again.drawing == file.drawing)
  }

  @Test func `Members of later versions are kept`() throws {
    let file = try DrawingFile(json: file(Self.line, extra: #","grid":{"step" : [ 8, 8 ]}"#))
    #expect(String(decoding: try file.json(), as: UTF8.self).contains(#""grid":{"step" : [ 8, 8 ]}"#))
  }

  @Test(arguments: [
    "", "{", "[]", "7", "nonsense", "{}", #"{"version":1}"#, #"{"version":"one","size":[1,1]}"#,
    ##"{"version":1,"size":[0,1],"background":{"type":"color","color":"#fff"},"operations":[]}"##,
    ##"{"version":1,"size":[1e400,1],"background":{"type":"color","color":"#ffffff"},"operations":[]}"##,
    ##"{"version":1,"size":[9,9],"background":{"type":"color","color":"#ffffff"},"operations":{}}"##,
    ##"{"version":1,"size":[9,9],"background":{"type":"color","color":"#ffffff"},"operations":[{]}"##,
    String(repeating: "[", count: 100_000), #"{"version":1,"operations":"# + String(repeating: "[", count: 100_000),
  ]) func `What is no drawing is refused`(text: String) {
    #expect(throws: DrawingFileError.self) { try DrawingFile(json: Array(text.utf8)) }
    #expect(throws: DrawingFileError.self) { try DrawingDocument(Array(text.utf8)) }
  }

  @Test func `A later version is refused by its number`() {
    #expect(throws: DrawingFileError.unknownVersion(2)) {
      try DrawingFile(json: Array(#"{"version":2}"#.utf8))
    }
  }

  @Test func `A file cut or changed anywhere is read or refused`() throws {
    let text = [UInt8](try Data(contentsOf: Self.golden))
    var random = Numbers(state: 0xC07)
    for _ in 0..<300 {
      var damaged = text
      if Bool.random(using: &random) { damaged.removeLast(Int.random(in: 1..<text.count, using: &random)) }
      damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      do throws(DrawingFileError) {
        _ = try DrawingFile(json: damaged)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test(.slow) func `A stroke of a million points is saved and loaded`() throws {
    var path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 0, y: 0), width: 2))
    for number in 1..<1_000_000 {
      path.extend(to: StrokePath.Vertex(BoardPoint(x: Double(number % 200), y: Double(number / 8000)), width: 2))
    }
    var drawing = Drawing(size: BoardSize(width: 200, height: 125), background: .color(.white))
    try drawing.append(.add(.pen(PenShape(path: path, color: .black))))
    #expect(try DrawingFile(json: DrawingFile(drawing).json()).drawing == drawing)
  }
}
