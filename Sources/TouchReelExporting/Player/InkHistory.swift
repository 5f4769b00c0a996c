import TouchReelCanvas
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelTouchTracking

/// All that a recording shows, with the times from which and until which it does. Times count from the recording's
/// first frame.
struct InkHistory: Sendable {
  var layers: [Layer] = []
  var touches: [TouchTrack] = []
  /// The backgrounds in order of time; never empty once the recording was played.
  var backgrounds: [TimedBackground] = []

  /// What one coverage holds, at one position in the order from bottom to top.
  struct Layer: Sendable {
    enum Ink: Sendable {
      /// The nodes of a touch, each of which is there from the touch's sample of the same index on.
      case stroke(StrokeNodes, touch: Int)
      /// There at once.
      case pieces([InkSegment])
      case mask(CoverageMask)
    }

    var ink: Ink
    var paint: InkPaint
    /// While it is in progress, if that is not the paint's.
    var liveColor: PixelColor?
    /// `nil` if it is not the ink of a cancelled touch; else whether the recording itself shows that.
    var isShownCancelled: Bool?
    /// The order of layers in progress, from bottom to top.
    var order = 0
    /// Finished: from bottom to top.
    var element = 0
    /// Where its element lies, if that is not in the order of numbers.
    var position: ElementPosition?
    /// The order of the layers of one element, from bottom to top.
    var part = 0
    /// When it is shown as in progress; `nil` if it never is.
    var begins: TimeSpan?
    /// When it is finished; `nil` if it never is.
    var commits: TimeSpan?
    /// When it is gone; `nil` if it stays.
    var ends: TimeSpan?

    /// Whether there is an instant at which it is shown.
    var isEverShown: Bool {
      guard let first = begins ?? commits else { return false }
      return ends.map { $0 > first } ?? true
    }
  }

  /// Where a touch was when.
  struct TouchTrack: Sendable {
    let number: Touch.ID
    let device: DeviceChannel
    let began: TimeSpan
    /// `nil` if it is down at the end.
    var ended: TimeSpan?
    var isCancelled = false
    var samples: [(time: TimeSpan, point: SubpixelPoint)]
  }

  /// A background and when it came.
  struct TimedBackground: Sendable {
    let time: TimeSpan
    let background: Background
    /// That the background names.
    let picture: BackgroundPicture?
    let raster: Raster
  }
}

/// The vertices of a freehand stroke on pixels.
struct StrokeNodes: Sendable {
  let course: StrokePath.Interpolation
  var nodes: [Stroker.Node] = []
  /// Where runs begin, but the first.
  var breaks: [Int] = []

  init(_ path: StrokePath, on raster: Raster) {
    course = path.course
    for run in path.runs {
      if !nodes.isEmpty { breaks.append(nodes.count) }
      nodes += run.map { Stroker.Node($0, on: raster) }
    }
  }
}

/// The levels of a coverage within a rectangle, packed: a number for each run, twice its length and one more if its
/// levels follow one by one; then the level that they all have, or those.
struct CoverageMask: Sendable {
  let bounds: PixelRect
  private(set) var bytes = PlayerBytes()

  /// Equal levels in a row that are worth a run.
  private static let shortestRun = 4

  init(_ coverage: CoverageLayer) {
    bounds = coverage.damage.bounds.intersection(coverage.size.bounds)
    var levels: [UInt8] = []
    levels.reserveCapacity(bounds.width * bounds.height)
    for y in bounds.y..<bounds.maxY {
      for x in bounds.x..<bounds.maxX { levels.append(coverage.coverage(x: x, y: y)) }
    }
    pack(levels)
  }

  private mutating func pack(_ levels: [UInt8]) {
    var (start, single) = (0, 0)
    while start < levels.count {
      let level = levels[start]
      let end = levels[start...].firstIndex { $0 != level } ?? levels.count
      if end - start >= Self.shortestRun {
        appendSingle(levels[single..<start])
        bytes.append(UInt64(2 * (end - start)))
        bytes.append(byte: level)
        single = end
      }
      start = end
    }
    appendSingle(levels[single...])
  }

  private mutating func appendSingle(_ levels: ArraySlice<UInt8>) {
    guard !levels.isEmpty else { return }
    bytes.append(UInt64(2 * levels.count + 1))
    for level in levels { bytes.append(byte: level) }
  }
}
