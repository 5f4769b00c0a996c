import Testing
import TouchReelCanvas
import TouchReelDrawingBoard
import TouchReelTouchTracking

@testable import TouchReelLiveDrawing

struct TouchEditsTests {
  private func touches(_ numbers: Int...) -> Set<Touch.ID> { Set(numbers.map(Touch.ID.init)) }

  @Test func `What is done is undone and done again`() {
    var edits = TouchEdits([:])
    edits.hide(touches(1, 2))
    edits.give(.white, to: touches(3))
    let all = edits.looks
    edits.undo()
    #expect(edits.looks.keys.count == 2 && edits.canRedo)
    edits.undo()
    #expect(edits.looks.isEmpty && !edits.canUndo && !edits.isUnsaved)
    edits.redo()
    edits.redo()
    #expect(edits.looks == all && edits.isUnsaved && !edits.canRedo)
    edits.save(all)
    #expect(!edits.isUnsaved)
  }

  @Test func `What the recording says is where it begins`() {
    var look = TouchLook()
    look.isHidden = true
    var edits = TouchEdits([Touch.ID(rawValue: 4): look, Touch.ID(rawValue: 5): TouchLook()])
    #expect(edits.looks.count == 1 && edits.hidesAny && !edits.isUnsaved)
    edits.showAll()
    #expect(edits.looks.isEmpty && edits.isUnsaved && edits.changes.isEmpty)
  }

  @Test func `Touches that look alike are one message`() {
    var edits = TouchEdits([:])
    edits.hide(touches(9, 3))
    edits.give(width: 8, to: touches(5))
    edits.hide(touches(4))
    #expect(edits.changes.map(\.touches) == [touches(3, 4, 9), touches(5)])
    #expect(edits.changes.map(\.isHidden) == [true, nil] && edits.changes.map(\.width) == [nil, 8])
  }

  @Test func `What changes nothing is no step`() {
    var edits = TouchEdits([:])
    edits.restore(touches(1))
    edits.hide([])
    #expect(!edits.canUndo)
  }
}
