import Testing

@testable import TouchReelCanvas

/// Text.
struct TextLayoutTests {
  private func layout(
    _ text: String, family: String = "DejaVu Sans", size: Double = 20, width: TextWidth = .fitting(limit: 1000)
  ) throws -> TextLayout {
    try #require(TextLayout(text, font: TextFont(family: family, size: size), width: width))
  }

  private func coverage(_ layout: TextLayout, scale: Double = 1) -> CoverageLayer {
    var coverage = CoverageLayer(size: PixelSize(width: 256, height: 128))
    var damage = Damage(size: coverage.size)
    coverage.add(layout.path { SubpixelPoint(x: $0 * scale, y: $1 * scale) }, style: .fill(.nonZero), damage: &damage)
    return coverage
  }

  @Test func `Text has ink within its box and grows with its size`() throws {
    let text = try layout("Hg")
    #expect(text.width > 20 && text.width < 40 && text.height > 20 && text.height < 30)
    let ink = coverage(text)
    let inside = (0..<128).flatMap { y in (0..<256).map { (x: $0, y: y) } }.filter {
      ink.coverage(x: $0.x, y: $0.y) > 0
    }
    #expect(!inside.isEmpty)
    #expect(inside.allSatisfy { Double($0.x) < text.width && Double($0.y) < text.height })
  }

  @Test func `Twice the size is twice as wide and as high, unhinted`() throws {
    let (small, large) = (try layout("Unhinted"), try layout("Unhinted", size: 40))
    #expect(abs(large.width - 2 * small.width) < 0.05)
    #expect(abs(large.height - 2 * small.height) < 0.05)
  }

  @Test func `A line breaks where it would exceed the limit, and a fitted box is as wide as its lines`()
    throws
  {
    let (one, wrapped) = (try layout("one two three"), try layout("one two three", width: .fitting(limit: 70)))
    #expect(abs(wrapped.height - 3 * one.height) < 0.1)
    #expect(wrapped.width <= 70 && wrapped.width < one.width)
    #expect(try layout("one", width: .fixed(150)).width == 150)
  }

  /// Columns and rows of a text that its outlines and pictures reach, in points.
  private func reach(_ layout: TextLayout) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    let outlined = layout.elements.compactMap { element -> TextLayout.Point? in
      switch element {
      case .line(let point), .curve(_, _, to: let point): point
      case .move, .close: nil
      }
    }
    let pictured = layout.pictures.flatMap { picture in
      [
        TextLayout.Point(x: picture.x, y: picture.y),
        TextLayout.Point(x: picture.x + picture.width, y: picture.y + picture.height),
      ]
    }
    let points = outlined + pictured
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test(arguments: ["W", "ש", "漢", "\u{1F600}"])
  func `All of a long line is there, in every script, to its last letter`(letter: Character) throws {
    let text = try layout(String(repeating: letter, count: 200), width: .fixed(65_536))
    let line = try #require(reach(text))
    let one = try #require(reach(try layout(String(letter))))
    // 200 advances; the outlines begin and end as close to the box as a single letter's.
    let advance = try layout(String(letter)).width
    #expect(abs((line.x.upperBound - line.x.lowerBound) - (199 * advance + one.x.upperBound - one.x.lowerBound)) < 1)
  }

  @Test func `All lines of a long text are there`() throws {
    let text = try layout((1...300).map(String.init).joined(separator: "\n"))
    let lines = try #require(reach(text))
    #expect(lines.y.upperBound > text.height * 299 / 300 && lines.y.lowerBound < text.height / 300)
    // Each line has outlines of its own: a digit or more between its top and its bottom.
    let tops = text.elements.compactMap { element -> Int? in
      guard case .move(let point) = element else { return nil }
      return Int(point.y * 300 / text.height)
    }
    #expect(Set(tops) == Set(0..<300))
  }

  @Test func `What no font has keeps its place as boxes`() throws {
    // A private code point between two letters.
    let (with, without) = (try layout("a\u{F0F0F}b"), try layout("ab"))
    #expect(with.width > without.width + 5)
    #expect(with.elements.count > without.elements.count)
  }

  @Test func `A font that is there is not replaced, nor is a word for a kind of font`() throws {
    for family in ["DejaVu Sans", "dejavu sans", "Sans", "Serif", "Monospace", ""] {
      #expect(try layout("x", family: family).fallbackFamily == nil, "\(family)")
    }
  }

  @Test func `An unknown font falls back and is reported`() throws {
    let text = try layout("x", family: "No Such Font \u{1F9A5}")
    #expect(text.fallbackFamily?.isEmpty == false)
    // The style that Xournal++ writes with a family is used.
    let (bold, plain) = (try layout("wide", family: "Sans Bold"), try layout("wide", family: "Sans"))
    #expect(bold.fallbackFamily == nil && bold.width > plain.width)
    #expect(!text.elements.isEmpty)
  }

  @Test(arguments: [
    "", "\0", "a\0b", "\n\n\n", "\u{202E}right to left", "\u{FFFD}\u{10FFFF}", "שלום", "e\u{301}\u{301}\u{301}",
    String(repeating: "\u{301}", count: 3000), String(repeating: "W", count: 100_000),
    String(repeating: "\n", count: 100_000),
  ]) func `Whatever the text, it is set or cut`(text: String) throws {
    for size in [Double.nan, -1, 14, 1e9] {
      let set = try layout(text, size: size, width: .fitting(limit: 320))
      #expect(set.width >= 0 && set.width <= 1000 && set.height <= 2_000_000)
    }
  }

  @Test(arguments: [Double.nan, 0, -5, 1e300, .infinity])
  func `Widths that cannot be are held to their range`(
    width: Double
  ) throws {
    let set = try layout("ab", width: .fixed(width))
    #expect(TextWidth.range.contains(set.width))
  }
}
