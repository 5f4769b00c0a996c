public import DrawingBoard
import DrawingFiles
import InputEvents
public import Recordings

/// Reads the messages of `/board`, and says of each that is not understood which one it is and why. Such a message has no effect.
public struct BoardMessageReader: Sendable {
  /// `board message 2 at 0.1 s: "laser" is not a tool; known are …`
  public private(set) var warnings = WarningList()
  private var count = 0
  private var start: Timestamp?

  public init() {}

  /// The command of an entry; `nil` where it is none, or is not understood.
  ///
  /// - Parameter entry: each entry of the recording in its order, so that times count from the first.
  public mutating func command(in entry: RecordingEntry) -> BoardCommand? {
    if start == nil { start = entry.instant }
    guard entry.kind == .board else { return nil }
    count += 1
    do {
      return try BoardMessage.decode(entry.payload)
    } catch {
      let place = place(of: entry)
      warnings.add("\(error.reason); it has no effect", at: place)
      return nil
    }
  }

  private func place(of entry: RecordingEntry) -> String {
    let seconds = start.map { entry.time.since($0).seconds } ?? 0
    return "board message \(count) at \((seconds * 1000).rounded() / 1000) s"
  }
}
