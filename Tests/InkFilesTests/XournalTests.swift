import SeededCases
import Testing

@testable import TouchReelInkFiles

/// Pages of Xournal++.
struct XournalTests {
  /// A page as Xournal++ has them: with a size, pens and texts.
  private func page(seed: UInt64) -> InkPage {
    var page = SeededInk.page(seed: seed)
    page.size = (595.275591, 841.889764)
    page.unitsPerMillimetre = XournalFile.pointsPerMillimetre
    page.background = InkColor(red: 255, green: 250, blue: 240)
    page.device = ""
    for stroke in page.strokes.indices {
      let width = page.strokes[stroke].width ?? 1.41
      (page.strokes[stroke].width, page.strokes[stroke].color) = (width, page.strokes[stroke].color ?? .black)
      setLook(of: &page.strokes[stroke], stroke)
      for sample in page.strokes[stroke].samples.indices {
        page.strokes[stroke].samples[sample].time = nil
        page.strokes[stroke].samples[sample].pressure = nil
      }
      // It has no strokes of one point.
      if page.strokes[stroke].samples.count == 1 { page.strokes[stroke].samples += page.strokes[stroke].samples }
    }
    page.texts = (0..<3).map { number in
      var text = InkText("a <b>\n\"c\" & é", x: 10.5, y: 20, font: "Sans", size: 12, color: .black)
      text.level = page.strokes.count * number / 2
      return text
    }
    return page
  }

  /// Pens are opaque and highlighters have one width; both may be filled, dashed and end in any way.
  private func setLook(of stroke: inout InkStroke, _ number: Int) {
    stroke.isHighlighter = number % 3 == 1
    stroke.color = stroke.color?.with(alpha: stroke.isHighlighter ? UInt8(1 + number % 254) : 255)
    stroke.fill = [nil, 0, 128, 255][number % 4]
    stroke.dashes = [[], [6, 3], [6, 3, 0.5, 3], [0.5, 3], [5, 5, 1, 0.25]][number % 5]
    stroke.cap = [.round, .butt, .square][number / 2 % 3]
    if stroke.isHighlighter { for sample in stroke.samples.indices { stroke.samples[sample].width = nil } }
  }

  @Test(arguments: PropertySeeds.from(0x0FF, count: 30))
  func `What is written is read as it was, and the same page gives the same file`(seed: UInt64) throws {
    let page = page(seed: seed)
    let file = XournalFile.file(of: page)
    #expect(InkKind(beginning: file) == .xournal && file == XournalFile.file(of: page))
    #expect(try XournalFile.read(file) == page, "seed \(seed)")
    #expect(try XournalFile.read(Array(XournalFile.text(of: page).utf8)) == page, "seed \(seed), not packed")
    for count in stride(from: 3, to: file.count, by: 7) {
      guard let part = try? XournalFile.read(Array(file[..<count])) else { continue }
      // What is missing may be the stream's checksum alone.
      let isWhole = part.strokes == page.strokes && part.texts == page.texts
      #expect(part.damage.isTruncated || isWhole, "seed \(seed): \(count) bytes")
      #expect(part.damage.lines.count == 1, "seed \(seed): \(count) bytes: \(part.damage.lines)")
      #expect(page.strokes.starts(with: part.strokes.dropLast()), "seed \(seed): \(count) bytes")
    }
  }

  @Test func `Widths are those of the pieces, as Xournal++ writes them`() throws {
    let text = """
      <xournal><page width="100" height="50"><background type="solid" color="#ffffffff" style="lined"/><layer>
      <stroke tool="pen" color="#0000ffff" width="2.26 1.5 0.5">1 2 3 4 5 6</stroke>
      <stroke tool="highlighter" color="yellow" width="8.5">1 2 3 4</stroke>
      <image left="0" top="0" right="1" bottom="1">AAAA</image></layer></page><page width="1" height="1"/></xournal>
      """
    let page = try XournalFile.read(Array(text.utf8))
    #expect(page.strokes[0].samples.map(\.width) == [1.5, 0.5, 0.5] && page.strokes[0].width == 2.26)
    #expect(page.strokes[1].color == InkColor(red: 255, green: 255, blue: 0, alpha: 0x7f))
    #expect(page.notes == ["it has 2 pages, of which this is the first; --page reads another"])
    #expect(page.images == [InkImage([0, 0, 0], left: 0, top: 0, right: 1, bottom: 1, level: 2)])
    #expect(page.ruling == InkRuling(style: "lined"))
  }

  @Test func `Ink that is widest at its end is the same when it is written again`() throws {
    for own in [[1, 2, 3], [3, 2, 1], [1, 1, 2], [1, 2]] as [[Double]] {
      var page = InkPage()
      page.size = (100, 50)
      var stroke = InkStroke(own.indices.map { InkSample(x: Double($0), y: 5) }, color: .black, width: 3)
      for (index, width) in own.enumerated() { stroke.samples[index].width = width }
      page.strokes = [stroke]
      let text = XournalFile.text(of: page)
      #expect(XournalFile.text(of: try XournalFile.read(Array(text.utf8))) == text, "\(own)")
    }
  }

  @Test func `An eraser's stroke has its own colour, and a point too far away is called that`() throws {
    let text = """
      <xournal><page width="100" height="50"><background type="solid" color="#334455ff"/><layer>
      <stroke tool="eraser" color="#00ff00ff" width="2">1 2 3 4</stroke>
      <stroke tool="pen" width="2">1 2 99999999999999999999 4</stroke>
      <stroke tool="pen" width="2">1 2 3 x</stroke></layer></page></xournal>
      """
    let page = try XournalFile.read(Array(text.utf8))
    #expect(page.strokes.map(\.color) == [InkColor(red: 0, green: 255, blue: 0)])
    #expect(page.damage.lines.count == 2 && page.damage.lines.contains { $0.contains("a point too far away") })
  }

  @Test func `A file that would unpack to far more than it is large is refused`() {
    let bomb = Gzip.packed([UInt8](repeating: 0x20, count: 300 << 20))
    #expect(bomb.count < 4 << 20)
    #expect(throws: InkFileError.self) { try XournalFile.read(bomb) }
  }
}
