import Foundation
import SystemPackage
import TestSupport
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelTouchTracking

@testable import TouchReelBoardWindow

/// A drawing on paper.
@MainActor
struct PrintedPageTests {
  @Test func `A drawing is as large as fits, in the middle of the page`() {
    // 500 × 700 points for 1000 × 500: half as large, with 225 above and below.
    let page = PrintedPage(BoardSize(width: 1000, height: 500), width: 500, height: 700)
    #expect(page.scale == 0.5 && page.x == 0 && page.y == 225 && page.isLandscape)
    let upright = PrintedPage(BoardSize(width: 500, height: 1000), width: 700, height: 500)
    #expect(upright.scale == 0.5 && upright.x == 225 && upright.y == 0 && !upright.isLandscape)
  }

  @Test func `It has 300 pixels an inch, and no more than fit in memory`() {
    let page = PrintedPage(BoardSize(width: 720, height: 720), width: 720, height: 720)
    #expect(abs(page.pixelScale - 300.0 / 72) < 1e-9)
    let huge = PrintedPage(BoardSize(width: 20_000, height: 20_000), width: 72_000, height: 72_000)
    #expect(huge.pixelScale * huge.pixelScale * 4e8 <= 40_000_001)
  }
}
