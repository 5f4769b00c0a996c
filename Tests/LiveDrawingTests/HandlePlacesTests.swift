import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelLiveDrawing
import TouchReelTouchTracking

struct HandlePlacesTests {
  private func board(_ settings: [BoardCommand]) throws -> Board {
    var board = try Board(size: BoardSize(width: 400, height: 300))
    let style = StrokeStyle(color: .black, width: 4)
    let box = RectShape(from: BoardPoint(x: 100, y: 100), to: BoardPoint(x: 200, y: 160), style: style)
    try board.perform(.add(.rectangle(box)))
    for command in [.set(\.tool, .selection), .set(\.handles, .scaling)] + settings { try board.handle(command) }
    return board
  }

  private var view: Viewport {
    Viewport(
      board: BoardSize(width: 400, height: 300), surface: SurfaceSize(width: 400, height: 300))
  }

  @Test func `A handle under a bar is hit there, and the bar covers it`() throws {
    let handles = HandlePlaces(on: try board([.set(\.marks, .shown), .selectAll]), in: view)
    #expect(handles.isHit(at: SurfacePoint(x: 206, y: 166)) && handles.isHit(at: SurfacePoint(x: 216, y: 176)))
    #expect(!handles.isHit(at: SurfacePoint(x: 150, y: 130)))
    #expect(handles.isCovered(by: SurfaceRect(left: 210, top: 0, right: 300, bottom: 300)))
    #expect(!handles.isCovered(by: SurfaceRect(left: 230, top: 0, right: 300, bottom: 300)))
  }

  @Test(arguments: [[BoardCommand.selectAll], [.set(\.marks, .shown)]])
  func `There are none where none is shown`(settings: [BoardCommand]) throws {
    let handles = HandlePlaces(on: try board(settings), in: view)
    #expect(handles == HandlePlaces())
  }
}
