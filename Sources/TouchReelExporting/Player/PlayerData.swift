import TouchReelCanvas
import TouchReelClampedNumbers
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// A history as the page's `readData` reads it. Times are whole microseconds from the recording's first frame, lengths
/// 1/256 pixel.
struct PlayerData {
  private(set) var bytes = PlayerBytes()
  private let size: PixelSize
  private let history: InkHistory

  init(_ history: InkHistory, size: PixelSize, span: ClosedRange<TimeSpan>) {
    (self.size, self.history) = (size, history)
    bytes.append(size.width)
    bytes.append(size.height)
    append(span.lowerBound)
    append(span.upperBound)
    bytes.append(history.backgrounds.count)
    for background in history.backgrounds { append(background) }
    bytes.append(history.touches.count)
    for touch in history.touches { append(touch) }
    let layers = history.layers.filter(\.isEverShown)
    bytes.append(layers.count)
    for layer in layers { append(layer) }
  }

  /// Rounded up: what is there at a whole microsecond stays so.
  private mutating func append(_ time: TimeSpan) { bytes.append(time.microseconds) }

  private mutating func append(_ background: InkHistory.TimedBackground) {
    append(background.time)
    switch background.background {
    case .color(let color):
      bytes.append(0)
      bytes.append(color)
    case .gradient(let first, let last, let angle):
      let gradient = LinearGradient(from: first, to: last, angle: angle)
      bytes.append(1)
      bytes.append(first)
      bytes.append(last)
      for part in [gradient.start.x, gradient.start.y, gradient.end.x, gradient.end.y] {
        bytes.append(signed: Int(clamping: (part * 1e6).rounded()))
      }
    case .image, .ruled:
      bytes.append(2)
      bytes.append(background.pixels)
    }
  }

  private mutating func append(_ touch: InkHistory.TouchTrack) {
    bytes.append(touch.number.rawValue)
    append(touch.began)
    append(touch.ended ?? .end)
    bytes.append(touch.isCancelled ? 1 : 0)
    bytes.append(Coloring.markColor(of: touch.number))
    bytes.append(touch.samples.count)
    bytes.append(column: touch.samples.lazy.map(\.time.microseconds))
    bytes.append(column: touch.samples.lazy.map { Int($0.point.x) })
    bytes.append(column: touch.samples.lazy.map { Int($0.point.y) })
  }

  private mutating func append(_ layer: InkHistory.Layer) {
    let times = [layer.begins, layer.commits, layer.ends]
    let facts = [layer.paint == .erasure, layer.isShownCancelled != nil, layer.isShownCancelled == true]
    let bits = facts + times.map { $0 != nil } + [layer.paint.isUnderlay]
    let flags = bits.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
    bytes.append(flags)
    for time in times { time.map { append($0) } }
    bytes.append(signed: layer.order)
    bytes.append(layer.element)
    bytes.append(layer.part)
    bytes.append(layer.paint.color)
    bytes.append(layer.liveColor ?? layer.paint.color)
    switch layer.ink {
    case .stroke(let nodes, let touch): append(nodes, of: touch)
    case .pieces(let pieces): append(pieces)
    case .mask(let mask):
      guard case .image(let paint) = layer.paint else { return append(mask, kind: 2) }
      append(mask, kind: 3)
      append(paint, within: mask.bounds)
    }
  }
}

extension PlayerData {
  private mutating func append(_ stroke: StrokeNodes, of touch: Int) {
    bytes.append(0)
    bytes.append(stroke.course == .throughMidpoints ? 1 : 0)
    bytes.append(stroke.breaks.count)
    for index in stroke.breaks { bytes.append(index) }
    bytes.append(touch)
    // Each node is there from its sample on.
    let samples = history.touches[touch].samples
    let nodes = stroke.nodes.prefix(samples.count)
    bytes.append(nodes.count)
    let isOwn = !zip(nodes, samples).allSatisfy { $0.point == $1.point }
    bytes.append(isOwn ? 1 : 0)
    if isOwn {
      bytes.append(column: nodes.lazy.map { Int($0.point.x) })
      bytes.append(column: nodes.lazy.map { Int($0.point.y) })
    }
    append(nodes.map { Int($0.radius.rawValue) })
  }

  private mutating func append(_ radii: [Int]) {
    let isConstant = radii.allSatisfy { $0 == radii.first }
    bytes.append(isConstant ? 0 : 1)
    if isConstant { bytes.append(radii.first ?? 0) } else { bytes.append(column: radii) }
  }

  /// Pieces as chains, in which each begins where the one before has ended; a dot is a chain of one node.
  private mutating func append(_ pieces: [InkSegment]) {
    bytes.append(1)
    var chains: [[InkNode]] = []
    for piece in pieces {
      let (start, end) = (InkNode(piece.start, piece.startRadius), InkNode(piece.end, piece.endRadius))
      if start == end {
        chains.append([start])
      } else if let last = chains.last, last.count > 1, last.last == start {
        chains[chains.count - 1].append(end)
      } else {
        chains.append([start, end])
      }
    }
    bytes.append(chains.count)
    for chain in chains { append(chain) }
  }

  private mutating func append(_ chain: [InkNode]) {
    bytes.append(chain.count)
    var last = InkNode.zero
    for node in chain {
      bytes.append(signed: node.x - last.x)
      bytes.append(signed: node.y - last.y)
      bytes.append(signed: node.radius - last.radius)
      last = node
    }
  }

  private mutating func append(_ mask: CoverageMask, kind: Int) {
    bytes.append(kind)
    for number in [mask.bounds.x, mask.bounds.y, mask.bounds.width, mask.bounds.height] { bytes.append(number) }
    bytes.append(mask.bytes.bytes.count)
    bytes.append(mask.bytes.bytes)
  }
}

extension PlayerData {
  /// Red, green, blue and alpha of each pixel of a rectangle, the colours multiplied by it.
  private mutating func append(_ paint: ImagePaint, within bounds: PixelRect) {
    var row = [UInt32](repeating: 0, count: bounds.width)
    for y in bounds.y..<bounds.maxY {
      row.withUnsafeMutableBufferPointer { paint.fill($0, y: y, columns: bounds.x..<bounds.maxX) }
      bytes.append(row.flatMap { pixel in [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) } })
    }
  }
}

/// One end of a piece, in 1/256 pixel.
private struct InkNode: Hashable {
  static let zero = InkNode()
  var x = 0
  var y = 0
  var radius = 0

  private init() {}

  init(_ point: SubpixelPoint, _ radius: SubpixelRadius) {
    (x, y, self.radius) = (Int(point.x), Int(point.y), Int(radius.rawValue))
  }
}

extension InkPaint {
  fileprivate var color: PixelColor {
    switch self {
    case .ink(let color), .underlay(let color): color
    case .erasure, .image: .black
    }
  }

  fileprivate var isUnderlay: Bool {
    if case .underlay = self { true } else { false }
  }
}

extension TimeSpan {
  fileprivate static let end = TimeSpan(nanoseconds: 1 << 62)

  /// Rounded up; at least 0.
  fileprivate var microseconds: Int { Int(max(nanoseconds, 0) / 1000 + (max(nanoseconds, 0) % 1000 > 0 ? 1 : 0)) }
}

extension InkHistory.TimedBackground {
  /// Red, green, blue and alpha of each pixel, the colours multiplied by it.
  fileprivate var pixels: [UInt8] {
    var pictures = BackgroundPictures()
    if let picture, let id = background.imageID { pictures.add(picture, as: id) }
    let picture = Picture(
      background: background.prepared(pictures, on: raster), committed: TiledImage(size: raster.pixels))
    return picture.composed().pixels.flatMap { pixel in
      [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
  }
}
