import SeededCases
import Testing
import TouchReelCanvas
import TouchReelLiveDrawing
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// The positions of blocks in a view: no two share a display pixel, and there are no gaps.
struct BlockLayoutTests {
  /// A view of a board of 1000×700 points at a random position and zoom, on a display of a random scale.
  struct View {
    var layout: BlockLayout
    var perUnit: Double
    var blocks: CanvasBlocks

    init(_ random: inout SplitMix64) {
      perUnit = [1.0, 2, 3].randomElement(using: &random) ?? 1
      let pixelsPerPoint = perUnit
      var viewport = Viewport(
        board: BoardSize(width: 1000, height: 700), surface: SurfaceSize(width: 640, height: 480))
      viewport.zoom(
        to: Double.random(in: 0.1...8, using: &random),
        about: SurfacePoint(x: Double.random(in: 0...640, using: &random), y: 77))
      viewport.pan(byX: Double.random(in: -500...500, using: &random), y: 33.3)
      layout = BlockLayout(viewport, pixelsPerPoint: pixelsPerPoint, grid: DeviceGrid(perUnit: perUnit))
      blocks = CanvasBlocks(size: PixelSize(width: Int(1000 * perUnit), height: Int(700 * perUnit)), form: .texture)
      blocks.show(layout.sampling)
    }
  }

  @Test(arguments: 0..<200)
  func `Neighbouring blocks meet on a border between pixels of the display`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let view = View(&random)
    for column in 1..<view.blocks.columns {
      let left = view.layout.aligned(view.blocks.bounds(of: .init(column: column - 1, row: 0)))
      let right = view.layout.aligned(view.blocks.bounds(of: .init(column: column, row: 0)))
      #expect(abs(left.x + left.width - right.x) < 1e-6, "seed \(seed)")
      let border = right.x * view.perUnit
      #expect(abs(border - border.rounded()) < 1e-6, "seed \(seed): the border is at \(border) pixels")
    }
  }

  @Test(arguments: 0..<200)
  func `A block with its margin extends by half a pixel of its own beyond what is visible of it`(
    seed: Int
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    let view = View(&random)
    let place = CanvasBlocks.Position(column: 1, row: 1)
    let (bounds, covered) = (view.blocks.bounds(of: place), view.blocks.covered(by: place))
    let (seen, whole) = (view.layout.aligned(bounds), view.layout.rect(of: covered))
    let half = whole.width / Double(view.blocks.sampling.side) / 2
    #expect(seen.x - whole.x >= half, "seed \(seed)")
    #expect(whole.x + whole.width - (seen.x + seen.width) >= half, "seed \(seed)")
    #expect(seen.y - whole.y >= half, "seed \(seed)")
  }

  @Test(arguments: [1.0, 2, 3])
  func `Blocks have no margin where each pixel is one of the display`(perUnit: Double) {
    func sampling(zoom: Double) -> Sampling {
      var viewport = Viewport(
        board: BoardSize(width: 1000, height: 700), surface: SurfaceSize(width: 640, height: 480))
      viewport.zoom(to: zoom, about: SurfacePoint(x: 100, y: 77))
      return BlockLayout(viewport, pixelsPerPoint: perUnit, grid: DeviceGrid(perUnit: perUnit)).sampling
    }
    #expect(sampling(zoom: 1) == .exact)
    #expect([0.999, 1.001, 2, 0.3].allSatisfy { sampling(zoom: $0).margin == 2 })
  }

  @Test func `A picture is halved until a pixel of it is no smaller than half a pixel of the display`() {
    func level(zoom: Double, perUnit: Double) -> Int {
      var viewport = Viewport(
        board: BoardSize(width: 1000, height: 700), surface: SurfaceSize(width: 640, height: 480))
      viewport.zoom(to: zoom, about: SurfacePoint(x: 0, y: 0))
      return BlockLayout(viewport, pixelsPerPoint: perUnit, grid: DeviceGrid(perUnit: perUnit)).level
    }
    // At 0.3, a display pixel shows 3.3 pixels of the picture; halved once, 1.7.
    #expect([8, 1, 0.51, 0.5, 0.3, 0.25, 0.125].map { level(zoom: $0, perUnit: 1) } == [0, 0, 0, 1, 1, 2, 3])
    #expect(level(zoom: 0.3, perUnit: 2) == 1)
  }
}
