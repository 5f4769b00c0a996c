import Foundation
import SeededCases
import SeededDrawings
import Testing
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// Drawings that are cut off or changed are read as far as they go, and past the damage.
struct DamagedDrawingTests {
  private static let kinds: [DrawingKind] = [.touchreel, .drawsana, .excalidraw]

  /// A file of each kind with an element a line, and where its elements end.
  private struct Lines {
    let text: [UInt8]
    private(set) var elements: [Range<Int>] = []

    init(_ text: [UInt8]) {
      self.text = text
      var start = 0
      for (number, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if number > 0, line.first == UInt8(ascii: "{"), line.count > 1 {
          elements.append(start..<start + line.count - (line.last == UInt8(ascii: ",") ? 1 : 0))
        }
        start += line.count + 1
      }
    }

    init(seed: UInt64, as kind: DrawingKind) throws {
      let pages = kind == .touchreel && seed.isMultiple(of: 2) ? 2 : 0
      let drawing = try RandomDrawing(seed: seed, count: 12, pages: pages).drawing
      self.init(try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).bytes)
    }

    /// The number of elements that lie before an offset.
    func count(before offset: Int) -> Int { elements.count { $0.upperBound <= offset } }
  }

  /// The elements that were read, and those that are kept without being understood.
  private func elementCount(_ document: DrawingDocument) -> Int {
    let unread = document.unread.count { !$0.isDamaged }
    if case .touchreel(let file) = document { return file.drawing.operations.count + unread }
    return document.drawing.elements.count + unread
  }

  @Test(arguments: kinds, PropertySeeds.from(0xCD7, count: 10))
  func `A file that is cut off keeps every element before the cut, and says that it is truncated`(
    kind: DrawingKind, seed: UInt64
  ) throws {
    let lines = try Lines(seed: seed, as: kind)
    let whole = try DrawingDocument(lines.text)
    var random = SplitMix64(seed: seed)
    let cuts = (0..<40).map { _ in random.next(below: lines.text.count) } + lines.elements.map(\.upperBound)
    for cut in cuts {
      guard lines.text[cut...].contains(where: { $0 > 0x20 }) else { continue }
      let count = lines.count(before: cut)
      let result = Result { try DrawingDocument(Array(lines.text[..<cut])) }
      guard count > 0 else {
        #expect(throws: DrawingFileError.self, "\(kind), seed \(seed), cut \(cut)") { try result.get() }
        continue
      }
      let document = try result.get()
      #expect(
        document.damage.isTruncated && document.notes.contains { $0.contains("truncated after \(count) element") })
      #expect(elementCount(document) >= count, "\(kind), seed \(seed), cut \(cut)")
      if kind == .touchreel {
        let read = Set(document.drawing.operations.map(\.id))
        #expect(document.drawing.operations == whole.drawing.operations.filter { read.contains($0.id) })
      }
    }
  }

  @Test(arguments: kinds, PropertySeeds.from(0xDA3, count: 10))
  func `A byte that is changed costs no more than the element that it is part of`(
    kind: DrawingKind, seed: UInt64
  ) throws {
    let lines = try Lines(seed: seed, as: kind)
    let count = elementCount(try DrawingDocument(lines.text))
    guard lines.elements.count > 1 else { return }
    var random = SplitMix64(seed: seed)
    let bytes = Array("\"{}[],:\\x0 -\n".utf8)
    for _ in 0..<60 {
      let element = lines.elements[random.next(below: lines.elements.count)]
      let offset = element.lowerBound + random.next(below: element.count)
      var changed = lines.text
      changed[offset] = bytes[random.next(below: bytes.count)]
      let document = try DrawingDocument(changed)
      let lost = kind == .excalidraw ? count - lines.elements.count + 1 : 1
      #expect(
        elementCount(document) >= count - lost,
        "\(kind), seed \(seed), byte \(offset): \(document.unread.map(\.description)), \(document.notes)")
    }
  }

  @Test(arguments: DrawingKind.allCases.filter { $0 != .xournal }, PropertySeeds.from(0xDA4, count: 10))
  func `A file that is changed in any way is read or refused, and written`(kind: DrawingKind, seed: UInt64) throws {
    let drawing = try RandomDrawing(seed: seed, count: 12, pages: seed.isMultiple(of: 2) ? 2 : 0).drawing
    guard let text = try? DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).bytes else { return }
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      guard let document = try? DrawingDocument(Self.mutated(text, &random)) else { continue }
      // What could not be done may be possible in a file in which other operations stand among those of their page.
      if seed.isMultiple(of: 2), !document.unread.isEmpty { continue }
      let (bytes, _) = try document.rewritten.file(as: document.kind)
      let again = try DrawingDocument(bytes)
      #expect(again.drawing.elements.count == document.drawing.elements.count, "\(kind), seed \(seed)")
      #expect(again.kind == .quickdraw || again.damage.isEmpty, "\(kind), seed \(seed): \(again.notes)")
    }
  }

  /// With a few bytes changed, taken out, repeated or added.
  private static func mutated(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var text = text
    for _ in 0...random.next(below: 3) where text.count > 2 {
      let offset = random.next(below: text.count)
      let length = min(1 + random.next(below: 30), text.count - offset)
      switch random.next(below: 4) {
      case 0: text[offset] = UInt8(random.next(below: 256))
      case 1: text.removeSubrange(offset..<offset + length)
      case 2: text.insert(contentsOf: text[offset..<offset + length], at: offset)
      default: text.insert(UInt8(random.next(below: 256)), at: offset)
      }
    }
    return text
  }

  @Test(arguments: PropertySeeds.from(0x1C7, count: 10))
  func `A cut InkML file keeps every trace before the cut`(seed: UInt64) throws {
    let drawing = try RandomDrawing(seed: seed, count: 12, pages: seed.isMultiple(of: 2) ? 2 : 0).drawing
    let text = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: .inkml).bytes
    let tail = Array("</trace>".utf8)
    let ends = text.indices.filter { text[$0...].starts(with: tail) }.map { $0 + tail.count }
    for end in ends {
      let document = try DrawingDocument(Array(text[..<end]))
      #expect(document.damage.isTruncated)
      #expect(document.drawing.elements.count == ends.firstIndex(of: end).map { $0 + 1 }, "seed \(seed)")
    }
  }

  @Test(arguments: ["/* a */", "// a\n", "/* a *//**/ // b }\r\n", "/*/ a */"])
  func `A comment is damage, and costs no element`(comment: String) throws {
    let element = #"{"type":"rectangle","x":1,"y":2,"width":3,"height":4}"#
    let whole = Self.scene([element, element, element])
    for mark in ["[", "{\"type\":\"r", "]", ",\"app", "\"elements", "}"] {
      for (index, part) in whole.split(separator: mark, omittingEmptySubsequences: false).enumerated().dropFirst() {
        let start = part.startIndex
        let offset = whole.index(start, offsetBy: -mark.count)
        // Not within an element.
        guard mark != "}" || part.first != "}" && part.first != nil, mark != "[" || index < 2 else { continue }
        let text = whole[..<offset] + (mark == "[" || mark == "}" ? mark + comment : comment + mark) + whole[start...]
        let document = try DrawingDocument(Array(String(text).utf8))
        #expect(document.drawing.elements.count == 3 && document.unread.isEmpty, "\(text): \(document.notes)")
        let notes = document.notes
        #expect(notes.allSatisfy { $0.contains("a comment is not JSON") } && !notes.isEmpty, "\(text): \(notes)")
      }
    }
    let endless = try DrawingDocument(Array(Self.scene([element, "/* \(element)", element]).utf8))
    #expect(endless.unread.contains(where: \.isDamaged) && !endless.drawing.elements.isEmpty)
  }

  private static func scene(_ elements: [String]) -> String {
    "{\"type\":\"excalidraw\",\"version\":2,\"elements\":[" + elements.joined(separator: ",") + "],\"appState\":{}}"
  }

  private static let box = #"{"type":"ellipse","x":0,"y":0,"width":9,"height":9}"#

  @Test(arguments: [
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[NaN,1]]}"#,
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1,1]}"#,
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1,1]],"boundElements":[{"id":"a","type":"arrow"}}"#,
    #""type":"freedraw","x":0,"y":0}"#, #"{"type":"text,"x":0,"y":0}"#, #"{"type":"ellipse","x":0,"y":0"#, "",
    "nonsense",
  ])
  func `An element that is damaged is skipped, with its number`(element: String) throws {
    let document = try DrawingDocument(Array(Self.scene([Self.box, element, Self.box, Self.box]).utf8))
    #expect(document.drawing.elements.count == 3)
    #expect(document.unread.map(\.index) == [1] && document.unread.first?.isDamaged == true)
    #expect(document.unread.first?.warning(isKept: true) == "it is damaged: skipped")
    let again = try DrawingDocument(try document.file(as: .excalidraw).bytes)
    #expect(again.drawing.elements.count == 3 && again.unread.isEmpty && again.notes.isEmpty)
  }

  @Test(arguments: [
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],["1",1]]}"#,
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1]]}"#,
    #"{"type":"freedraw","x":0,"y":0,"points":[[0,0],[1e999,1]]}"#, #"{"type":"freedraw","x":0,"y":0,"points":[]}"#,
    #"{"type":"freedraw","x":0,"y":0}"#, #"{"type":7}"#, "17", "null", "[]",
  ])
  func `An element of wrong types is not drawn, and kept`(element: String) throws {
    let document = try DrawingDocument(Array(Self.scene([Self.box, element, Self.box]).utf8))
    #expect(document.drawing.elements.count == 2 && document.unread.map(\.index) == [1])
    #expect(document.damage.isEmpty && document.unread.first?.isDamaged == false)
  }

  @Test func `What is wrong outside of elements is said in one line, and the rest is read`() throws {
    let cases = [
      (Self.scene([Self.box]).replacing("\"version\":2", with: "\"version\":2x"), "a member is damaged"),
      (Self.scene([Self.box, Self.box]).replacing("},{", with: "}{"), "a comma is missing"),
      (Self.scene([Self.box]) + "\n\nand more", "line 3: something follows"),
      (Self.scene([Self.box]).replacing("}]", with: "},]"), "a comma has nothing after it"),
    ]
    for (text, line) in cases {
      let document = try DrawingDocument(Array(text.utf8))
      #expect(!document.drawing.elements.isEmpty && document.damage.lines.count == 1)
      #expect(document.damage.lines.first?.contains(line) == true, "\(document.damage.lines)")
    }
  }

  @Test func `Bytes that are not UTF-8 are replaced, and said with their line`() throws {
    let head = Array("{\"version\":1,\"size\":[9,9],\n\"note\":\"".utf8)
    let tail = Array(
      ##"","operations":[{"id":1,"operation":"add","shape":{"type":"pen","color":"#000000ff","path":{"course":"straight","runs":[[1,2,3]]}}}]}"##
        .utf8)
    let document = try DrawingDocument(head + [0x61, 0xFF, 0xE4, 0x62] + tail)
    #expect(document.damage.lines.contains("line 2: bytes are not UTF-8: \u{FFFD} takes their place (2 times)"))
    let written = try document.file(as: .touchreel).bytes
    #expect(String(validating: written, as: UTF8.self)?.contains("a\u{FFFD}\u{FFFD}b") == true)
    let line = Array(#"{"word":""#.utf8) + [0xFF] + Array("\",\"drawing\":[[[1,2],[3,4]]]}\n".utf8)
    let ink = try DrawingDocument(line)
    #expect(ink.damage.lines.count == 1)
    #expect(String(validating: try ink.file(as: .quickdraw).bytes, as: UTF8.self) != nil)
  }

  @Test func `A later version is read where it is salvaged, and refused elsewhere`() throws {
    let text =
      Array(##"{"version":7,"size":[9,9],"background":{"type":"color","color":"#ffffffff"},"##.utf8)
      + Array(#""operations":[{"id":1,"operation":"clear"},{"id":2,"operation":"dance"}]}"#.utf8)
    #expect(throws: DrawingFileError.unknownVersion(7)) { try DrawingDocument(text) }
    let document = try DrawingDocument(text, salvaging: true)
    #expect(document.drawing.operations.count == 1 && document.unread.count == 1)
    #expect(document.damage.lines == ["it is of version 7, later than 1: what is understood is read"])
  }

  @Test func `A number that is too high costs its own operation and none after it`() throws {
    let operations = [1, 9, 3, 4].map { #"{"id":\#($0),"operation":"clear"}"# }.joined(separator: ",")
    let text = ##"{"version":1,"size":[9,9],"background":{"type":"color","color":"#ffffffff"},"operations":["##
    let file = try DrawingFile(json: Array("\(text)\(operations)]}".utf8))
    #expect(file.drawing.operations.map(\.id.rawValue) == [1, 3, 4] && file.unread.map(\.index) == [1])
    let again = try DrawingFile(json: file.json())
    #expect(again.drawing == file.drawing && again.unread.map(\.text) == file.unread.map(\.text))
  }

  @Test func `A drawing that has lost its size is no larger than what lies on it`() throws {
    let pen = ##"{"type":"pen","color":"#000000ff","path":{"course":"straight","runs":[[10,50,4,90,50,4]]}}"##
    let add = #"{"id":1,"operation":"add","shape":\#(pen)}"#
    for size in ["[99999,4]", "[-1,5]", "7"] {
      let file = try DrawingFile(json: Array(#"{"version":1,"size":\#(size),"operations":[\#(add)]}"#.utf8))
      // Half of the width of 4 beyond 90 and 50, and room for what edges are blurred by.
      #expect(file.drawing.size == BoardSize(width: 93, height: 53), "\(size)")
    }
  }

  @Test func `Half of a surrogate pair is U+FFFD, and its element is drawn`() throws {
    var text = Array(#"{"a":"\u00e9\ud83d\ude00\\ud800 \ud800b\udc00"}"#.utf8)
    #expect(text.replaceLoneSurrogates() == [1, 1])
    #expect(String(decoding: text, as: UTF8.self) == #"{"a":"\u00e9\ud83d\ude00\\ud800 \ufffdb\ufffd"}"#)
    let element = #"{"type":"text","id":"a","x":1,"y":2,"width":9,"height":9,"fontSize":20,"text":"a\ud800b"}"#
    let document = try DrawingDocument(Array(#"{"type":"excalidraw","elements":[\#(element)]}"#.utf8))
    #expect(document.unread.isEmpty && document.drawing.elements.count == 1)
    #expect(document.notes.contains { $0.contains("lone surrogate") })
    guard case .text(let shape) = document.drawing.elements[0].shape?.shape else {
      Issue.record("no text")
      return
    }
    #expect(shape.text == "a\u{FFFD}b")
  }

  @Test func `A scene without elements is said to be one`() {
    let error = #expect(throws: DrawingFileError.self) {
      try DrawingDocument(Array(#"{"type":"excalidraw","version":2,"source":"x"}"#.utf8))
    }
    #expect(error.map { "\($0)".contains("elements is missing") } == true, "\(String(describing: error))")
  }

  @Test func `A drawing that has lost its size is as large as what lies on it`() throws {
    let shape = ##"{"type":"Ellipse","a":[0,0],"b":[2500,90],"strokeWidth":2,"strokeColor":"#ff0000ff"}"##
    let document = try DrawingDocument(Array("{\"shapes\":[\(shape),\(shape)".utf8))
    #expect(document.kind == .drawsana && document.drawing.elements.count == 2)
    #expect(document.drawing.size.width > 2500 && document.drawing.size.width < 2600)
    #expect(document.notes.contains { $0.contains("size is lost") })
  }
}
