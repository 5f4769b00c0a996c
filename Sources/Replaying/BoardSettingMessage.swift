import DrawingBoard
import DrawingFiles
public import Recordings

/// Messages of `/board` that still count after a cut: settings do, what was done to ink does not.
public enum BoardSettingMessage {
  @Sendable
  public static func isOne(_ entry: RecordingEntry) -> Bool {
    // What cannot be understood cannot be left out either.
    guard case .board(let text, _) = entry, let command = try? BoardMessage.decode(text) else { return true }
    return command.isSetting || command.isBackground
  }
}

extension BoardCommand {
  /// A background is an operation that can be undone, but lies under what is drawn later.
  var isBackground: Bool {
    if case .background = self { true } else { false }
  }
}
