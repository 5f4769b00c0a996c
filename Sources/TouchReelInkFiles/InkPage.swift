/// Strokes on a page, as other programs' ink files hold them: what the formats have in common.
package struct InkPage: Hashable, Sendable {
  /// The page's size, in its units; `nil` where the file says nothing, so that the page is as large as its ink.
  package var size: (width: Double, height: Double)? {
    get { width > 0 && height > 0 ? (width, height) : nil }
    set { (width, height) = newValue ?? (0, 0) }
  }
  private var width = 0.0
  private var height = 0.0
  /// The units of the page's positions in a millimetre; `nil` if they have no known length.
  package var unitsPerMillimetre: Double?
  /// Strokes, bottom to top.
  package var strokes: [InkStroke] = []
  /// Texts, bottom to top, each on top of as many strokes and images as it says.
  package var texts: [InkText] = []
  /// Images, bottom to top, each on top of as many strokes as it says.
  package var images: [InkImage] = []
  /// Where each layer begins, from the lowest, where the page has several.
  package var layers: [InkLayerStart] = []
  /// `nil` where the file says nothing.
  package var background: InkColor?
  /// The image that is stretched over the page, on its colour; `nil` for none.
  package var backgroundFile: InkBackgroundFile?
  /// What is printed on the page; `nil` for nothing.
  package var ruling: InkRuling?
  /// The name of what the strokes were drawn with.
  package var device = ""
  /// The least and greatest pressure that the device can report, where the file says so.
  package var pressures: ClosedRange<Double>?
  /// What the file has besides, one line for each kind.
  package var notes: [String] = []
  /// What no picture shows, so that it is lost where the ink is written anew, one line for each kind: annotations,
  /// groups, settings of the device.
  package var leftOut: [String] = []
  /// The files that lie in one archive with the page's and are not on it, one line for each kind.
  package var leftOutOfArchive: [String] = []
  /// What was not read since the file is damaged.
  package var damage = InkDamage()
  /// The pages of the file, of which this is one.
  package var pageCount = 1

  package init() {}

  /// Whether nothing lies on it.
  package var isEmpty: Bool { strokes.isEmpty && texts.isEmpty && images.isEmpty }

  /// Whether every stroke has its times, so that the page can be played as a recording.
  package var hasTimes: Bool { !strokes.isEmpty && strokes.allSatisfy { $0.samples.allSatisfy { $0.time != nil } } }

  /// What no drawing holds of the strokes and of what drew them, one line for each kind: times, tilt, the device.
  ///
  /// - Parameter kind: of the file; InkML alone names devices.
  package func leftOutOfDrawing(of kind: InkKind) -> [String] {
    let samples = strokes.lazy.flatMap(\.samples)
    let counts = [
      ("the name of the device", kind == .inkml && !device.isEmpty ? 1 : 0),
      ("the tilt of a point", samples.count { $0.tiltX != nil || $0.tiltY != nil }),
      ("the time of a point", samples.count { $0.time != nil }),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.1) × \($0.0) is left out" }
  }

  /// The least rectangle that holds every position; `nil` without strokes.
  package var extent: (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    guard let first = strokes.first?.samples.first else { return nil }
    var (x, y) = (first.x...first.x, first.y...first.y)
    for sample in strokes.lazy.flatMap(\.samples) {
      x = min(x.lowerBound, sample.x)...max(x.upperBound, sample.x)
      y = min(y.lowerBound, sample.y)...max(y.upperBound, sample.y)
    }
    return (x, y)
  }
}

/// The beginning of a layer of a page: what of each kind lies below it.
package struct InkLayerStart: Hashable, Sendable {
  /// What people call it; `nil` for nothing.
  package var name: String?
  fileprivate var strokes: Int
  fileprivate var images: Int
  fileprivate var texts: Int
}

extension InkPage {
  /// Begins another layer on top of what there is.
  mutating func beginLayer(_ name: String?) {
    if layers.isEmpty, !strokes.isEmpty || !texts.isEmpty {
      layers.append(InkLayerStart(name: nil, strokes: 0, images: 0, texts: 0))
    }
    layers.append(InkLayerStart(name: name, strokes: strokes.count, images: images.count, texts: texts.count))
  }

  /// What lies on each layer, from the lowest, as a page that has nothing else; the whole page where it has one. The
  /// page loses what lay on it.
  package mutating func takeLayers() -> [InkPage] {
    defer { (strokes, images, texts, layers) = ([], [], [], []) }
    guard layers.count > 1 else { return [self] }
    return layers.indices.map { index in
      let end = index + 1 < layers.count ? layers[index + 1] : nil
      // An image behind the page lies on the lowest.
      let start = index == 0 ? InkLayerStart(name: nil, strokes: 0, images: 0, texts: 0) : layers[index]
      var page = InkPage()
      page.strokes = Array(strokes[start.strokes..<(end?.strokes ?? strokes.count)])
      page.images = images[start.images..<(end?.images ?? images.count)].map { $0.lowered(by: start.strokes) }
      page.texts = texts[start.texts..<(end?.texts ?? texts.count)].map { $0.lowered(by: start.strokes + start.images) }
      return page
    }
  }
}

/// A file beside that of a page.
package struct InkBackgroundFile: Hashable, Sendable {
  /// The name that the page has: a path, which may be absolute, or the end of the file's name.
  package var name: String
  /// Whether the file's name is that of the page's file, a point and ``name``.
  package var isAttached: Bool
  /// The number of a page, from 1, where the file is a PDF.
  package var page: Int?

  package init(_ name: String, isAttached: Bool) { (self.name, self.isAttached) = (name, isAttached) }
}

/// Lines or dots that are printed on a page, in the words of Xournal++.
package struct InkRuling: Hashable, Sendable {
  /// `lined`, `ruled`, `graph`, `dotted`, `isodotted`, `isograph` or `staves`; later versions may have others.
  package var style: String
  /// What is not as usual, by its key: `m1`, `rm`, `r1`, `lw`, `f1`, `af1`, `f2`, `af2` and others.
  package var config: [String: String]

  package init(style: String, config: [String: String] = [:]) { (self.style, self.config) = (style, config) }
}

/// What lies on a page, by its index among its kind.
package enum InkItem: Hashable, Sendable {
  case stroke(Int)
  case image(Int)
  case text(Int)
}

extension InkPage {
  /// Everything on the page, bottom to top.
  package var items: [InkItem] {
    var items: [InkItem] = []
    items.reserveCapacity(strokes.count + images.count + texts.count)
    var (images, texts) = (images.indices, texts.indices)
    // Strokes and images; texts are not counted by the levels.
    var level = 0
    func addTexts(_ items: inout [InkItem]) {
      while let text = texts.first, self.texts[text].level <= level { items.append(.text(texts.removeFirst())) }
    }
    for stroke in 0...strokes.count {
      addTexts(&items)
      while let image = images.first, self.images[image].level <= stroke || stroke == strokes.count {
        items.append(.image(images.removeFirst()))
        level += 1
        addTexts(&items)
      }
      guard stroke < strokes.count else { break }
      items.append(.stroke(stroke))
      level += 1
    }
    return items + texts.map(InkItem.text)
  }

  /// How many strokes and images there are: the level of a text above all of them.
  package var topLevel: Int { strokes.count + images.count }
}

/// How a line ends.
package enum InkCap: String, Hashable, Sendable {
  case round, butt, square
}

/// One contact from its beginning to its end. It has at least one sample.
package struct InkStroke: Hashable, Sendable {
  package var samples: [InkSample]
  package var color: InkColor?
  /// The width in the page's units, where no sample has its own.
  package var width: Double?
  /// Whether it is as wide however hard the pen was pressed.
  package var ignoresPressure = false
  /// The opacity of the area inside of it, which has its colour; `nil` where it is not filled.
  package var fill: UInt8?
  /// Lengths of dashes and gaps, in turns, in the page's units; empty for a line without gaps.
  package var dashes: [Double] = []
  package var cap = InkCap.round
  /// Whether what it is drawn over shows through as through a marker, so that black stays black.
  package var isHighlighter = false

  package init(_ samples: [InkSample], color: InkColor? = nil, width: Double? = nil) {
    self.samples = samples
    self.color = color
    self.width = width
  }
}

/// Text on a page.
package struct InkText: Hashable, Sendable {
  package var text: String
  /// The upper left corner, in the page's units.
  package var x: Double
  package var y: Double
  package var font: String
  /// The size of the font, in the page's units.
  package var size: Double
  package var color: InkColor
  /// The number of strokes and images that lie below it.
  package var level = Int.max

  package init(_ text: String, x: Double, y: Double, font: String, size: Double, color: InkColor) {
    (self.text, self.x, self.y) = (text, x, y)
    (self.font, self.size, self.color) = (font, size, color)
  }
}

/// An image on a page, stretched to fill a rectangle.
package struct InkImage: Hashable, Sendable {
  /// The content of a PNG or JPEG file, or whatever else the page has in its place.
  package var bytes: [UInt8]
  /// The sides of the rectangle, in the page's units.
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double
  /// The number of strokes that lie below it.
  package var level: Int

  package init(_ bytes: [UInt8], left: Double, top: Double, right: Double, bottom: Double, level: Int) {
    (self.bytes, self.level) = (bytes, level)
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

extension InkText {
  /// The same where so many strokes and images fewer lie below it.
  fileprivate func lowered(by count: Int) -> InkText {
    var text = self
    text.level = max(0, level - count)
    return text
  }
}

extension InkImage {
  /// The same where so many strokes fewer lie below it.
  fileprivate func lowered(by count: Int) -> InkImage {
    var image = self
    image.level = max(0, level - count)
    return image
  }
}

/// Not premultiplied.
package struct InkColor: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8
  package var alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let black = InkColor(red: 0, green: 0, blue: 0)

  /// `#rgb`, `#rrggbb` or `#rrggbbaa`; `nil` for any other text.
  package init?(hexadecimal text: some StringProtocol) {
    if text.utf8.count == 4 {
      self.init(hexadecimal: "#" + text.dropFirst().map { "\($0)\($0)" }.joined())
      return
    }
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }), let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    let bytes = digits.count == 8 ? value : value << 8 | 0xff
    self.init(
      red: UInt8(bytes >> 24), green: UInt8(bytes >> 16 & 255), blue: UInt8(bytes >> 8 & 255), alpha: UInt8(bytes & 255)
    )
  }

  /// `#rrggbb`, with `aa` where it is translucent or `alpha` is wanted.
  package func hexadecimal(withAlpha: Bool = false) -> String {
    let parts = [red, green, blue] + (withAlpha || alpha < 255 ? [alpha] : [])
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Why an ink file was not read.
package struct InkFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  package var line: Int
  package var message: String
  /// Whether the file is sound and holds more than the ``InkLimits``.
  package var isOfLimit: Bool
  /// Whether the file is sound and does not have the page that was asked for.
  package var isOfPage = false

  package var description: String { "line \(line): \(message)" }

  package init(line: Int, _ message: String, isOfLimit: Bool = false) {
    self.line = line
    self.message = message
    self.isOfLimit = isOfLimit
  }

  /// - Parameters:
  ///   - page: the number of a page that is not there, from 1.
  ///   - count: the pages that are.
  init(noPage page: Int, of count: Int) {
    self.init(line: 1, "it has no page \(page), only \(count == 1 ? "one page" : "\(count) pages")")
    isOfPage = true
  }
}
