import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// The pens that the user keeps.
struct PenRackTests {
  private static let red = PixelColor(red: 204, green: 0, blue: 0)

  private func chosen(_ kinds: PenPreset.Kind...) throws -> (rack: PenRack, board: Board) {
    var (rack, board) = (PenRack(texts: [:]), try Board(size: BoardSize(width: 100, height: 100)))
    for kind in kinds { try perform(rack.choose(kind, over: board.settings), on: &board, &rack) }
    return (rack, board)
  }

  private func perform(_ commands: [BoardCommand], on board: inout Board, _ rack: inout PenRack) throws {
    for command in commands { try board.handle(command) }
    rack.follow(board.settings)
  }

  @Test func `The first pen is what a board begins with`() throws {
    let board = try Board(size: BoardSize(width: 10, height: 10))
    var rack = PenRack(texts: [:])
    #expect(rack.choose(.pen, over: board.settings) == [] && rack.chosen == .pen)
  }

  @Test func `A highlighter is chosen with its colour, its width and its place below ink`() throws {
    let (rack, board) = try chosen(.highlighter)
    #expect(board.settings.stacking == .underInk && board.settings.width == 20)
    #expect(board.settings.color == PixelColor(red: 255, green: 224, blue: 0, alpha: 128))
    #expect(board.settings.pressure == .off && rack.pen(of: board.settings) == .highlighter)
  }

  @Test func `What is changed while a pen draws is changed of that pen alone`() throws {
    var (rack, board) = try chosen(.highlighter)
    try perform([.set(\.width, 30), .set(\.smoothing, .none)], on: &board, &rack)
    try perform(rack.choose(.pen, over: board.settings), on: &board, &rack)
    #expect(board.settings.width == 4 && board.settings.stacking == .overInk)
    try perform([.set(\.width, 6)], on: &board, &rack)
    try perform(rack.choose(.highlighter, over: board.settings), on: &board, &rack)
    #expect(board.settings.width == 30 && board.settings.smoothing == .none)
    #expect(rack[.pen].width == 6 && rack[.pencil] == PenPreset(.pencil))
  }

  @Test func `Only the texts of what was changed are kept again`() throws {
    var (rack, board) = try chosen(.highlighter)
    let before = rack
    #expect(rack.texts(changedSince: before).isEmpty)
    try perform([.set(\.width, 30)], on: &board, &rack)
    #expect(Set(rack.texts(changedSince: before).keys) == ["highlighter"])
    rack.record(Self.red)
    #expect(Set(rack.texts(changedSince: before).keys) == ["highlighter", "recent"])
    #expect(before.texts.merging(rack.texts(changedSince: before)) { $1 } == rack.texts)
  }

  /// Windows that are open at a time keep what was changed in them, one after the other.
  @Test(arguments: PropertySeeds.from(0x9E45, count: 20))
  func `What one window has kept of a pen stays until another changes that pen`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var kept: [String: String] = [:]
    var widths: [PenPreset.Kind: Double] = [:]
    var windows = try (0..<3).map { _ in try chosen(.pen) }
    var written = windows.map(\.rack)
    var colors: [PixelColor] = []
    func keep(_ window: Int) {
      kept.merge(windows[window].rack.texts(changedSince: written[window], beside: kept)) { $1 }
      written[window] = windows[window].rack
    }
    for _ in 0..<60 {
      let window = random.next(below: 3)
      var (rack, board) = windows[window]
      switch random.next(below: 3) {
      case 0:
        let kind = PenPreset.Kind.allCases[random.next(below: PenPreset.Kind.allCases.count)]
        try perform(rack.choose(kind, over: board.settings), on: &board, &rack)
      case 1:
        guard let kind = rack.chosen else { break }
        let width = Double(1 + random.next(below: 40))
        let isOther = rack[kind].width != width
        try perform([.set(\.width, width)], on: &board, &rack)
        if isOther { widths[kind] = width }
      default:
        let color = PixelColor(red: UInt8(random.next(below: 12)), green: 1, blue: 1)
        if rack.recentColors.first != color {
          colors.removeAll { $0 == color }
          colors.insert(color, at: 0)
        }
        rack.record(color)
      }
      windows[window] = (rack, board)
      keep(window)
    }
    let before = kept
    for window in [1, 0, 2] { keep(window) }
    let rack = PenRack(texts: kept)
    #expect(kept == before)
    for (kind, width) in widths { #expect(rack[kind].width == width, "\(kind)") }
    #expect(rack.recentColors == Array(colors.prefix(PenRack.recentColorLimit)))
  }

  @Test func `A colour that a shape is drawn in is not the pen's`() throws {
    var (rack, board) = try chosen(.pencil)
    try perform(rack.choose(.rectangle, over: board.settings), on: &board, &rack)
    try perform(rack.choose(Self.red, over: board.settings), on: &board, &rack)
    #expect(board.settings.color == Self.red && rack[.pencil] == PenPreset(.pencil))
    try perform(rack.choose(Tool.pencil, over: board.settings), on: &board, &rack)
    #expect(board.settings.color == PenPreset(.pencil).color && rack.chosen == .pencil)
  }

  @Test(arguments: PenPreset.Kind.allCases)
  func `With the eraser, a colour brings the pen back`(_ kind: PenPreset.Kind) throws {
    var (rack, board) = try chosen(kind)
    try perform(rack.choose(.eraser, over: board.settings), on: &board, &rack)
    #expect(rack.pen(of: board.settings) == nil)
    try perform(rack.choose(Self.red, over: board.settings), on: &board, &rack)
    #expect(rack.pen(of: board.settings) == kind && board.settings.tool == PenPreset(kind).tool)
    #expect(rack[kind].color.red == 204 && rack[kind].color.alpha == (kind == .highlighter ? 128 : 255))
  }

  @Test func `A colour leaves colours by fingers, and a recording that is continued has no pen`() throws {
    var (rack, board) = try chosen(.pen)
    rack.putAway()
    try perform([.set(\.coloring, .byTouch), .set(\.tool, .eraser)], on: &board, &rack)
    try perform(rack.choose(Self.red, over: board.settings), on: &board, &rack)
    #expect(board.settings.tool == .pencil && board.settings.coloring == .chosen && board.settings.color == Self.red)
    #expect(rack[.pen] == PenPreset(.pen) && rack.chosen == nil)
  }

  @Test func `What is kept between starts is what was`() throws {
    var (rack, board) = try chosen(.own, .dashed, .highlighter)
    try perform([.set(\.width, 17.5), .set(\.pressure, .pens(gamma: 2))], on: &board, &rack)
    for green in 0..<9 as Range<UInt8> { rack.record(PixelColor(red: 1, green: green, blue: 2)) }
    rack.record(PixelColor(red: 1, green: 5, blue: 2))
    #expect(rack.recentColors.map(\.green) == [5, 8, 7, 6, 4, 3, 2])
    #expect(Set(rack.texts.keys).isSubset(of: PenRack.names))
    let kept = PenRack(texts: rack.texts)
    for kind in PenPreset.Kind.allCases { #expect(kept[kind] == rack[kind]) }
    #expect(kept.chosen == .highlighter && kept.recentColors == rack.recentColors)
    #expect(kept[.highlighter].followsPressure && rack.exponent == 2)
  }

  @Test(arguments: [
    "", "red", "#000000 4 midpoint", "#000000 nan none pressure", "#000000 900 none pressure", "x 4 none constant",
  ])
  func `A text that is none of a pen leaves it as it was at first`(_ text: String) {
    let rack = PenRack(texts: ["pen": text, "chosen": "nothing", "recent": "red nothing #1"])
    #expect(rack[.pen] == PenPreset(.pen) && rack.chosen == .pen)
    #expect(rack.recentColors == [PixelColor(red: 255, green: 0, blue: 0)])
  }
}
