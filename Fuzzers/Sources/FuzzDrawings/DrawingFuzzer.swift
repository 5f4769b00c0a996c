import Canvas
import DrawingBoard
import DrawingFiles
import TouchTracking

/// Any bytes, read as a drawing file and as a message of /board. What was read draws, and is written and read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>, size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  // An error is a good end.
  do { try readMessage(bytes) } catch {}
  do { try readDrawing(bytes) } catch {}
  return 0
}

func readMessage(_ bytes: [UInt8]) throws {
  let written = try BoardMessage.encode(BoardMessage.decode(bytes))
  let again = try BoardMessage.encode(BoardMessage.decode(written))
  precondition(again == written, "a message changes when it is written")
}

func readDrawing(_ bytes: [UInt8]) throws {
  let drawing = try DrawingDocument(json: bytes).drawing
  let again = try DrawingFile(json: DrawingFile(drawing).json()).drawing
  precondition(again == drawing, "a drawing changes when it is written")
  _ = try DrawsanaFile(drawing).json()
  let scale = 48 / max(drawing.size.width, drawing.size.height)
  let board = try Board(drawing, scale: scale, undo: UndoMemory(budget: .none), pace: .batch(threads: 1))
  _ = board.picture.composed()
}
