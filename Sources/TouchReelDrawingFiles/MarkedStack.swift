import TouchReelCanvas
import TouchReelDrawings
import TouchReelTouchTracking

/// Shapes of a page of Xournal++, bottom to top, with highlighters where they look as they do there.
///
/// Xournal++ multiplies colours, so that what is darker than a highlighter looks as if it lay on top of it, and here it
/// does. Images stay below, and so do lighter areas and nearly white lines, which cover what is under them. What lies
/// on a lower layer of the page is no different: then the highlighter comes to lie on that.
struct MarkedStack {
  private struct Layer {
    let shape: Shape
    /// The layer of the page.
    let page: Int
    let bounds: BoardRect
    let brightness: Int
  }

  private var layers: [Layer] = []
  /// Highlighters, by how many of the layers are below them.
  private var highlighters: [Int: [(shape: Shape, page: Int)]] = [:]
  /// How many layers are still looked at, so that a file cannot take all day.
  private(set) var comparisonsLeft: Int
  static let comparisonLimit = 1 << 25

  init(comparisons: Int) { comparisonsLeft = comparisons }

  /// What lies on each of so many layers of the page, bottom to top, and how many highlighters came to lie on another.
  func shapes(onLayers count: Int) -> (shapes: [[Shape]], moved: Int) {
    var (shapes, moved) = (Array(repeating: [Shape](), count: count), 0)
    for level in 0...layers.count {
      let layer = level < layers.count ? layers[level] : nil
      for (highlighter, page) in highlighters[level] ?? [] {
        let place = min(page, layer?.page ?? page)
        if place != page { moved += 1 }
        shapes[place].append(highlighter)
      }
      if let layer { shapes[layer.page].append(layer.shape) }
    }
    return (shapes, moved)
  }

  /// - Parameter page: the layer of the page that it lies on.
  mutating func add(_ shape: Shape, isHighlighter: Bool, onLayer page: Int = 0) {
    if isHighlighter {
      highlighters[level(of: shape), default: []].append((shape, page))
    } else {
      layers.append(Layer(shape: shape, page: page, bounds: shape.outerBounds, brightness: shape.brightness))
    }
  }

  /// How many layers a highlighter stays above.
  private mutating func level(of shape: Shape) -> Int {
    let (bounds, brightness) = (shape.outerBounds, shape.color.brightness)
    for (index, layer) in layers.enumerated().reversed() {
      comparisonsLeft -= 1
      let isHidden = layer.brightness > brightness && layer.bounds.overlaps(bounds)
      if isHidden || comparisonsLeft <= 0 { return index + 1 }
    }
    return 0
  }
}

extension Shape {
  fileprivate var outerBounds: BoardRect { BoardRect(holding: extremes, reach: strokeWidth / 2) }

  /// How light it is where it covers anything, from 0 to 765. Images can have any colour.
  fileprivate var brightness: Int {
    if case .image = self { return .max }
    guard let fill else { return color.brightness > 700 ? color.brightness : 0 }
    let inside = 765 - (765 - fill.brightness) * Int(fill.alpha) / 255
    return color.alpha == 0 ? inside : max(color.brightness, inside)
  }
}

extension PixelColor {
  /// The sum of its parts.
  fileprivate var brightness: Int { Int(red) + Int(green) + Int(blue) }
}

extension BoardRect {
  fileprivate func overlaps(_ other: BoardRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}
