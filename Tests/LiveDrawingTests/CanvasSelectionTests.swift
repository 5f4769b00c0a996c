import SeededCases
import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelDrawings
import TouchReelInputEvents
import TouchReelLiveDrawing
import TouchReelTouchTracking

/// What is selected on a canvas by hands and keys.
struct CanvasSelectionTests {
  private func id(_ number: Int) -> ElementID { ElementID(rawValue: number) }

  /// Lines at 200 and 400 from the top, and the tool that selects.
  private func desk(_ way: CanvasDesk.Way = .desktop) throws -> CanvasDesk {
    let desk = try CanvasDesk(way, gestures: .severalFingers)
    for y in [200.0, 400] { desk.drag(from: SurfacePoint(300, y), to: SurfacePoint(900, y)) }
    desk.drawing.perform(.set(\.tool, .selection), at: desk.now)
    return desk
  }

  private func tap(_ desk: CanvasDesk, at y: Double) {
    desk.tap([SurfacePoint(600, y)])
    // A finger that could become a gesture's is drawn with a little later.
    desk.wait(milliseconds: 500)
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Shift adds to the selection and takes away from it`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    tap(desk, at: 200)
    #expect(desk.drawing.board.selection == [id(1)])
    desk.send(.held(.shift))
    tap(desk, at: 400)
    #expect(desk.drawing.board.selection == [id(1), id(2)])
    tap(desk, at: 200)
    #expect(desk.drawing.board.selection == [id(2)])
    desk.send(.held([]))
    tap(desk, at: 200)
    #expect(desk.drawing.board.selection == [id(1)])
    #expect(try desk.isRecorded())
  }

  @Test func `Control takes away and a switch adds without a keyboard`() throws {
    let desk = try desk()
    desk.live.controller.addsToSelection = true
    tap(desk, at: 200)
    tap(desk, at: 400)
    #expect(desk.drawing.board.selection == [id(1), id(2)])
    desk.send(.held(.control))
    tap(desk, at: 400)
    #expect(desk.drawing.board.selection == [id(1)])
  }

  @Test func `Keys that are held say nothing to other tools`() throws {
    let desk = try desk()
    desk.drawing.perform(.set(\.tool, .pencil), at: desk.now)
    desk.send(.held(.shift))
    desk.drag(from: SurfacePoint(300, 500), to: SurfacePoint(900, 500))
    #expect(desk.drawing.board.settings.selecting == .anew)
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `An undone deletion is selected again, in the replay as well`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    for command in [BoardCommand.selectAll, .delete] { desk.drawing.perform(command, at: desk.now) }
    #expect(desk.drawing.board.selection.isEmpty && desk.drawing.board.elements.isEmpty)
    desk.drawing.perform(.undo, at: desk.now)
    #expect(desk.drawing.board.selection == [id(1), id(2)])
    #expect(try desk.story().commands.suffix(2) == [.undo, .select([id(1), id(2)])])
    desk.drawing.perform(.delete, at: desk.now)
    #expect(desk.drawing.board.elements.isEmpty)
    #expect(try desk.isRecorded())
    // A tap of two fingers undoes, too.
    desk.tap([SurfacePoint(400, 350), SurfacePoint(520, 350)])
    #expect(desk.drawing.board.selection == [id(1), id(2)])
  }

  @Test(arguments: CanvasDesk.Way.allCases)
  func `Once a duplicate is undone, its original is selected, in the replay as well`(_ way: CanvasDesk.Way) throws {
    let desk = try desk(way)
    tap(desk, at: 200)
    desk.drawing.perform(.duplicate(BoardPoint(x: 16, y: 16)), at: desk.now)
    #expect(desk.drawing.board.selection == [id(3)])
    desk.drawing.perform(.undo, at: desk.now)
    #expect(desk.drawing.board.selection == [id(1)])
    #expect(try desk.story().commands.suffix(2) == [.undo, .select([id(1)])])
    for command in [BoardCommand.redo, .select([id(2)]), .undo] { desk.drawing.perform(command, at: desk.now) }
    #expect(desk.drawing.board.selection == [id(1)] && desk.drawing.board.elements.count == 2)
    desk.drawing.perform(.undo, at: desk.now)
    #expect(desk.drawing.board.elements.count == 1)
    #expect(try desk.isRecorded())
  }

  @Test(arguments: PropertySeeds.from(0x5E1E, count: 30))
  func `Undo and redo leave what was selected after the operation`(seed: UInt64) throws {
    let desk = try desk()
    var numbers = SplitMix64(seed: seed)
    let offset = BoardPoint(x: 16, y: 16)
    for _ in 0..<40 {
      let shapes = desk.drawing.board.elements.map(\.id)
      let some = Set(shapes.filter { _ in Bool.random(using: &numbers) })
      let commands: [BoardCommand] = [
        .select(some), .select(some), .selectAll, .duplicate(offset), .paste(desk.drawing.board.selectedShapes),
        .delete, .flip(.horizontal), .order(.front), .background(.color(.black)), .set(\.tool, .lasso), .undo,
        .undo, .clear,
      ]
      guard let command = commands.randomElement(using: &numbers) else { break }
      let before = desk.drawing.board.latestOperation?.id
      desk.drawing.perform(command, at: desk.now)
      if command == .undo || desk.drawing.board.latestOperation?.id == before { continue }
      let selected = desk.drawing.board.selection
      for command in [BoardCommand.undo, .redo] { desk.drawing.perform(command, at: desk.now) }
      #expect(desk.drawing.board.selection == selected, "\(command)")
    }
    #expect(try desk.isRecorded())
  }

  @Test func `Escape ends the cropping, and only the next one the selection`() throws {
    let desk = try desk()
    for command in [BoardCommand.selectAll, .set(\.handles, .cropping)] {
      desk.drawing.perform(command, at: desk.now)
    }
    desk.send(.key(.escape))
    #expect(desk.drawing.board.settings.handles == .scaling)
    #expect(desk.drawing.board.selection == [id(1), id(2)])
    desk.send(.key(.escape))
    #expect(desk.drawing.board.selection.isEmpty)
    #expect(try desk.isRecorded())
  }

  private static let held: [(Tool, HeldKeys)] = [
    (.selection, []), (.selection, .shift), (.lasso, []), (.lasso, .shift),
  ]

  @Test(arguments: held)
  func `Shift adds by the area that the tool selects in`(_ tool: Tool, _ keys: HeldKeys) throws {
    let desk = try desk()
    desk.drawing.perform(.set(\.tool, tool), at: desk.now)
    desk.drawing.perform(.select([id(1)]), at: desk.now)
    desk.send(.held(keys))
    // The box of this way has the second line in it; between the way and its ends is next to nothing.
    desk.drag(from: SurfacePoint(250, 300), to: SurfacePoint(950, 500))
    desk.wait(milliseconds: 500)
    let found: Set<ElementID> = tool == .selection ? [id(2)] : []
    #expect(desk.drawing.board.selection == (keys == .shift ? found.union([id(1)]) : found))
    #expect(try desk.isRecorded())
  }

  @Test func `An original is not selected with another tool`() throws {
    let desk = try desk()
    let offset = BoardPoint(x: 16, y: 16)
    for command in [BoardCommand.selectAll, .duplicate(offset), .set(\.tool, .pencil), .undo] {
      desk.drawing.perform(command, at: desk.now)
    }
    #expect(desk.drawing.board.elements.count == 2 && desk.drawing.board.selection.isEmpty)
  }

  @Test func `What another tool brings back is not selected`() throws {
    let desk = try desk()
    for command in [BoardCommand.selectAll, .delete, .set(\.tool, .pencil), .undo] {
      desk.drawing.perform(command, at: desk.now)
    }
    #expect(desk.drawing.board.elements.count == 2 && desk.drawing.board.selection.isEmpty)
  }
}
