/// The JSON Schemas of the messages of `/board` and `/notes`, which an MCAP file carries for those who read it with
/// other programs.
package struct MessageSchemas: Hashable, Sendable {
  /// The schema of `touchreel.BoardMessage`.
  package var board: String
  /// The schema of `touchreel.Note`.
  package var notes: String

  /// Schemas that accept any object, for callers without their own.
  package init(board: String? = nil, notes: String? = nil) {
    self.board = board ?? Self.anyObject(named: "touchreel.BoardMessage")
    self.notes = notes ?? Self.anyObject(named: "touchreel.Note")
  }

  private static func anyObject(named title: String) -> String {
    #"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"\#(title)","type":"object"}"#
  }
}
