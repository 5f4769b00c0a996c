import Foundation
import SeededCases
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawings
import TouchReelInkFiles
import TouchReelTouchTracking

@testable import TouchReelDrawingFiles

/// One byte of a drawing that is changed, taken out or put in.
struct ByteDamageTests {
  enum Layout: CaseIterable {
    /// The file as it is written here.
    case own
    case compact
    case pretty
  }

  /// A file of strokes of which each has a colour and a number of points of its own.
  private struct StrokeFile {
    let text: [UInt8]
    let kind: DrawingKind
    /// Where its strokes are.
    let elements: [Range<Int>]

    init(_ kind: DrawingKind, _ layout: Layout, _ random: inout SplitMix64) throws {
      self.kind = kind
      var drawing = Drawing(size: BoardSize(width: 640, height: 480), background: .color(.init(hex: 0xF0F0E0)))
      for number in 0..<5 {
        var path = StrokePath(course: .throughMidpoints, from: Self.vertex(&random))
        for _ in 0...number + 1 { path.extend(to: Self.vertex(&random)) }
        try drawing.append(.add(.pen(PenShape(path: path, color: .init(hex: 0x10_1010 * UInt32(number + 1))))))
      }
      let written = try DrawingDocument.touchreel(DrawingFile(drawing)).file(as: kind).bytes
      text = try Self.laidOut(written, layout)
      elements = Self.elements(of: text)
    }

    private static func vertex(_ random: inout SplitMix64) -> StrokePath.Vertex {
      StrokePath.Vertex(
        BoardPoint(x: Double(random.next(below: 600)), y: Double(random.next(below: 400))), width: 4)
    }

    private static func laidOut(_ text: [UInt8], _ layout: Layout) throws -> [UInt8] {
      if layout == .own { return text }
      let object = try JSONSerialization.jsonObject(with: Data(text))
      return Array(
        try JSONSerialization.data(
          withJSONObject: object, options: layout == .pretty ? [.prettyPrinted, .sortedKeys] : .sortedKeys))
    }

    private static func elements(of text: [UInt8]) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      for name in ["\"elements\"", "\"operations\"", "\"shapes\""] {
        guard let found = text.firstRange(of: Array(name.utf8)),
          let bracket = text[found.upperBound...].firstIndex(of: UInt8(ascii: "["))
        else { continue }
        var scanner = JSONScanner(text, at: bracket + 1)
        repeat {
          scanner.skipBlanks()
          let start = scanner.index
          guard scanner.skipValue() else { break }
          ranges.append(start..<scanner.index)
        } while scanner.accept(UInt8(ascii: ","))
      }
      return ranges
    }
  }

  /// What a stroke is recognised by.
  private static func strokes(of document: DrawingDocument) -> Set<String> {
    Set(
      document.drawing.elements.compactMap { element in
        guard case .pen(let pen) = element.shape?.shape else { return nil }
        return "\(pen.color.red) \(pen.path.runs.joined().count)"
      })
  }

  private static func damaged(_ text: [UInt8], at offset: Int, _ random: inout SplitMix64) -> [(
    [UInt8], isInserted: Bool
  )] {
    let bytes = Array("\"{}[],:x0 7\\\u{0}".utf8) + [text[offset] ^ UInt8(1 << random.next(below: 8)), 0xFF]
    let byte = bytes[random.next(below: bytes.count)]
    var (changed, shorter, longer) = (text, text, text)
    changed[offset] = byte == text[offset] ? byte ^ 1 : byte
    shorter.remove(at: offset)
    longer.insert(bytes[random.next(below: bytes.count)], at: offset)
    return [(changed, false), (shorter, false), (longer, true)]
  }

  @Test(.slow, arguments: [DrawingKind.touchreel, .drawsana, .excalidraw], Layout.allCases)
  func `A byte that is damaged costs no stroke but the one that holds it, and whatever it costs is said`(
    kind: DrawingKind, layout: Layout
  ) throws {
    for seed in PropertySeeds.from(0xB17E, count: 1) {
      var random = SplitMix64(seed: seed)
      let file = try StrokeFile(kind, layout, &random)
      let whole = Self.strokes(of: try DrawingDocument(file.text))
      try #require(whole.count == 5 && file.elements.count == 5)
      // The header whole, and a part of the strokes.
      for offset in file.text.indices
      where PropertySeeds.wantedRuns != nil || offset < 130 || file.text.count - offset < 30 || offset % 37 == 0 {
        let all = Self.damaged(file.text, at: offset, &random)
        for (text, isInserted) in PropertySeeds.wantedRuns == nil ? [all[random.next(below: 3)]] : all {
          try check(text, file, (offset, isInserted), whole, "\(kind), \(layout), seed \(seed)")
        }
      }
    }
  }

  private func check(
    _ text: [UInt8], _ file: StrokeFile, _ damage: (offset: Int, isInserted: Bool), _ whole: Set<String>, _ name: String
  ) throws {
    let (offset, isInserted) = damage
    let shown = String(decoding: text[max(0, offset - 20)..<min(offset + 20, text.count)], as: UTF8.self)
    let comment: Comment = "\(name), offset \(offset), inserted \(isInserted): …\(shown)…"
    #expect(DrawingKind.isDrawing(beginning: Array(text.prefix(64))), comment)
    guard let document = try? DrawingDocument(text, salvaging: true) else {
      Issue.record("refused: \(comment)")
      return
    }
    let strokes = Self.strokes(of: document)
    let touched = file.elements.contains { range in
      range.contains(offset) && !(isInserted && offset == range.lowerBound)
    }
    let missing = whole.subtracting(strokes)
    #expect(missing.count <= (touched ? 1 : 0), "\(comment): \(missing) of \(document.notes) \(document.unread)")
    let count = document.drawing.elements.count + document.unread.count
    #expect(count >= 5 || !document.damage.isEmpty, "\(comment): nothing is said")
  }
}

extension PixelColor {
  fileprivate init(hex: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
      blue: UInt8(truncatingIfNeeded: hex))
  }
}
