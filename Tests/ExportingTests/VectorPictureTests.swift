import Foundation
import PixelComparison
import SeededCases
import SeededDrawings
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelExporting
import TouchReelReplaying
import TouchReelTouchTracking

/// Pictures of vectors, drawn by programs of others, beside our own pixels.
@Suite(
  .slow, .enabled(if: OtherPainter.areInstalled, "rsvg-convert (librsvg2-bin) or pdftocairo (poppler-utils) is missing")
)
struct VectorPictureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Checks that the other program's pixels are ours but for the edges of the ink.
  ///
  /// - Parameters:
  ///   - inside: how far other pixels may deviate: a step of 255 for each translucent layer, as all round.
  ///   - edges: how far edges may deviate on average; `nil` for the painter's own.
  private func expectSamePicture(
    _ board: Board, by painter: OtherPainter, inside: Int, edges: Double? = nil, _ comment: Comment
  ) throws {
    let ours = board.picture.composed().onWhite
    let theirs = try painter.pixels(of: VectorPicture(RenderedDrawing(board), texts: .asPaths), in: folder).onWhite
    let difference = try #require(PixelDifference(ours, theirs), comment)
    #expect(difference.insideMaximum <= inside, "\(comment): \(difference)")
    #expect(difference.edgeMean <= edges ?? painter.edgeMean, "\(comment): \(difference)")
  }

  @Test(arguments: OtherPainter.allCases, PropertySeeds.from(0x5E6, count: 8))
  func `Drawings of everything that operations can do look the same`(_ painter: OtherPainter, seed: UInt64) throws {
    let drawing = try RandomDrawing(seed: seed).drawing
    // Copies lie on what they are copies of, so that the deviations of edges and layers add up.
    try expectSamePicture(
      Board(drawing, scale: painter.scale), by: painter, inside: 6, edges: 1.4 * painter.edgeMean, "seed \(seed)")
  }

  @Test(arguments: OtherPainter.allCases, PropertySeeds.from(0x1A90, count: 8))
  func `Layers of any opacity look the same, and hidden ones are not seen`(
    _ painter: OtherPainter, seed: UInt64
  ) throws {
    var (drawing, number) = (try RandomDrawing(seed: seed, layers: 4).drawing, seed)
    // How the ends of dashes meet at corners is for each program to say.
    while drawing.shapes.contains(where: \.isDashed) {
      number += 1000
      drawing = try RandomDrawing(seed: number, layers: 4).drawing
    }
    try expectSamePicture(
      Board(drawing, scale: painter.scale), by: painter, inside: 8, edges: 1.4 * painter.edgeMean, "seed \(seed)")
  }

  /// Strokes that turn back, stand still and swell: where outlines go wrong.
  @Test(arguments: OtherPainter.allCases, PropertySeeds.from(0x0071, count: 6))
  func `Strokes of every width and turn look the same`(_ painter: OtherPainter, seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    for _ in 0..<12 { try drawing.append(.add(.pen(PenShape(path: .random(using: &random), color: .black)))) }
    try expectSamePicture(Board(drawing, scale: painter.scale), by: painter, inside: 2, "seed \(seed)")
  }

  @Test(arguments: OtherPainter.allCases)
  func `A dashed line whose length is a multiple of its pattern does not end in a dot`(_ painter: OtherPainter) throws {
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    var style = StrokeStyle(color: .black, width: 8)
    style.dashes = [24, 24]
    func add(_ start: BoardPoint, _ x: Double, _ y: Double) throws {
      let end = BoardPoint(x: start.x + x, y: start.y + y)
      try drawing.append(.add(.line(LineShape(from: start, to: end, style: style))))
    }
    for count in 2..<9 { try add(BoardPoint(x: 20, y: 20 * Double(count)), 24 * Double(count), 0) }
    // 240 long.
    try add(BoardPoint(x: 240, y: 40), 144, 192)
    try expectSamePicture(Board(drawing, scale: painter.scale), by: painter, inside: 4, "multiples of 24")
  }

  @Test(arguments: OtherPainter.allCases, Ruling.Pattern.allCases)
  func `Paper has the same lines and dots`(_ painter: OtherPainter, pattern: Ruling.Pattern) throws {
    var ruling = Ruling(pattern)
    (ruling.width, ruling.margin, ruling.scale) = (2, pattern == .lines ? -40 : 0, 1.25)
    let drawing = Drawing(
      size: BoardSize(width: 400, height: 300),
      background: .ruled(ruling, on: PixelColor(red: 255, green: 250, blue: 230)))
    try expectSamePicture(Board(drawing, scale: painter.scale), by: painter, inside: 2, edges: 2.5, "\(pattern)")
  }

  /// A translucent image that was turned, and from which was erased.
  @Test(arguments: OtherPainter.allCases)
  func `Images are placed and erased as in our pictures`(_ painter: OtherPainter) throws {
    let pixels = PixelBuffer(size: PixelSize(width: 7, height: 5), filledWith: 0x8000_4080)
    let shape = ImageShape(
      try EmbeddedImage(pixels.png()), from: BoardPoint(x: 50, y: 40), to: BoardPoint(x: 250, y: 200))
    var drawing = Drawing(
      size: BoardSize(width: 400, height: 300), background: .color(PixelColor(red: 255, green: 220, blue: 180)))
    let ids = [try drawing.append(.add(.image(shape))), try drawing.append(.add(.image(shape)))]
    var path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 30, y: 100), width: 30))
    path.extend(to: StrokePath.Vertex(BoardPoint(x: 300, y: 150), width: 30))
    try drawing.append(.erase(Erasure(path: path)))
    try drawing.append(
      .transform([ids[1]], by: .turn(by: 0.4, scale: 0.8, about: BoardPoint(x: 200, y: 100))))
    // Splash fills every pixel of its own that an image touches, an eighth of ours on the right and below.
    let edges = painter == .splash ? 2.75 : nil
    try expectSamePicture(Board(drawing, scale: painter.scale), by: painter, inside: 4, edges: edges, "images")
  }

  @Test(arguments: OtherPainter.allCases, [UInt8(255), 100])
  func `Emoji are the same pictures, turned, erased and faded`(_ painter: OtherPainter, alpha: UInt8) throws {
    let text = TextShape(
      "a😀 👩‍👩‍👧🇩🇪\n👍🏽 b😀", font: TextFont(family: "DejaVu Sans", size: 40),
      color: PixelColor(red: 0, green: 40, blue: 120, alpha: alpha), at: BoardPoint(x: 200, y: 150),
      width: .fitting(limit: 300))
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    let id = try drawing.append(.add(.text(text)))
    var path = StrokePath(from: StrokePath.Vertex(BoardPoint(x: 30, y: 130), width: 12))
    path.extend(to: StrokePath.Vertex(BoardPoint(x: 300, y: 150), width: 12))
    try drawing.append(.erase(Erasure(path: path)))
    try drawing.append(.transform([id], by: .turn(by: 0.3, scale: 1.2, about: BoardPoint(x: 200, y: 150))))
    let board = try Board(drawing, scale: painter.scale)
    // Each program makes a picture smaller in its own way, which shows at the edges within it.
    let edges = painter == .splash ? 9.0 : 3
    try expectSamePicture(board, by: painter, inside: 6, edges: edges, "emoji, alpha \(alpha)")
  }

  /// Only the red is left of an image that is red on its right, also in a mirror.
  @Test(arguments: OtherPainter.allCases, [false, true])
  func `Cropped images are clipped as in our pictures`(_ painter: OtherPainter, isMirrored: Bool) throws {
    var pixels = PixelBuffer(size: PixelSize(width: 40, height: 30), filledWith: 0xff00_4080)
    pixels.withTarget { target in
      for y in 0..<30 {
        guard let row = target.pixels(x: 0, y: y) else { return }
        for x in 20..<40 { row[x] = 0xffc0_2010 }
      }
    }
    var shape = ImageShape(
      try EmbeddedImage(pixels.png()), from: BoardPoint(x: 50, y: 40), to: BoardPoint(x: 250, y: 200))
    shape.isMirrored = isMirrored
    shape.crop = ImageCrop(left: 0.6, top: 0.25, right: 0.9, bottom: 0.75)
    var drawing = Drawing(size: BoardSize(width: 400, height: 300), background: .color(.white))
    let ids = [try drawing.append(.add(.image(shape))), try drawing.append(.add(.image(shape)))]
    try drawing.append(
      .transform([ids[1]], by: .turn(by: 0.4, scale: 0.8, about: BoardPoint(x: 300, y: 100))))
    let edges = painter == .splash ? 2.75 : nil
    let board = try Board(drawing, scale: painter.scale)
    try expectSamePicture(board, by: painter, inside: 4, edges: edges, "cropped images")
  }

  @Test(arguments: OtherPainter.allCases, BackgroundImageMode.allCases)
  func `Images lie under the ink as in our pictures`(_ painter: OtherPainter, mode: BackgroundImageMode) throws {
    var image = PixelBuffer(size: PixelSize(width: 16, height: 8), filledWith: 0xff30_60c0)
    image.withTarget { target in
      Picture(
        background: PreparedBackground(
          .color(PixelColor(red: 200, green: 40, blue: 0)), size: PixelSize(width: 16, height: 4)),
        committed: TiledImage(size: PixelSize(width: 16, height: 4))
      ).compose(.everything(of: PixelSize(width: 16, height: 4)), into: target)
    }
    let id = ImageID(rawValue: "stripes")
    let drawing = Drawing(
      size: BoardSize(width: 320, height: 200), background: .image(id, mode, on: PixelColor(red: 9, green: 99, blue: 9))
    )
    var board = try Board(drawing)
    board.provide(image, as: id)
    let theirs = try painter.pixels(of: VectorPicture(RenderedDrawing(board)), in: folder)
    // Programs blur where an image is enlarged each in their own way; the parts are of the same colours.
    let (ours, size) = (board.picture.composed(), PixelSize(width: 320, height: 200))
    #expect(theirs.size == size)
    let same = (0..<size.height).reduce(0) { count, y in
      count + (0..<size.width).count { PixelDifference.distance(ours[$0, y], theirs[$0, y]) <= 2 }
    }
    #expect(same > size.width * size.height * 3 / 5, "\(same) of \(size.width * size.height) pixels")
  }
}

/// A program of others that makes pixels of pictures of vectors.
enum OtherPainter: CaseIterable {
  case librsvg, poppler
  /// Poppler's own rasteriser, `pdftoppm`. It looks at 4 × 4 places of a pixel, and makes edges lighter than they are:
  /// so it draws eight times as large, and the mean of 8 × 8 of its pixels is compared.
  case splash

  /// How far edges may deviate on average, of 255. Splash moves the upright sides of outlines to whole pixels of its
  /// own (stroke adjustment, which no file can switch off). librsvg deviates most where round ends of dashes that are
  /// shorter than their width overlap: 1.53 in seed 1515, where nearly all of it lies along one such rectangle.
  var edgeMean: Double {
    switch self {
    case .librsvg: 1.55
    case .poppler: 1.5
    case .splash: 2
    }
  }
  /// Pixels to a point.
  var scale: Double { self == .splash ? 1 : 2 }

  static let areInstalled = ["rsvg-convert", "pdftocairo", "pdftoppm"].allSatisfy { Programs.installed($0) != nil }

  func pixels(of picture: VectorPicture, in folder: TemporaryFolder) throws -> PixelBuffer {
    var bytes: [UInt8] = []
    switch self {
    case .librsvg:
      picture.writeSVG { bytes += $0 }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path("a.svg")))
      try Programs.succeed("rsvg-convert", [folder.path("a.svg"), "-o", folder.path("a.png")])
    case .poppler:
      picture.writePDF { bytes += $0 }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path("a.pdf")))
      // 96 pixels to an inch are the picture's own.
      try Programs.succeed(
        "pdftocairo", ["-png", "-singlefile", "-r", "96", folder.path("a.pdf"), folder.path("a")])
    case .splash:
      picture.writePDF { bytes += $0 }
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path("a.pdf")))
      try Programs.succeed(
        "pdftoppm", ["-png", "-singlefile", "-r", "768", folder.path("a.pdf"), folder.path("a")])
      return try PixelBuffer(png: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("a.png"))))).averaged(by: 8)
    }
    return try PixelBuffer(png: [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("a.png")))))
  }
}

extension StrokePath {
  fileprivate static func random(using random: inout SplitMix64) -> StrokePath {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var point = BoardPoint(x: number(20...380), y: number(20...280))
    var width = number(0...30)
    var path = StrokePath(
      course: Bool.random(using: &random) ? .straight : .throughMidpoints, from: Vertex(point, width: width))
    for _ in 0..<Int.random(in: 0...25, using: &random) {
      let reach = number(0...1) < 0.3 ? 1.0 : 60
      point = BoardPoint(
        x: min(max(0, point.x + number(-reach...reach)), 400), y: min(max(0, point.y + number(-reach...reach)), 300))
      if Bool.random(using: &random) { width = number(0...30) }
      let vertex = Vertex(point, width: width)
      if number(0...1) < 0.05 { path.resume(at: vertex) } else { path.extend(to: vertex) }
    }
    return path
  }
}

extension PlacedShape {
  fileprivate var isDashed: Bool {
    vectors.flatMap(\.parts).contains { part in
      if case .stroked(_, let style) = part { !style.dashes.isEmpty } else { false }
    }
  }
}
