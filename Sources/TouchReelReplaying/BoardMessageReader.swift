package import TouchReelDrawingBoard
import TouchReelDrawingFiles
import TouchReelDrawings
import TouchReelInputEvents
package import TouchReelRecordings
import TouchReelTouchTracking

/// Reads the messages of `/board`, and says of each that is not understood which one it is and why. Such a message has
/// no effect.
package struct BoardMessageReader: Sendable {
  /// `board message 2 at 0.1 s: "laser" is not a tool; known are …`
  package private(set) var warnings = WarningList()
  private var count = 0
  private var start: Timestamp?

  package init() {}

  /// The command of an entry; `nil` where it is none, or is not understood.
  ///
  /// - Parameter entry: each entry of the recording in its order, so that times count from the first.
  package mutating func command(in entry: RecordingEntry) -> BoardCommand? {
    recordStart(entry.occurrence)
    guard case .board(let text, _) = entry else { return nil }
    count += 1
    do {
      let command = try BoardMessage.decode(text)
      if let size = command.unusableSize {
        warn("\(BoardError.unusableSize(size, scale: 1)); it has no effect", of: entry)
        return nil
      }
      return command
    } catch {
      warn("\(error.reason); it has no effect", of: entry)
      return nil
    }
  }

  /// Records the time of an entry without a message.
  @inline(__always)
  mutating func recordStart(_ time: Timestamp?) {
    if start == nil { start = time }
  }

  /// - Parameter fault: of the entry's message; the same fault of several is counted.
  mutating func warn(_ fault: String, of entry: RecordingEntry) {
    let (count, start) = (count, start)
    warnings.add(fault, at: Self.position(of: entry, number: count, from: start))
  }

  private static func position(of entry: RecordingEntry, number: Int, from start: Timestamp?) -> String {
    var seconds = 0.0
    if let start, let time = entry.occurrence { seconds = (time.since(start).seconds * 1000).rounded() / 1000 }
    if case .board = entry { return "board message \(number) at \(seconds) s" }
    return "touches at \(seconds) s"
  }
}

extension BoardCommand {
  /// The size of a board that would have no pixels or too many where a point is one.
  fileprivate var unusableSize: BoardSize? {
    let size: BoardSize
    switch self {
    case .size(let new): size = new
    case .drawing(let drawing): size = drawing.boardSize
    default: return nil
    }
    do throws(BoardError) {
      _ = try Raster(board: size)
      return nil
    } catch {
      return size
    }
  }
}

/// Messages of `/board` that still count after a cut: settings do, what was done to ink does not.
package enum BoardSettingMessage {
  @Sendable
  package static func isOne(_ entry: RecordingEntry) -> Bool {
    // What cannot be understood cannot be left out either.
    guard case .board(let text, _) = entry, let command = try? BoardMessage.decode(text) else { return true }
    return command.isSetting || command.isBackground || command.isOfPagesOrLayers
  }

  /// Whether a part of a recording begins with it again: what is said of touches is said before each of them.
  @Sendable
  package static func isRepeated(_ entry: RecordingEntry) -> Bool {
    if case .board(let text, _) = entry, case .touches? = try? BoardMessage.decode(text) { return false }
    return isOne(entry)
  }
}

extension BoardCommand {
  /// A background is an operation that can be undone, but lies under what is drawn later.
  var isBackground: Bool {
    if case .background = self { true } else { false }
  }
}

extension BoardCommand {
  /// So is a page, on a layer of which what comes later is drawn.
  var isOfPagesOrLayers: Bool {
    switch self {
    case .page, .layer: true
    default: false
    }
  }
}

extension MessageSchemas {
  /// The schemas with all that is known of the messages of `/board`.
  package static let ofBoards = MessageSchemas(board: BoardMessage.schema)
}
