import DrawingFiles
public import Recordings

extension MessageSchemas {
  /// With all that is known of the messages of `/board`.
  public static let ofBoards = MessageSchemas(board: BoardMessage.schema)
}
